import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { fromPromise } from 'xstate'
import { inspectorMachine } from '../machines/inspector.machine.ts'
import { createRecordingController, EMPTY_ACTOR_STATUS, type InspectorController } from './inspector-controller.ts'
import type { Recording } from './recording.ts'
import { MAX_RECORDING_BYTES, parseRecording, RecordingError } from './recording-file.ts'

const machine = inspectorMachine.provide({
  actors: {
    readFile: fromPromise(async ({ input: { file } }) => {
      if (!(file instanceof Blob)) throw new RecordingError('inspector.file.none')
      if (file.size > MAX_RECORDING_BYTES) throw new RecordingError('inspector.file.large')
      return parseRecording(await file.text())
    }),
  },
})

/**
 * Returns the state of the inspector's own machine, which is not inspected. Also returns the displayed controller, which belongs
 * to this page or to a recording.
 */
export function useInspector(page: InspectorController) {
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (current) => current)
  const { recording: shownRecording, step, error } = snapshot.context
  const controller = useMemo(
    () => (shownRecording === null ? page : createRecordingController(shownRecording as Recording)),
    [shownRecording, page],
  )
  const recording = useSyncExternalStore(controller.subscribe, controller.recording)
  const shownStep = useSyncExternalStore(controller.subscribe, controller.shownStep)
  const queuedEvents = useSyncExternalStore(controller.subscribe, controller.queuedEvents)
  useEffect(() => actor.send({ type: 'inspector.opened' }), [actor])
  // The app displays the newly selected step, or returns to live.
  useEffect(() => {
    if (controller.shownStep() !== null) controller.showStep(step)
  }, [controller, step])
  const isStepSelected = step !== null
  useEffect(() => (isStepSelected ? () => controller.suspend(false) : undefined), [controller, isStepSelected])
  useEffect(() => {
    const restoreLive = () => {
      controller.showStep(null)
      controller.suspend(false)
    }
    // A separate window may be closed without unmounting.
    addEventListener('pagehide', restoreLive)
    return () => {
      removeEventListener('pagehide', restoreLive)
      restoreLive()
    }
  }, [controller])
  const [isSingleActor, setSingleActor] = useState(false)
  // The other end of a range is valid only while the step at which the range starts is selected.
  const [rangeEnd, setRangeEnd] = useState<{ step: number; n: number } | null>(null)
  const selectedRange: readonly [number, number] | null =
    step !== null && rangeEnd?.step === step ? [Math.min(step, rangeEnd.n), Math.max(step, rangeEnd.n)] : null
  const chosen =
    snapshot.context.actor ?? recording.actors.find(({ machine: machineId }) => machineId !== undefined)?.id ?? null
  return {
    send: actor.send,
    controller,
    recording,
    /** Session id of the displayed actor. */
    chosen,
    step,
    /** Whether the log and stepping are limited to the displayed actor. */
    isSingleActor,
    setSingleActor,
    /** First and last step of the selected range. */
    selectedRange,
    /** Other end of the range that starts at the selected step. */
    end: selectedRange === null ? step : rangeEnd!.n,
    extendRangeTo: (n: number) => step !== null && setRangeEnd({ step, n }),
    /** Step that the app itself displays. */
    shownStep,
    /** Number of queued events while the actors are suspended. */
    queuedEvents,
    isShown: shownRecording !== null,
    error: snapshot.hasTag('failed')
      ? error instanceof RecordingError
        ? error.messageKey
        : 'inspector.file.none'
      : null,
  }
}

export type Inspector = ReturnType<typeof useInspector>

/** Returns the status of an actor, updated after each change and, while delays run, ten times a second. */
export function useActorStatus(
  controller: InspectorController,
  actor: string | null,
  step: number | null,
  recording: Recording,
) {
  const [tick, setTick] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed after each recorded step and with time
  const status = useMemo(
    () => (actor === null ? EMPTY_ACTOR_STATUS : controller.actorStatus(actor, step)),
    [controller, actor, step, recording, tick],
  )
  const hasTimers = status.timers.length > 0
  const refresh = useCallback(() => setTick((count) => count + 1), [])
  useEffect(() => {
    if (!hasTimers) return
    const interval = setInterval(refresh, 100)
    return () => clearInterval(interval)
  }, [hasTimers, refresh])
  return status
}
