import type { AnyMachineSnapshot } from 'xstate'
import type { Examples } from './examples.ts'
import { type GoesOn, goesOn, goOn } from './go-on.ts'
import type { Masked } from './mask.ts'
import { type Outlook, outlooksOf, passTimer, type Timer, timersOf } from './outlook.ts'
import type { Recorder } from './record.ts'
import { contextAt, type Recording, typeOf } from './recording.ts'
import { createSuspension, type Suspension } from './suspend.ts'
import type { Travel } from './travel.ts'

/** What is known of one actor beyond the recording. */
export interface Situation {
  outlooks: readonly Outlook[]
  timers: readonly Timer[]
  /** Whether the page can show this actor as it was. */
  hasView: boolean
  /** Whether it can go on from the step. */
  goesOn: GoesOn
}

/** What the panel works on: the page it stands in, or another window's. */
export interface Desk {
  subscribe: (hear: () => void) => () => void
  /** The same object until something changed. */
  recording: () => Recording
  isPaused: () => boolean
  /** What could happen to an actor: now, or where a copy of it stands at a step. */
  situation: (actor: string, step: number | null) => Situation
  send: (actor: string, event: { type: string }) => void
  pass: (actor: string, timer: string) => void
  pause: (isPaused: boolean) => void
  /** The step that the app is shown at; `null` while it is shown as it is. */
  moment: () => number | null
  /** Shows the app as it was after a step, read-only, or as it is. */
  show: (step: number | null) => void
  /** How many events wait for actors that are suspended; `null` while they run. */
  waiting: () => number | null
  /** Suspends the actors of the page, or has them go on. */
  suspend: (isSuspended: boolean) => void
  /** Has an actor go on from where it stood after a step, where it can. */
  goOn: (actor: string, step: number) => void
  clear: () => void
}

/** An event of a type, to begin from: the last that an actor heard, else one of its machine's `examples`, else the bare type. */
export const exampleOf = (
  recording: Recording,
  actor: string,
  type: string,
  examples: Examples = {},
): { type: string } =>
  (recording.steps.findLast((step) => step.actor === actor && typeOf(step) === type)?.event as
    | { type: string }
    | undefined) ??
  examples[recording.actors.find(({ id }) => id === actor)?.machine ?? '']?.[type] ?? { type }

/** What is known of an actor of which nothing is. */
export const NO_SITUATION: Situation = { outlooks: [], timers: [], hasView: false, goesOn: 'no' }

/** The desk of this page. */
export const createDesk = (
  recorder: Recorder,
  travel: Travel,
  suspension: Suspension = createSuspension(),
  now: () => number = Date.now,
): Desk => ({
  subscribe(hear) {
    const stops = [recorder, travel, suspension].map(({ subscribe }) => subscribe(hear))
    return () => {
      for (const stop of stops) stop()
    }
  },
  recording: recorder.read,
  isPaused: recorder.isPaused,
  situation(id, step) {
    // One that was stopped keeps the face of one that runs.
    const isOver = step === null && recorder.read().actors.some((it) => it.id === id && it.status !== 'active')
    const actor = isOver ? undefined : recorder.actor(id)
    const live = actor?.getSnapshot() as AnyMachineSnapshot | undefined
    if (!actor || !live) return NO_SITUATION
    const hasView = travel.canShow(id)
    const here = { hasView, goesOn: step === null ? ('no' as const) : goesOn(recorder, id, step) }
    if (!('machine' in live)) return { outlooks: [], timers: timersOf(actor, now()), ...here }
    const recording = recorder.read()
    const example = (type: string) => exampleOf(recording, id, type)
    if (step === null) return { outlooks: outlooksOf(live, example), timers: timersOf(actor, now()), ...here }
    const past = recording.steps.findLast(({ actor: of, n }) => of === id && n <= step)
    if (past?.status !== 'active') return { outlooks: [], timers: [], ...here }
    // A copy that is never started: it runs no child, waits for nothing and tells nobody.
    const copy = live.machine.resolveState({
      value: past.value as never,
      context: contextAt(recording.steps, id, step) as never,
    })
    return { outlooks: outlooksOf(copy, example), timers: [], ...here }
  },
  send: (id, event) => recorder.actor(id)?.send(event as never),
  pass(id, timer) {
    const actor = recorder.actor(id)
    if (actor) passTimer(actor, timer)
  },
  pause: recorder.pause,
  moment: travel.at,
  show: travel.show,
  waiting: suspension.waiting,
  suspend: suspension.suspend,
  goOn(id, step) {
    travel.show(null)
    // What waited belongs to what is left behind.
    suspension.suspend(false)
    goOn(recorder, id, step, suspension.restedIn)
  },
  clear() {
    travel.show(null)
    recorder.clear()
  },
})

/** The desk of a recording that was brought: nothing in it can happen. */
export const deskOf = (recording: Recording): Desk => ({
  subscribe: () => () => {},
  recording: () => recording,
  isPaused: () => true,
  situation: () => NO_SITUATION,
  send: () => {},
  pass: () => {},
  pause: () => {},
  moment: () => null,
  show: () => {},
  waiting: () => null,
  suspend: () => {},
  goOn: () => {},
  clear: () => {},
})

/** A masked value as it is shown: in lines. */
export const shown = (value: Masked | undefined): string => JSON.stringify(value ?? null, null, 2)
