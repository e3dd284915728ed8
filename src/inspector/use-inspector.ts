import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { fromPromise } from 'xstate'
import { inspectorMachine } from '../machines/inspector.machine.ts'
import { type Desk, deskOf, NO_SITUATION } from './desk.ts'
import { LARGEST_FILE, RecordingError, readRecording } from './file.ts'
import type { Recording } from './recording.ts'

const machine = inspectorMachine.provide({
  actors: {
    readFile: fromPromise(async ({ input: { file } }) => {
      if (!(file instanceof Blob)) throw new RecordingError('inspector.file.none')
      if (file.size > LARGEST_FILE) throw new RecordingError('inspector.file.large')
      return readRecording(await file.text())
    }),
  },
})

/** The inspector's own machine, which it tells nobody of, and the desk that is shown: this page's, or a recording's. */
export function useInspector(page: Desk) {
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (it) => it)
  const { shown, step, error } = snapshot.context
  const desk = useMemo(() => (shown === null ? page : deskOf(shown as Recording)), [shown, page])
  const recording = useSyncExternalStore(desk.subscribe, desk.recording)
  const moment = useSyncExternalStore(desk.subscribe, desk.moment)
  const waiting = useSyncExternalStore(desk.subscribe, desk.waiting)
  useEffect(() => actor.send({ type: 'inspector.opened' }), [actor])
  // The app follows to the step that is looked at next, and back to now.
  useEffect(() => {
    if (desk.moment() !== null) desk.show(step)
  }, [desk, step])
  const isLooking = step !== null
  useEffect(() => (isLooking ? () => desk.suspend(false) : undefined), [desk, isLooking])
  useEffect(() => {
    const leave = () => {
      desk.show(null)
      desk.suspend(false)
    }
    // A window of its own is closed without a word.
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [desk])
  const [isOfOne, setOfOne] = useState(false)
  // The other end of a stretch belongs to the step that it began at.
  const [end, setEnd] = useState<{ step: number; n: number } | null>(null)
  const stretch: readonly [number, number] | null =
    step !== null && end?.step === step ? [Math.min(step, end.n), Math.max(step, end.n)] : null
  const chosen = snapshot.context.actor ?? recording.actors.find(({ machine: of }) => of !== undefined)?.id ?? null
  return {
    send: actor.send,
    desk,
    recording,
    /** The session id of the actor that is shown. */
    chosen,
    step,
    /** Whether the log, and the way through it step by step, is of that actor alone. */
    isOfOne,
    setOfOne,
    /** The first and the last step of the stretch that is looked at. */
    stretch,
    /** Where the stretch that begins at the step leads to. */
    end: stretch === null ? step : end!.n,
    stretchTo: (n: number) => step !== null && setEnd({ step, n }),
    /** The step that the app itself is shown at. */
    moment,
    /** How many events wait for the actors, while they are suspended. */
    waiting,
    isShown: shown !== null,
    error: snapshot.hasTag('failed') ? (error instanceof RecordingError ? error.word : 'inspector.file.none') : null,
  }
}

export type Inspector = ReturnType<typeof useInspector>

/** The situation of an actor, looked at again after each change and, while delays run, ten times a second. */
export function useSituation(desk: Desk, actor: string | null, step: number | null, recording: Recording) {
  const [at, setAt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happened, and the time, are what it is looked at again for
  const situation = useMemo(
    () => (actor === null ? NO_SITUATION : desk.situation(actor, step)),
    [desk, actor, step, recording, at],
  )
  const waits = situation.timers.length > 0
  const look = useCallback(() => setAt((times) => times + 1), [])
  useEffect(() => {
    if (!waits) return
    const pace = setInterval(look, 100)
    return () => clearInterval(pace)
  }, [waits, look])
  return situation
}
