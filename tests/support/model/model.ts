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
import type { ActorHappening } from '../walk.ts'
import { written } from './describe.ts'
import { readHappening } from './stand-in.ts'

/** How a machine is tried out: with what it begins, what may happen to it, and what always holds. */
export interface Model<M extends AnyStateMachine = AnyStateMachine> {
  machine: M
  input?: InputFrom<M>
  happenings: readonly (EventFromLogic<M> | ActorHappening)[]
  /**
   * What of the context tells one situation from another: all that a guard reads, and nothing that grows for ever. The
   * record shows the whole context all the same.
   */
  sees?: (context: ContextFrom<M>) => unknown
  /** What is true in every situation, as sentences; a broken one is told with the shortest way to it. */
  holds?: Record<string, (snapshot: ReturnType<M['getInitialSnapshot']>) => boolean>
  /** What is true of all that was told at the end of every approved path, as sentences. */
  tells?: Record<string, (emitted: readonly EmittedFrom<M>[], happenings: readonly EventObject[]) => boolean>
  /** Whether something may happen in a situation, beyond what the machine says: what a page has no control for cannot. */
  allows?: (snapshot: ReturnType<M['getInitialSnapshot']>, happening: EventObject) => boolean
  /** Situations from which no path goes on. */
  stopWhen?: (snapshot: ReturnType<M['getInitialSnapshot']>) => boolean
  /** It is made to run for ever: that it comes to rest is not asked. */
  isEndless?: boolean
  /** More situations than this are a fault of the model. Default 2000. */
  limit?: number
  /** Pairs of transitions that follow each other are covered too. */
  pairs?: boolean
}

/** The models of one machine, by a title each; what they cover is summed. */
export interface Models {
  models: Record<string, Model>
  /** Branches, guard outcomes and states that no path can show, each with its reason. */
  unreachable?: Record<string, string>
  /** Where each type of event that it tells is heard, as files of the app: machines may share the name of an event. */
  listeners?: Record<string, readonly [string, ...string[]]>
}

/** Gives a model the types of its machine. */
export const model = <M extends AnyStateMachine>(given: Model<M>): Model => given as unknown as Model

/** What a happening is called in a record: an event with what it carries, an actor and how it ends, a delay that passes. */
export function labelsOf({ happenings }: Model): string[] {
  const labels = happenings.map(labelOf)
  return labels.map((label, index) => {
    const nth = labels.slice(0, index).filter((other) => other === label).length
    return nth === 0 ? label : `${label} #${nth + 1}`
  })
}

const LONGEST = 120

function labelOf(happening: EventObject & { output?: unknown; error?: unknown }): string {
  const { type, ...rest } = happening
  const { kind, name } = readHappening(type)
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
  if (kind === 'done.actor') return cut(`${name} answers ${written(happening.output)}`)
  if (kind === 'error.actor') return cut(`${name} fails with ${written(happening.error)}`)
  if (kind === 'after') return `${name} passes`
  return cut(Object.keys(rest).length > 0 ? `${type} ${written(rest)}` : type)
}

/** Whether it can happen now: any event can be sent, an actor answers only while it runs, a delay passes while it is waited for. */
export function canHappen(snapshot: AnyMachineSnapshot, { type }: EventObject): boolean {
  if (snapshot.status !== 'active') return false
  const { kind, name } = readHappening(type)
  if (kind === undefined) return true
  if (kind === 'after') return snapshot._nodes.some((node) => node.transitions.has(type))
  return runningIn(snapshot).includes(name)
}

/** The ids of the actors that run: by the definition alone, those of states that were left are still among the children. */
export const runningIn = (
  { _nodes, children }: AnyMachineSnapshot,
  isMeant: (invocation: AnyStateNode['invoke'][number]) => boolean = () => true,
): string[] => _nodes.flatMap(({ invoke }) => invoke.filter(isMeant).map(({ id }) => id)).filter((id) => id in children)
