import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  ContextFrom,
  EmittedFrom,
  EventFromLogic,
  EventObject,
  InputFrom,
} from 'xstate'
import type { ActorEvent } from '../machine-driver.ts'
import { parseEventType } from './actor-stub.ts'
import { formatValue } from './format-value.ts'

/** Test model of a machine: its input, the events that may happen, and its invariants. */
export interface MachineModel<M extends AnyStateMachine = AnyStateMachine> {
  machine: M
  input?: InputFrom<M>
  events: readonly (EventFromLogic<M> | ActorEvent)[]
  /**
   * Selects the part of the context that distinguishes situations: all that guards read, and nothing that grows without limit.
   * Records show the whole context.
   */
  contextKey?: (context: ContextFrom<M>) => unknown
  /** Invariants by description. A failure is reported with the shortest path to the failing situation. */
  invariants?: Record<string, (snapshot: ReturnType<M['getInitialSnapshot']>) => boolean>
  /** Assertions on the emitted events at the end of every approved path, by description. */
  emittedInvariants?: Record<string, (emitted: readonly EmittedFrom<M>[], events: readonly EventObject[]) => boolean>
  /** Whether an event may happen in a situation. Excludes events for which the page has no control. */
  isPossible?: (snapshot: ReturnType<M['getInitialSnapshot']>, event: EventObject) => boolean
  /** Stops exploration at matching situations. */
  isEnd?: (snapshot: ReturnType<M['getInitialSnapshot']>) => boolean
  /** Whether the machine runs forever by design, so that the tests accept deadlocks. */
  isEndless?: boolean
  /** Maximum number of situations before the model counts as faulty. Default: 2000. */
  maxStates?: number
  /** Whether to cover pairs of consecutive transitions, too. */
  coversPairs?: boolean
}

/** Models of one machine by title. The models together must cover the machine. */
export interface MachineModels {
  models: Record<string, MachineModel>
  /** Branches, guard results and states that no path can cover, each with its reason. */
  unreachable?: Record<string, string>
  /** Files of the app that subscribe to each emitted event type. Several machines may use the same event name. */
  listeners?: Record<string, readonly [string, ...string[]]>
}

export const defineModel = <M extends AnyStateMachine>(model: MachineModel<M>): MachineModel =>
  model as unknown as MachineModel

/** Returns the label of each event in a record: an event with its data, an actor with its result, or an elapsed delay. */
export function labelEvents({ events }: MachineModel): string[] {
  const labels = events.map(labelEvent)
  return labels.map((label, index) => {
    const earlierCount = labels.slice(0, index).filter((other) => other === label).length
    return earlierCount === 0 ? label : `${label} #${earlierCount + 1}`
  })
}

const MAX_LABEL_LENGTH = 120

function labelEvent(event: EventObject & { output?: unknown; error?: unknown }): string {
  const { type, ...data } = event
  const { kind, name } = parseEventType(type)
  const truncate = (text: string) => (text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text)
  if (kind === 'done.actor') return truncate(`${name} answers ${formatValue(event.output)}`)
  if (kind === 'error.actor') return truncate(`${name} fails with ${formatValue(event.error)}`)
  if (kind === 'after') return `${name} passes`
  return truncate(Object.keys(data).length > 0 ? `${type} ${formatValue(data)}` : type)
}

/** Returns whether an event can happen now: the end of an actor only while the actor runs, a delay only while pending. */
export function canOccur(snapshot: AnyMachineSnapshot, { type }: EventObject): boolean {
  if (snapshot.status !== 'active') return false
  const { kind, name } = parseEventType(type)
  if (kind === undefined) return true
  if (kind === 'after') return snapshot._nodes.some((node) => node.transitions.has(type))
  return runningActorIds(snapshot).includes(name)
}

/** Returns the ids of the running actors. After pure transitions, `children` also contains the actors of exited states. */
export const runningActorIds = (
  { _nodes, children }: AnyMachineSnapshot,
  isIncluded: (invocation: AnyStateNode['invoke'][number]) => boolean = () => true,
): string[] =>
  _nodes.flatMap(({ invoke }) => invoke.filter(isIncluded).map(({ id }) => id)).filter((id) => id in children)
