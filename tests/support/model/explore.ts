import { type ActorLogic, type AnyMachineSnapshot, type EventObject, initialTransition, transition } from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'
import { parseEventType } from './actor-stub.ts'
import { formatState, formatValue } from './format-value.ts'
import {
  type InstrumentedMachine,
  instrumentMachine,
  type StepTrace,
  TRACE_ACTION,
  type TraceParams,
} from './instrument.ts'
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

/** Transition in the explorer's result. */
interface StateTransition {
  event: EventObject
  state: AnyMachineSnapshot
}

/**
 * Visits every situation by pure transitions, with the explorer of `xstate/graph`: no actor and no action runs. Throws if the
 * model exceeds its limit of situations.
 */
export function exploreStates(model: MachineModel): StateGraph {
  const instrumented = instrumentMachine(model.machine)
  const first = initialTransition(instrumented.machine, model.input)[0] as AnyMachineSnapshot
  instrumented.takeTrace()
  const traces = new Map<AnyMachineSnapshot, StepTrace>()
  const keyOf = createSituationKeys(model)
  const adjacency = getAdjacencyMap(
    {
      getInitialSnapshot: () => first,
      getPersistedSnapshot: (snapshot) => snapshot,
      transition: (from, event) => {
        const { next, trace } = takeStep(instrumented, from, event)
        traces.set(next, trace)
        return next
      },
    } as ActorLogic<AnyMachineSnapshot, EventObject>,
    {
      events: model.events as EventObject[],
      filterEvents: (snapshot, event) =>
        canOccur(snapshot, event) && model.isPossible?.(snapshot as never, event) !== false,
      stopWhen: (snapshot) => model.isEnd?.(snapshot) ?? false,
      serializeState: keyOf,
      serializeEvent: (event) => String(model.events.indexOf(event as never)),
    },
  )
  const nodes = Object.entries(adjacency)
  const states = new Map<string, ExploredState>(
    nodes.map(([key, { state }]) => [key, { snapshot: state, path: [], steps: [], goals: listRestGoals(state) }]),
  )
  const start = states.get(keyOf(first))!
  const brokenInvariants = new Map<string, readonly number[]>()
  const checkInvariants = (snapshot: AnyMachineSnapshot, path: readonly number[]) => {
    for (const [sentence, isTrue] of Object.entries(model.invariants ?? {}))
      if (!brokenInvariants.has(sentence) && !isTrue(snapshot as never)) brokenInvariants.set(sentence, path)
  }
  checkInvariants(first, [])
  // The explorer visits nearer situations first, so the first path to a situation is a shortest one.
  for (const [key, { transitions }] of nodes) {
    const situation = states.get(key)!
    for (const [eventKey, { event, state }] of Object.entries<StateTransition>(transitions)) {
      const eventIndex = Number(eventKey)
      const path = [...situation.path, eventIndex]
      // Checks every context that occurs, not only the first one of a situation.
      checkInvariants(state, path)
      const to = states.get(keyOf(state))!
      if (to !== start && to.path.length === 0) to.path = path
      const trace = traces.get(state)!
      situation.steps.push({
        eventIndex,
        to,
        goals: listGoals(situation, to, event, eventIndex, trace),
        branches: trace.branches,
      })
    }
  }
  return { start, situations: [...states.values()], brokenInvariants }
}

/** Returns a function that formats what distinguishes situations. It throws when there are more than the model allows. */
function createSituationKeys({ contextKey, maxStates = 2000 }: MachineModel): (snapshot: AnyMachineSnapshot) => string {
  const keys = new Map<AnyMachineSnapshot, string>()
  const distinctKeys = new Set<string>()
  return (snapshot) => {
    let key = keys.get(snapshot)
    if (key === undefined) {
      const { value, status, context } = snapshot
      key = formatValue([value, status, runningActorIds(snapshot), contextKey ? contextKey(context) : context])
      keys.set(snapshot, key)
      if (distinctKeys.add(key).size > maxStates)
        throw new Error(`More than ${maxStates} situations: omit from contextKey what no guard reads`)
    }
    return key
  }
}

/** Returns the goals that a step covers. */
function listGoals(
  from: ExploredState,
  to: ExploredState,
  event: EventObject,
  eventIndex: number,
  { branches, guards, actions }: StepTrace,
): string[] {
  // A branch has a separate goal for each target state, and one for staying in place. A transition without an effect gets no
  // such goal.
  const [before, after] = [from, to].map(({ snapshot }) => formatState(snapshot.value))
  const effect = after !== before ? `to ${after}` : 'in place'
  const hasEffect = to !== from || actions.length > 0
  return [
    ...branches.flatMap((branch) => [
      `took ${branch}`,
      ...(hasEffect ? [`effect ${branch} by ${eventIndex} ${effect}`] : []),
    ]),
    ...guards.map((guard) => `guard ${guard}`),
    ...(branches.length === 0 ? [`refused ${event.type} in ${before}`] : []),
    ...to.goals,
  ]
}

function takeStep({ machine, takeTrace }: InstrumentedMachine, from: AnyMachineSnapshot, event: EventObject) {
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
  const trace: StepTrace = {
    guards,
    branches: marks.flatMap((mark) => ('took' in mark ? [mark.took] : [])),
    actions: marks.flatMap((mark) => ('did' in mark ? [mark.did] : [])),
  }
  return { next: { ...next, children } as AnyMachineSnapshot, trace }
}

const listRestGoals = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ id }) => `rest ${id}`)

export const describeBrokenInvariants = (model: MachineModel, { brokenInvariants }: StateGraph): string[] =>
  [...brokenInvariants].map(([sentence, path]) => `${sentence}: not ${describePath(labelEvents(model), path)}`)

/** Returns situations that wait forever, because no result, error or delay leads to a situation at rest. */
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

/** Returns whether the machine waits for an event: no awaited actor runs, and no delay is pending. */
const isAtRest = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.status !== 'active' ||
  (runningActorIds(snapshot, isAwaited).length === 0 && snapshot._nodes.every(({ after }) => after.length === 0))

/** Returns whether a state awaits its actor. An actor without `onDone` and `onError` runs as long as the state is active. */
const isAwaited = ({ onDone, onError }: { onDone?: unknown; onError?: unknown }) =>
  onDone !== undefined || onError !== undefined

const describePath = (labels: string[], path: readonly number[]): string =>
  path.length === 0 ? 'at the start' : `after ${path.map((step) => labels[step]).join(', then ')}`
