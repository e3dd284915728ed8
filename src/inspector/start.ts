import { type AnyActor, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, createActor } from 'xstate'
import { nodesOf } from './graph.ts'
import type { Micro } from './told.ts'

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
