/** Controls a running machine in tests: actors succeed or fail on request, and timers use a simulated clock. */
import {
  type Actor,
  type AnyActor,
  type AnyStateMachine,
  createActor,
  type EmittedFrom,
  type EventFromLogic,
  type InputFrom,
  SimulatedClock,
} from 'xstate'
import { createActorStubs, triggerEvent, triggerEventAlone } from './model/actor-stub.ts'

/** End of an invoked actor or a delay, created by `actorDone`, `actorFailed` and `delayElapsed`. */
export type ActorEvent =
  | { type: `xstate.done.actor.${string}`; output: unknown }
  | { type: `xstate.error.actor.${string}`; error: unknown }
  | { type: `xstate.after.${string}` }

/** Creates the event that the invoked actor with the id `actor` finishes with `output`. */
export const actorDone = (actor: string, output?: unknown): ActorEvent => ({
  type: `xstate.done.actor.${actor}`,
  output,
})

/** Creates the event that the invoked actor with the id `actor` fails with `error`. */
export const actorFailed = (actor: string, error: unknown): ActorEvent => ({
  type: `xstate.error.actor.${actor}`,
  error,
})

/**
 * Creates the event that a delay (a name or milliseconds) elapses in the state with the id `state`, such as `list.uninitialized`.
 */
export const delayElapsed = (delay: string | number, state: string): ActorEvent => ({
  type: `xstate.after.${delay}.${state}`,
})

/** Running machine whose actors and clock the test controls. */
export interface MachineDriver<M extends AnyStateMachine> {
  actor: Actor<M>
  emitted: EmittedFrom<M>[]
  /** Sends an event. Throws if the event ends an actor or delay that is not active. */
  trigger: (event: EventFromLogic<M> | ActorEvent) => void
  /** Sends a recorded event. If the event ends a delay, concurrent delays keep running, because each delay has its own step. */
  triggerAlone: (event: EventFromLogic<M> | ActorEvent) => void
}

/** Starts `machine` with stubs for its actors. */
export function startMachineDriver<M extends AnyStateMachine>(
  machine: M,
  options: { input?: InputFrom<M> } = {},
): MachineDriver<M> {
  const clock = new SimulatedClock()
  const provided = machine.provide({ actors: createActorStubs(machine) } as never)
  const actor = createActor(provided, { input: options.input, clock }) as Actor<M>
  const emitted: EmittedFrom<M>[] = []
  actor.on('*', (event: EmittedFrom<M>) => emitted.push(event))
  actor.start()
  return {
    actor,
    emitted,
    trigger: (event) => triggerEvent(actor as AnyActor, clock, event),
    triggerAlone: (event) => triggerEventAlone(actor as AnyActor, clock, event),
  }
}
