import { type AnyActor, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, createActor } from 'xstate'
import { nodesOf } from './chart.ts'
import type { Microstep } from './transition-details.ts'

/** Returns the initial states of a machine, before eventless transitions. */
const initialNodes = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? [])).flatMap(initialNodes),
]

/**
 * Returns the microsteps of a machine's start. XState reports microsteps of a start only during creation, before the recorder
 * listens. Therefore a second actor is created from the same input and never started.
 */
export function collectInitialMicrosteps({ logic }: AnyActor, input: unknown): Microstep[] {
  const machine = logic as AnyStateMachine
  const first: Microstep = { taken: [], nodes: initialNodes(machine.root) }
  const microsteps = [first]
  if (!nodesOf(machine.root).some(({ always }) => always?.length)) return microsteps
  let ownId = ''
  createActor(machine, {
    input,
    inspect(event) {
      if (event.type === '@xstate.actor') ownId ||= event.actorRef.sessionId
      if (event.type !== '@xstate.microstep' || event.actorRef.sessionId !== ownId) return
      microsteps.push({ taken: event._transitions, nodes: (event.snapshot as AnyMachineSnapshot)._nodes })
    },
  })
  return microsteps
}
