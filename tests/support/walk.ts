/** Leads a running machine by hand: its actors answer or fail when a test says so, its timers fire on a simulated clock. */
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
import { happen, happenAlone, standInFor } from './model/stand-in.ts'

/** What an invoked actor or a delay may do; made by `answers`, `fails` and `waits`. */
export type ActorHappening =
  | { type: `xstate.done.actor.${string}`; output: unknown }
  | { type: `xstate.error.actor.${string}`; error: unknown }
  | { type: `xstate.after.${string}` }

/** The invoked actor `actor` (its id) finishes with `output`. */
export const answers = (actor: string, output?: unknown): ActorHappening => ({
  type: `xstate.done.actor.${actor}`,
  output,
})

/** The invoked actor `actor` (its id) fails with `error`. */
export const fails = (actor: string, error: unknown): ActorHappening => ({ type: `xstate.error.actor.${actor}`, error })

/** The delay `delay` (its name, or milliseconds) of the state with the id `state` passes, as in `list.uninitialized`. */
export const waits = (delay: string | number, state: string): ActorHappening => ({
  type: `xstate.after.${delay}.${state}`,
})

/** A running machine whose actors and clock obey the test. */
export interface Walk<M extends AnyStateMachine> {
  actor: Actor<M>
  /** Everything the machine emitted, in order. */
  emitted: EmittedFrom<M>[]
  /** Makes one thing happen; throws when no such actor or delay is running. */
  happens: (happening: EventFromLogic<M> | ActorHappening) => void
  /** The same of what was recorded: a delay passes, and none of those that run beside it, which have steps of their own. */
  happensAlone: (happening: EventFromLogic<M> | ActorHappening) => void
}

/** Starts `machine` with stand-ins for its actors, to be led by hand. */
export function startWalk<M extends AnyStateMachine>(machine: M, options: { input?: InputFrom<M> } = {}): Walk<M> {
  const clock = new SimulatedClock()
  const provided = machine.provide({ actors: standInFor(machine) } as never)
  const actor = createActor(provided, { input: options.input, clock }) as Actor<M>
  const emitted: EmittedFrom<M>[] = []
  actor.on('*', (event: EmittedFrom<M>) => emitted.push(event))
  actor.start()
  return {
    actor,
    emitted,
    happens: (happening) => happen(actor as AnyActor, clock, happening),
    happensAlone: (happening) => happenAlone(actor as AnyActor, clock, happening),
  }
}
