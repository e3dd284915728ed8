import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { guardText } from './chart.ts'
import type { GuardResult } from './recording.ts'

/** Returns all transitions of the same state for the same event, in order. */
const siblingsOf = ({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  source.transitions.get(eventType) ?? source.always ?? []

/** Returns the name of a transition in a recording, which is stable across builds of the same definition. */
export const transitionName = (transition: AnyTransitionDefinition): string =>
  `${transition.source.id}|${transition.eventType}|${Math.max(0, siblingsOf(transition).indexOf(transition))}`

/** Evaluates the guards of all transitions for the event again, because XState does not report refusals. */
export function evaluateGuards(snapshot: AnyMachineSnapshot | null, event: { type: string }): GuardResult[] {
  if (!snapshot) return []
  const results: GuardResult[] = []
  for (const node of snapshot._nodes) {
    for (const transition of node.transitions.get(event.type) ?? node.transitions.get('*') ?? []) {
      if (!transition.guard) continue
      results.push({
        at: transitionName(transition),
        name: guardText(transition.guard),
        says: evaluateTransitionGuard(transition, snapshot, event),
      })
    }
  }
  return results
}

/** Evaluates the guard of a transition; `true` without one. */
export function evaluateTransitionGuard(
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

/** A microstep of an event or a start: the transitions taken, and the active states afterwards. */
export interface Microstep {
  taken: readonly AnyTransitionDefinition[]
  nodes: Nodes
}

const isInside = (node: AnyStateNode, other: AnyStateNode | undefined): boolean =>
  node.parent === other || (node.parent !== undefined && isInside(node.parent, other))

/** Returns the states that a transition exits, including those it re-enters. */
function exitedStates({ source, target, reenter }: AnyTransitionDefinition, nodes: Nodes): Nodes {
  if (!target?.length) return []
  const isInternal = !reenter && target.every((node) => node === source || isInside(node, source))
  let domain: AnyStateNode | undefined = isInternal ? source : source.parent
  // Finds the smallest ancestor that contains all targets; none if the machine re-enters itself.
  while (!isInternal && domain && !target.every((node) => isInside(node, domain))) domain = domain.parent
  return nodes.filter((node) => isInside(node, domain))
}

/**
 * Returns the names of executed actions, and the children and delays that started and ended, from the exited and entered states.
 */
export function describeMicrosteps(before: Nodes, microsteps: readonly Microstep[]) {
  const actions: string[] = []
  const began = new Set<string>()
  const ended = new Set<string>()
  const runningNames = ({ invoke, after }: AnyStateNode) => [
    ...invoke.map(({ id }) => id),
    ...after.map(({ delay }) => `after ${String(delay)}`),
  ]
  let activeNodes = before
  for (const { taken, nodes } of microsteps) {
    const exitedSet = new Set([
      ...activeNodes.filter((node) => !nodes.includes(node)),
      ...taken.flatMap((transition) => exitedStates(transition, activeNodes)),
    ])
    const exitedNodes = [...exitedSet].sort((one, other) => other.order - one.order)
    const enteredNodes = nodes
      .filter((node) => exitedSet.has(node) || !activeNodes.includes(node))
      .sort((one, other) => one.order - other.order)
    actions.push(
      ...exitedNodes.flatMap(({ exit }) => exit.flatMap(actionName)),
      ...taken.flatMap((transition) => transition.actions.flatMap(actionName)),
      ...enteredNodes.flatMap(({ entry }) => entry.flatMap(actionName)),
    )
    // A child or delay that started and ended within the step is omitted.
    for (const name of exitedNodes.flatMap(runningNames)) if (!began.delete(name)) ended.add(name)
    for (const name of enteredNodes.flatMap(runningNames)) began.add(name)
    activeNodes = nodes
  }
  return { actions, began: [...began], ended: [...ended] }
}

/** Returns the guard results of an eventless transition. The guards of the transitions before it returned false. */
export const guardResultsOf = (transition: AnyTransitionDefinition): GuardResult[] => {
  const siblings = siblingsOf(transition)
  return siblings
    .slice(0, siblings.indexOf(transition) + 1)
    .flatMap((candidate) =>
      candidate.guard
        ? [{ at: transitionName(candidate), name: guardText(candidate.guard), says: candidate === transition }]
        : [],
    )
}
