import type { AnyActor, AnyMachineSnapshot, AnyStateNode, EventObject } from 'xstate'
import type { ActorSuspender } from './actor-suspender.ts'
import { FILE_PLACEHOLDER_PATTERN, type MaskedValue } from './mask.ts'
import type { Recorder } from './recorder.ts'
import { contextAt, type Recording, type Step } from './recording.ts'
import { isPlaceholder, restoreContext } from './restore-context.ts'

/**
 * Whether an actor can resume from a step. `no`: the machine has no `meta.resumes`, the actor has a parent, or the step is not
 * active. `runs`: a child would be restarted that `meta.resumes` does not list. `partial`: part of the context was not recorded,
 * because it was masked, too long or a file.
 */
export type Resumability = 'yes' | 'no' | 'runs' | 'partial'

/** Pattern of texts that replace values not recorded completely: masks, unsigned tokens, truncated texts. */
const MASKED_VALUE_PATTERN = /•\d|^•$|eyJhbGciOiJub25lIn0\.|^…$|… \(\d+\)$/

const isPartial = (value: MaskedValue): boolean =>
  typeof value === 'string'
    ? MASKED_VALUE_PATTERN.test(value) || FILE_PLACEHOLDER_PATTERN.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(isPartial)

interface ResumePoint {
  actor: AnyActor
  live: AnyMachineSnapshot
  past: AnyMachineSnapshot
  step: Step
}

export function checkResumability(recorder: Recorder, id: string, n: number): Resumability {
  const point = findResumePoint(recorder, id, n)
  return point ? judgeResumePoint(point, recorder.read(), n) : 'no'
}

function judgeResumePoint({ actor, past, step }: ResumePoint, { steps }: Recording, n: number): Resumability {
  const { resumes } = getResumeMeta(past)
  if (!resumes || actor._parent || step.status !== 'active') return 'no'
  if (past._nodes.some(({ invoke }) => invoke.some(({ id }) => !resumes.includes(id)))) return 'runs'
  // Functions and instances are taken from the live actor.
  const recordedValues = Object.values(contextAt(steps, step.actor, n) as object).filter(
    (value: MaskedValue) => !isPlaceholder(value),
  )
  return recordedValues.some(isPartial) ? 'partial' : 'yes'
}

/**
 * Resumes the live actor from its state after a step. The current children and delays are stopped. The delays of the restored
 * state are scheduled with their remaining time, and the children of that state are restarted. Does nothing if {@link
 * checkResumability} is not `yes`. `suspendedMs` returns how long delays were suspended between two times.
 */
export function resumeActor(
  recorder: Recorder,
  id: string,
  n: number,
  suspendedMs: ActorSuspender['suspendedMsBetween'] = () => 0,
): void {
  const point = findResumePoint(recorder, id, n)
  const recording = recorder.read()
  if (!point || judgeResumePoint(point, recording, n) !== 'yes') return
  const { actor, live, past, step } = point
  // Follows XState's own restore of an actor, but reuses the existing actor, because views reference it.
  const {
    _actorScope: scope,
    _deferred: deferred,
    update,
  } = actor as unknown as {
    _actorScope: { stopChild: (child: unknown) => void; emit: (event: EventObject) => void }
    _deferred: (() => void)[]
    update: (snapshot: AnyMachineSnapshot, event: EventObject) => void
  }
  for (const child of Object.values(live.children)) scope.stopChild(child)
  actor.system.scheduler.cancelAll(actor)
  const invoked = past._nodes.flatMap(({ invoke }) => invoke)
  const children = invoked.map(({ id: child, src, input }) => {
    const args = { context: past.context, event: step.event as unknown as EventObject, self: actor }
    const resolvedInput: unknown = typeof input === 'function' ? input(args as never) : input
    return [child, { src, snapshot: { status: 'active', input: resolvedInput } }]
  })
  const restored = past.machine.restoreSnapshot(
    { ...past, children: Object.fromEntries(children) } as never,
    scope as never,
  ) as AnyMachineSnapshot
  const resumedEvent = getResumeMeta(past).resumed?.(past.context)
  if (resumedEvent) deferred.push(() => scope.emit(resumedEvent))
  update.call(actor, restored, { type: 'inspector.resumed', step: step.n } as EventObject)
  for (const child of Object.values(restored.children)) (child as AnyActor).start()
  for (const node of past._nodes)
    rescheduleDelays(actor, node, past, createRemainingDelay(recording, step, suspendedMs))
}

function findResumePoint(recorder: Recorder, id: string, n: number): ResumePoint | null {
  const actor = recorder.actor(id)
  const live = actor?.getSnapshot() as AnyMachineSnapshot | undefined
  const { steps } = recorder.read()
  const step = steps.findLast((candidate) => candidate.actor === id && candidate.n <= n)
  const context = contextAt(steps, id, n)
  if (!actor || !step || context === null || live?.status !== 'active' || !('machine' in live)) return null
  const past = live.machine.resolveState({
    value: step.value as never,
    context: restoreContext(context, live.context) as never,
  })
  return { actor, live, past, step }
}

interface ResumeMeta {
  /** Children that the machine allows to restart; `undefined` if its actors cannot resume. */
  resumes?: readonly string[]
  /** Returns the event to emit after resuming, which notifies subscribers of the restored state. */
  resumed?: (context: unknown) => EventObject
}

const getResumeMeta = ({ machine }: AnyMachineSnapshot): ResumeMeta =>
  (machine.config as { meta?: ResumeMeta }).meta ?? {}

function rescheduleDelays(
  actor: AnyActor,
  { after, machine }: AnyStateNode,
  { context }: AnyMachineSnapshot,
  getRemainingMs: RemainingDelay,
): void {
  // Several branches may share one delay.
  for (const [type, delay] of new Map(after.map((entry) => [entry.eventType, entry.delay]))) {
    const resolved: unknown = typeof delay === 'string' ? machine.implementations.delays[delay] : delay
    const totalMs: unknown =
      typeof resolved === 'function' ? resolved({ context, event: { type } }, undefined) : resolved
    actor.system.scheduler.schedule(
      actor,
      actor,
      { type },
      getRemainingMs(`after ${String(delay)}`, Number(totalMs)),
      type,
    )
  }
}

type RemainingDelay = (name: string, totalMs: number) => number

const createRemainingDelay =
  ({ steps }: Recording, step: Step, suspendedMs: ActorSuspender['suspendedMsBetween']): RemainingDelay =>
  (name, totalMs) => {
    const from = steps.findLast(({ actor, n, began }) => actor === step.actor && n <= step.n && began.includes(name))
    const since = from?.at ?? step.at
    return Math.max(0, totalMs - (step.at - since - suspendedMs(since, step.at)))
  }
