import type { AnyMachineSnapshot } from 'xstate'
import { type ActorSuspender, createActorSuspender } from './actor-suspender.ts'
import type { EventExamples } from './event-examples.ts'
import { type EventPreview, fireDelay, type PendingDelay, pendingDelaysOf, previewEvents } from './event-preview.ts'
import type { MaskedValue } from './mask.ts'
import type { Recorder } from './recorder.ts'
import { contextAt, eventTypeOf, type Recording } from './recording.ts'
import { checkResumability, type Resumability, resumeActor } from './resume.ts'
import type { TimeTravel } from './time-travel.ts'

/** Status of one actor, which is not part of the recording. */
export interface ActorStatus {
  eventPreviews: readonly EventPreview[]
  timers: readonly PendingDelay[]
  hasView: boolean
  resumability: Resumability
}

/** Data source and commands of the panel, for this page or for a page in another window. */
export interface InspectorController {
  subscribe: (listener: () => void) => () => void
  /** Returns the same object until something changes. */
  recording: () => Recording
  isPaused: () => boolean
  /** Returns the status of an actor now, or in its state at `step`. */
  actorStatus: (actor: string, step: number | null) => ActorStatus
  send: (actor: string, event: { type: string }) => void
  fireTimer: (actor: string, timer: string) => void
  pause: (isPaused: boolean) => void
  /** Returns the step that the app displays; `null` for the live state. */
  shownStep: () => number | null
  /** Displays the app read-only in its state after a step; `null` returns to the live state. */
  showStep: (step: number | null) => void
  /** Returns the number of events queued for suspended actors; `null` while they run. */
  queuedEvents: () => number | null
  suspend: (isSuspended: boolean) => void
  resumeActor: (actor: string, step: number) => void
  clear: () => void
}

/**
 * Returns an example event of a type: the last such event that the actor received, else one of the machine's `examples`, else the
 * bare type.
 */
export const exampleEventFor = (
  recording: Recording,
  actor: string,
  type: string,
  examples: EventExamples = {},
): { type: string } =>
  (recording.steps.findLast((step) => step.actor === actor && eventTypeOf(step) === type)?.event as
    | { type: string }
    | undefined) ??
  examples[recording.actors.find(({ id }) => id === actor)?.machine ?? '']?.[type] ?? { type }

export const EMPTY_ACTOR_STATUS: ActorStatus = { eventPreviews: [], timers: [], hasView: false, resumability: 'no' }

export const createInspectorController = (
  recorder: Recorder,
  travel: TimeTravel,
  suspension: ActorSuspender = createActorSuspender(),
  now: () => number = Date.now,
): InspectorController => ({
  subscribe(listener) {
    const unsubscribes = [recorder, travel, suspension].map(({ subscribe }) => subscribe(listener))
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  },
  recording: recorder.read,
  isPaused: recorder.isPaused,
  actorStatus(id, step) {
    // A stopped actor's snapshot still has the status "active".
    const hasEnded =
      step === null && recorder.read().actors.some((candidate) => candidate.id === id && candidate.status !== 'active')
    const actor = hasEnded ? undefined : recorder.actor(id)
    const live = actor?.getSnapshot() as AnyMachineSnapshot | undefined
    if (!actor || !live) return EMPTY_ACTOR_STATUS
    const hasView = travel.canShow(id)
    const base = { hasView, resumability: step === null ? ('no' as const) : checkResumability(recorder, id, step) }
    if (!('machine' in live)) return { eventPreviews: [], timers: pendingDelaysOf(actor, now()), ...base }
    const recording = recorder.read()
    const example = (type: string) => exampleEventFor(recording, id, type)
    if (step === null)
      return { eventPreviews: previewEvents(live, example), timers: pendingDelaysOf(actor, now()), ...base }
    const past = recording.steps.findLast(({ actor: actorId, n }) => actorId === id && n <= step)
    if (past?.status !== 'active') return { eventPreviews: [], timers: [], ...base }
    // The copy is never started, so it has no children, no delays and no effects.
    const copy = live.machine.resolveState({
      value: past.value as never,
      context: contextAt(recording.steps, id, step) as never,
    })
    return { eventPreviews: previewEvents(copy, example), timers: [], ...base }
  },
  send: (id, event) => recorder.actor(id)?.send(event as never),
  fireTimer(id, timer) {
    const actor = recorder.actor(id)
    if (actor) fireDelay(actor, timer)
  },
  pause: recorder.pause,
  shownStep: travel.at,
  showStep: travel.show,
  queuedEvents: suspension.queuedEvents,
  suspend: suspension.suspend,
  resumeActor(id, step) {
    travel.show(null)
    // The queued events belong to the state that this call abandons, so they are delivered first.
    suspension.suspend(false)
    resumeActor(recorder, id, step, suspension.suspendedMsBetween)
  },
  clear() {
    travel.show(null)
    recorder.clear()
  },
})

export const createRecordingController = (recording: Recording): InspectorController => ({
  subscribe: () => () => {},
  recording: () => recording,
  isPaused: () => true,
  actorStatus: () => EMPTY_ACTOR_STATUS,
  send: () => {},
  fireTimer: () => {},
  pause: () => {},
  shownStep: () => null,
  showStep: () => {},
  queuedEvents: () => null,
  suspend: () => {},
  resumeActor: () => {},
  clear: () => {},
})

export const formatValue = (value: MaskedValue | undefined): string => JSON.stringify(value ?? null, null, 2)
