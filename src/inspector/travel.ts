import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { hasView, type Moment, showMoment } from '../ui/moment.ts'
import type { Recorder } from './record.ts'
import { contextAt } from './recording.ts'
import { revive } from './revive.ts'

/** Shows moments of the past in the app itself. */
export interface Travel {
  /** The step that the app is shown at; `null` while it is shown as it is. */
  at: () => number | null
  /** Shows the app as it was after a step, or as it is. Nothing is started, asked or told by it. */
  show: (step: number | null) => void
  /** Whether a view that can be shown as it was belongs to the actor. */
  canShow: (actor: string) => boolean
  subscribe: (hear: () => void) => () => void
}

/** Makes the way back into the past of what a recorder saw. */
export function createTravel(recorder: Recorder): Travel {
  const hearers = new Set<() => void>()
  let shown: number | null = null
  return {
    at: () => shown,
    show(step) {
      if (step === shown) return
      shown = step
      showMoment(step === null ? null : momentAt(recorder, step))
      for (const hear of hearers) hear()
    },
    canShow(id) {
      const actor = recorder.actor(id)
      return actor !== undefined && hasView(actor)
    },
    subscribe(hear) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
}

/** What stands for each actor at a step: made once each, so that a view sees the same thing whenever it looks. */
function momentAt(recorder: Recorder, step: number): Moment {
  const { steps } = recorder.read()
  const made = new WeakMap<AnyActorRef, AnyActorRef>()
  return (actor) => {
    const known = made.get(actor)
    if (known) return known
    const past = steps.findLast(({ actor: of, n }) => of === actor.sessionId && n <= step)
    const context = contextAt(steps, actor.sessionId, step)
    // One that was not there yet, or of which nothing is left, is shown as it is.
    if (!past || context === null) return undefined
    const living = actor.getSnapshot() as AnyMachineSnapshot
    const copy = still(
      actor,
      living.machine.resolveState({
        value: past.value as never,
        context: revive(context, living.context) as never,
        status: past.status as never,
      }),
    )
    made.set(actor, copy)
    return copy
  }
}

/** What has the face of an actor and none of its life: it was never started, hears nothing and tells nobody. */
const still = (actor: AnyActorRef, snapshot: AnyMachineSnapshot): AnyActorRef =>
  ({
    id: actor.id,
    sessionId: actor.sessionId,
    system: actor.system,
    src: actor.src,
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => {} }),
    on: () => ({ unsubscribe: () => {} }),
    select: (pick: (of: AnyMachineSnapshot) => unknown) => ({
      get: () => pick(snapshot),
      subscribe: () => ({ unsubscribe: () => {} }),
    }),
    send: () => {},
  }) as unknown as AnyActorRef
