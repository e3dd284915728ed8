import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { hasTimeTravelView, type PastActorLookup, showPastState } from '../ui/time-travel.ts'
import type { Recorder } from './recorder.ts'
import { contextAt } from './recording.ts'
import { restoreContext } from './restore-context.ts'

/** Displays past states in the app itself. */
export interface TimeTravel {
  /** Returns the displayed step; `null` for the live state. */
  at: () => number | null
  /** Displays the app in its state after a step; `null` returns to the live state. Starts no actor and sends no events. */
  show: (step: number | null) => void
  canShow: (actor: string) => boolean
  subscribe: (listener: () => void) => () => void
}

export function createTimeTravel(recorder: Recorder): TimeTravel {
  const listeners = new Set<() => void>()
  let shownStep: number | null = null
  return {
    at: () => shownStep,
    show(step) {
      if (step === shownStep) return
      shownStep = step
      showPastState(step === null ? null : createPastActorLookup(recorder, step))
      for (const listener of listeners) listener()
    },
    canShow(id) {
      const actor = recorder.actor(id)
      return actor !== undefined && hasTimeTravelView(actor)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the replacement for each actor at a step. Each replacement is created once, so that views see a stable reference. */
function createPastActorLookup(recorder: Recorder, step: number): PastActorLookup {
  const { steps } = recorder.read()
  const copies = new WeakMap<AnyActorRef, AnyActorRef>()
  return (actor) => {
    const cached = copies.get(actor)
    if (cached) return cached
    const past = steps.findLast(({ actor: stepActor, n }) => stepActor === actor.sessionId && n <= step)
    const context = contextAt(steps, actor.sessionId, step)
    // An actor that did not exist yet, or whose past is no longer recorded, is displayed in its live state.
    if (!past || context === null) return undefined
    const live = actor.getSnapshot() as AnyMachineSnapshot
    const copy = createFrozenActor(
      actor,
      live.machine.resolveState({
        value: past.value as never,
        context: restoreContext(context, live.context) as never,
        status: past.status as never,
      }),
    )
    copies.set(actor, copy)
    return copy
  }
}

/** Creates an inert replacement for an actor: never started, it ignores events and emits none. */
const createFrozenActor = (actor: AnyActorRef, snapshot: AnyMachineSnapshot): AnyActorRef =>
  ({
    id: actor.id,
    sessionId: actor.sessionId,
    system: actor.system,
    src: actor.src,
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => {} }),
    on: () => ({ unsubscribe: () => {} }),
    select: (pick: (state: AnyMachineSnapshot) => unknown) => ({
      get: () => pick(snapshot),
      subscribe: () => ({ unsubscribe: () => {} }),
    }),
    send: () => {},
  }) as unknown as AnyActorRef
