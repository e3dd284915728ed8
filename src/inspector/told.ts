import type { AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { guardText } from './graph.ts'
import type { Asked } from './recording.ts'

/** The name of a transition in a recording: stable across builds of one definition. */
export const nameOf = (transition: AnyTransitionDefinition): string => {
  const all = transition.source.transitions.get(transition.eventType) ?? transition.source.always ?? []
  return `${transition.source.id}|${transition.eventType}|${Math.max(0, all.indexOf(transition as never))}`
}

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

/** What was done by its names, and the children and delays that began and ended, by the states that were left and entered. */
export function namesIn(before: Nodes, after: Nodes, taken: readonly AnyTransitionDefinition[]) {
  const left = before.filter((node) => !after.includes(node)).reverse()
  const entered = after.filter((node) => !before.includes(node))
  const children = (nodes: Nodes) => nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id))
  const delays = (nodes: Nodes) => nodes.flatMap(({ after: all }) => all.map(({ delay }) => `after ${String(delay)}`))
  return {
    actions: [
      ...left.flatMap(({ exit }) => exit.flatMap(actionName)),
      ...taken.flatMap(({ actions }) => actions.flatMap(actionName)),
      ...entered.flatMap(({ entry }) => entry.flatMap(actionName)),
    ],
    began: [...new Set([...children(entered), ...delays(entered)])],
    ended: [...new Set([...children(left), ...delays(left)])],
  }
}
