import { type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import { parseEventType } from './actor-stub.ts'
import { formatState, formatValue } from './format-value.ts'
import { type InstrumentedMachine, instrumentMachine, TRACE_ACTION, type TraceParams } from './instrument.ts'
import { canOccur, labelEvents, type MachineModel, runningActorIds } from './model.ts'

/** One event in a situation, the situation after it, and its goals. */
export interface StateStep {
  eventIndex: number
  to: ExploredState
  /** Goals that a path covers with this step. */
  goals: string[]
  branches: string[]
}

/** Situation: a state with the relevant part of its context, and the shortest path to the situation. */
export interface ExploredState {
  snapshot: AnyMachineSnapshot
  path: readonly number[]
  steps: StateStep[]
  /** Goals covered by resting in this situation. */
  goals: string[]
}

export interface StateGraph {
  start: ExploredState
  situations: ExploredState[]
  /** Invariants of the model that fail, each with the shortest path to the failure. */
  brokenInvariants: ReadonlyMap<string, readonly number[]>
}

/**
 * Visits every situation by pure transitions: no actor and no action runs. Throws if the model exceeds its limit of situations.
 */
export function exploreStates(model: MachineModel): StateGraph {
  const instrumented = instrumentMachine(model.machine)
  const key = (snapshot: AnyMachineSnapshot) =>
    formatValue([
      snapshot.value,
      snapshot.status,
      runningActorIds(snapshot),
      model.contextKey ? model.contextKey(snapshot.context) : snapshot.context,
    ])
  const first = initialTransition(instrumented.machine, model.input)[0] as AnyMachineSnapshot
  instrumented.takeTrace()
  const start: ExploredState = { snapshot: first, path: [], steps: [], goals: listRestGoals(first) }
  const states = new Map([[key(first), start]])
  const limit = model.maxStates ?? 2000
  const broken = new Map(
    Object.entries(model.invariants ?? {}).flatMap(([sentence, isTrue]): [string, readonly number[]][] =>
      isTrue(first as never) ? [] : [[sentence, []]],
    ),
  )
  // Iterating a map includes entries that are added during the iteration.
  for (const situation of states.values()) {
    if (model.isEnd?.(situation.snapshot)) continue
    for (const [eventIndex, event] of model.events.entries()) {
      if (!canOccur(situation.snapshot, event) || model.isPossible?.(situation.snapshot as never, event) === false)
        continue
      const { next, took: takenBranches, guards, did: ranActions } = takeStep(instrumented, situation.snapshot, event)
      const path = [...situation.path, eventIndex]
      // Checks every context that occurs, not only the first one of a situation.
      for (const [sentence, isTrue] of Object.entries(model.invariants ?? {}))
        if (!broken.has(sentence) && !isTrue(next as never)) broken.set(sentence, path)
      const name = key(next)
      let target = states.get(name)
      if (!target) {
        target = { snapshot: next, path, steps: [], goals: listRestGoals(next) }
        states.set(name, target)
        if (states.size > limit)
          throw new Error(`More than ${limit} situations; leave out of 'sees' what no guard reads`)
      }
      // A branch has a separate goal for each target state, and one for staying in place. A transition without an effect gets no
      // such goal.
      const state = formatState(next.value)
      const effect = state !== formatState(situation.snapshot.value) ? `to ${state}` : 'in place'
      const hasEffect = target !== situation || ranActions.length > 0
      const goals = [
        ...takenBranches.flatMap((branch) => [
          `took ${branch}`,
          ...(hasEffect ? [`effect ${branch} by ${eventIndex} ${effect}`] : []),
        ]),
        ...guards.map((guard) => `guard ${guard}`),
        ...(takenBranches.length === 0 ? [`refused ${event.type} in ${formatState(situation.snapshot.value)}`] : []),
        ...target.goals,
      ]
      situation.steps.push({ eventIndex, to: target, goals, branches: takenBranches })
    }
  }
  return { start, situations: [...states.values()], brokenInvariants: broken }
}

function takeStep({ machine, takeTrace }: InstrumentedMachine, from: AnyMachineSnapshot, event: { type: string }) {
  const [next, actions] = transition(machine, from as never, event as never) as unknown as [
    AnyMachineSnapshot,
    { type: string; params: unknown }[],
  ]
  const { guards } = takeTrace()
  // In pure transitions a finished actor remains among the children until its state is left.
  const { kind, name } = parseEventType(event.type)
  const endedActorId = kind === 'after' ? '' : name
  const children: Record<string, unknown> = { ...next.children }
  if (endedActorId && children[endedActorId] === (from.children as Record<string, unknown>)[endedActorId])
    delete children[endedActorId]
  const marks = actions.flatMap(({ type, params }) => (type === TRACE_ACTION ? [params as TraceParams] : []))
  return {
    next: { ...next, children } as AnyMachineSnapshot,
    guards,
    took: marks.flatMap((mark) => ('took' in mark ? [mark.took] : [])),
    did: marks.flatMap((mark) => ('did' in mark ? [mark.did] : [])),
  }
}

const listRestGoals = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ id }) => `rest ${id}`)

export const describeBrokenInvariants = (model: MachineModel, { brokenInvariants }: StateGraph): string[] =>
  [...brokenInvariants].map(([sentence, path]) => `${sentence}: not ${describePath(labelEvents(model), path)}`)

/** Returns situations that wait forever: no result, error or delay leads from them to rest. */
export function findDeadlocks(model: MachineModel, { situations }: StateGraph): string[] {
  const labels = labelEvents(model)
  const isOwn = ({ eventIndex }: StateStep) => !model.events[eventIndex]!.type.startsWith('xstate.')
  const resting = new Set(situations.filter(({ snapshot }) => isAtRest(snapshot)))
  for (let before = -1; before !== resting.size; ) {
    before = resting.size
    for (const state of situations)
      if (state.steps.some((step) => !isOwn(step) && resting.has(step.to))) resting.add(state)
  }
  return situations
    .filter((state) => !resting.has(state) && !model.isEnd?.(state.snapshot as never))
    .map(({ path }) => `no rest ${describePath(labels, path)}`)
}

/** Whether nothing more happens without an event: no awaited actor runs, and no delay is pending. */
const isAtRest = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.status !== 'active' ||
  (runningActorIds(snapshot, isAwaited).length === 0 && snapshot._nodes.every(({ after }) => after.length === 0))

/** An actor without `onDone` and `onError` runs for as long as its state and is not awaited. */
const isAwaited = ({ onDone, onError }: { onDone?: unknown; onError?: unknown }) =>
  onDone !== undefined || onError !== undefined

const describePath = (labels: string[], path: readonly number[]): string =>
  path.length === 0 ? 'at the start' : `after ${path.map((step) => labels[step]).join(', then ')}`
