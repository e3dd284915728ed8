import {
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
} from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { guardText, nodesOf } from './graph.ts'
import type { Asked } from './recording.ts'

/** All transitions of the state of one that are of the same event, in their order. */
const siblingsOf = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  source.transitions.get(eventType) ?? source.always ?? []

/** The name of a transition in a recording: stable across builds of one definition. */
export const nameOf = (transition: AnyTransitionDefinition): string =>
  `${transition.source.id}|${transition.eventType}|${Math.max(0, siblingsOf(transition).indexOf(transition))}`

/** Asks the guards of all that the event could lead to, once more: what refused is told by nobody else. */
export function askedOf(snapshot: AnyMachineSnapshot | null, event: { type: string }): Asked[] {
  if (!snapshot) return []
  const asked: Asked[] = []
  for (const node of snapshot._nodes) {
    for (const transition of node.transitions.get(event.type) ?? node.transitions.get('*') ?? []) {
      if (!transition.guard) continue
      asked.push({
        at: nameOf(transition),
        name: guardText(transition.guard),
        says: guardSays(transition, snapshot, event),
      })
    }
  }
  return asked
}

/** What the guard of a transition says of a situation; `true` without one. */
export function guardSays(
  { guard }: AnyTransitionDefinition,
  snapshot: AnyMachineSnapshot,
  event: { type: string },
): boolean {
  if (!guard) return true
  try {
    return evaluateGuard(guard, snapshot.context, event as never, snapshot)
  } catch {
    return false
  }
}

const actionName = (action: unknown): string[] => {
  const name = typeof action === 'string' ? action : (action as { type?: unknown }).type
  return typeof name === 'string' && !/^xstate\.(raise|cancel|spawnChild|stopChild)$/.test(name) ? [name] : []
}

type Nodes = AnyMachineSnapshot['_nodes']

/** One of the steps that an event, or a start, is made of: the transitions taken in it, and the states after it. */
export interface Micro {
  taken: readonly AnyTransitionDefinition[]
  nodes: Nodes
}

const isInside = (node: AnyStateNode, other: AnyStateNode | undefined): boolean =>
  node.parent === other || (node.parent !== undefined && isInside(node.parent, other))

/** The states that a transition leaves, those among them that it enters again. */
function leftBy({ source, target, reenter }: AnyTransitionDefinition, nodes: Nodes): Nodes {
  if (!target?.length) return []
  const isOwn = !reenter && target.every((it) => it === source || isInside(it, source))
  let domain: AnyStateNode | undefined = isOwn ? source : source.parent
  // Out to where all that it leads to is inside; out of everything where a machine enters itself again.
  while (!isOwn && domain && !target.every((it) => isInside(it, domain))) domain = domain.parent
  return nodes.filter((node) => isInside(node, domain))
}

/** What was done by its names, and the children and delays that began and ended, by the states that were left and entered. */
export function namesIn(before: Nodes, micros: readonly Micro[]) {
  const actions: string[] = []
  const began = new Set<string>()
  const ended = new Set<string>()
  const runs = ({ invoke, after }: AnyStateNode) => [
    ...invoke.map(({ id }) => id),
    ...after.map(({ delay }) => `after ${String(delay)}`),
  ]
  let stood = before
  for (const { taken, nodes } of micros) {
    const gone = new Set([...stood.filter((it) => !nodes.includes(it)), ...taken.flatMap((it) => leftBy(it, stood))])
    const left = [...gone].sort((one, other) => other.order - one.order)
    const entered = nodes
      .filter((it) => gone.has(it) || !stood.includes(it))
      .sort((one, other) => one.order - other.order)
    actions.push(
      ...left.flatMap(({ exit }) => exit.flatMap(actionName)),
      ...taken.flatMap((it) => it.actions.flatMap(actionName)),
      ...entered.flatMap(({ entry }) => entry.flatMap(actionName)),
    )
    // What began within the step and ended in it ran for no time.
    for (const name of left.flatMap(runs)) if (!began.delete(name)) ended.add(name)
    for (const name of entered.flatMap(runs)) began.add(name)
    stood = nodes
  }
  return { actions, began: [...began], ended: [...ended] }
}

/** What the guards of transitions said that no event of a step led to: those before the one that was taken said no. */
export const saidOf = (transition: AnyTransitionDefinition): Asked[] => {
  const all = siblingsOf(transition)
  return all
    .slice(0, all.indexOf(transition) + 1)
    .flatMap((it) => (it.guard ? [{ at: nameOf(it), name: guardText(it.guard), says: it === transition }] : []))
}

/** Where a machine begins before anything leads on by itself. */
const initialOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? [])).flatMap(initialOf),
]

/**
 * The steps that a machine's start is made of. XState tells of them only while an actor is made, which nobody hears: another
 * is made from the same, and never started.
 */
export function startOf({ logic }: AnyActor, input: unknown): Micro[] {
  const machine = logic as AnyStateMachine
  const first: Micro = { taken: [], nodes: initialOf(machine.root) }
  const micros = [first]
  if (!nodesOf(machine.root).some(({ always }) => always?.length)) return micros
  let self = ''
  createActor(machine, {
    input,
    inspect(event) {
      if (event.type === '@xstate.actor') self ||= event.actorRef.sessionId
      if (event.type !== '@xstate.microstep' || event.actorRef.sessionId !== self) return
      micros.push({ taken: event._transitions, nodes: (event.snapshot as AnyMachineSnapshot)._nodes })
    },
  })
  return micros
}
