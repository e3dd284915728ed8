import type { AnyActor, AnyMachineSnapshot, AnyStateNode, EventObject } from 'xstate'
import { FILE, type Masked } from './mask.ts'
import type { Recorder } from './record.ts'
import { contextAt, type Recording, type Step } from './recording.ts'
import { holdsMore, revive } from './revive.ts'
import type { Suspension } from './suspend.ts'

/**
 * Whether an actor can go on from a step: `no` where its machine does not declare it, in `meta.resumes`; `runs` where it would
 * start a child anew that is not named there; `partial` where not all that it held was kept, because it was masked, too long
 * or a file.
 */
export type GoesOn = 'yes' | 'no' | 'runs' | 'partial'

/** What was not kept whole: marks, unsigned tokens, what was cut, files. */
const LACKS = /•\d|^•$|eyJhbGciOiJub25lIn0\.|^…$|… \(\d+\)$/

const isPartial = (value: Masked): boolean =>
  typeof value === 'string'
    ? LACKS.test(value) || FILE.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(isPartial)

/** A moment of an actor, as it can be restored. */
interface Moment {
  actor: AnyActor
  living: AnyMachineSnapshot
  past: AnyMachineSnapshot
  step: Step
}

/** Says whether an actor can go on from where it stood after a step. */
export function goesOn(recorder: Recorder, id: string, n: number): GoesOn {
  const moment = momentOf(recorder, id, n)
  return moment ? judged(moment, recorder.read(), n) : 'no'
}

function judged({ actor, past, step }: Moment, { steps }: Recording, n: number): GoesOn {
  const { resumes } = metaOf(past)
  if (!resumes || actor._parent || step.status !== 'active') return 'no'
  if (past._nodes.some(({ invoke }) => invoke.some(({ id }) => !resumes.includes(id)))) return 'runs'
  // What is no data stands as the living actor has it.
  const kept = Object.values(contextAt(steps, step.actor, n) as object).filter((it: Masked) => !holdsMore(it))
  return kept.some(isPartial) ? 'partial' : 'yes'
}

/**
 * Has the living actor go on from where it stood after a step: what it waits for and runs now is given up, what it waited for
 * then is waited for again, for as long as was left, and what it ran then begins anew. Does nothing where {@link goesOn} denies it.
 * `restedIn` tells for how long no delay came nearer.
 */
export function goOn(recorder: Recorder, id: string, n: number, restedIn: Suspension['restedIn'] = () => 0): void {
  const moment = momentOf(recorder, id, n)
  const recording = recorder.read()
  if (!moment || judged(moment, recording, n) !== 'yes') return
  const { actor, living, past, step } = moment
  // What XState does when it restores an actor, but to one that views hold already.
  const {
    _actorScope: scope,
    _deferred: deferred,
    update,
  } = actor as unknown as {
    _actorScope: { stopChild: (child: unknown) => void; emit: (event: EventObject) => void }
    _deferred: (() => void)[]
    update: (snapshot: AnyMachineSnapshot, event: EventObject) => void
  }
  for (const child of Object.values(living.children)) scope.stopChild(child)
  actor.system.scheduler.cancelAll(actor)
  const invoked = past._nodes.flatMap(({ invoke }) => invoke)
  const children = invoked.map(({ id: child, src, input }) => {
    const of = { context: past.context, event: step.event as unknown as EventObject, self: actor }
    const given: unknown = typeof input === 'function' ? input(of as never) : input
    return [child, { src, snapshot: { status: 'active', input: given } }]
  })
  const restored = past.machine.restoreSnapshot(
    { ...past, children: Object.fromEntries(children) } as never,
    scope as never,
  ) as AnyMachineSnapshot
  const told = metaOf(past).resumed?.(past.context)
  if (told) deferred.push(() => scope.emit(told))
  update.call(actor, restored, { type: 'inspector.resumed', step: step.n } as EventObject)
  for (const child of Object.values(restored.children)) (child as AnyActor).start()
  for (const node of past._nodes) waitAgain(actor, node, past, leftOf(recording, step, restedIn))
}

function momentOf(recorder: Recorder, id: string, n: number): Moment | null {
  const actor = recorder.actor(id)
  const living = actor?.getSnapshot() as AnyMachineSnapshot | undefined
  const { steps } = recorder.read()
  const step = steps.findLast((it) => it.actor === id && it.n <= n)
  const context = contextAt(steps, id, n)
  if (!actor || !step || context === null || living?.status !== 'active' || !('machine' in living)) return null
  const past = living.machine.resolveState({
    value: step.value as never,
    context: revive(context, living.context) as never,
  })
  return { actor, living, past, step }
}

interface Resuming {
  /** The children that a machine lets begin anew; `undefined` where it lets nobody go on at all. */
  resumes?: readonly string[]
  /** What it emits once it goes on, so that whoever follows what it stands for follows there, too. */
  resumed?: (context: unknown) => EventObject
}

const metaOf = ({ machine }: AnyMachineSnapshot): Resuming => (machine.config as { meta?: Resuming }).meta ?? {}

/** Schedules the delays of a state again. */
function waitAgain(
  actor: AnyActor,
  { after, machine }: AnyStateNode,
  { context }: AnyMachineSnapshot,
  left: Left,
): void {
  // Several branches wait for one delay.
  for (const [type, delay] of new Map(after.map((it) => [it.eventType, it.delay]))) {
    const named: unknown = typeof delay === 'string' ? machine.implementations.delays[delay] : delay
    const whole: unknown = typeof named === 'function' ? named({ context, event: { type } }, undefined) : named
    actor.system.scheduler.schedule(actor, actor, { type }, left(`after ${String(delay)}`, Number(whole)), type)
  }
}

type Left = (began: string, whole: number) => number

/** How much of a delay was left at a step, by when it began. */
const leftOf =
  ({ steps }: Recording, step: Step, restedIn: Suspension['restedIn']): Left =>
  (name, whole) => {
    const from = steps.findLast(({ actor, n, began }) => actor === step.actor && n <= step.n && began.includes(name))
    const since = from?.at ?? step.at
    return Math.max(0, whole - (step.at - since - restedIn(since, step.at)))
  }
