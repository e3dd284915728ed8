import { del, get, set } from 'idb-keyval'
import type { Recorder } from './recorder.ts'
import type { Recording } from './recording.ts'

const RECORDING_KEY = 'atelier:recording'
const WRITE_DELAY_MS = 400

/** Returns the recording stored last; `null` if there is none or storage is denied. */
export const loadStoredRecording = async (): Promise<Recording | null> =>
  (await get<Recording>(RECORDING_KEY).catch(() => undefined)) ?? null

export const deleteStoredRecording = (): Promise<void> => del(RECORDING_KEY).catch(() => {})

/** Stores the recording continuously, so that it survives reloads and redirects; returns the stop function. */
export function persistRecording(recorder: Recorder): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    // If storage is denied, the recording is lost when the page unloads.
    set(RECORDING_KEY, recorder.read()).catch(() => {})
  }
  const stop = recorder.subscribe(() => {
    timer ??= setTimeout(write, WRITE_DELAY_MS)
  })
  addEventListener('pagehide', write)
  return () => {
    clearTimeout(timer)
    stop()
    removeEventListener('pagehide', write)
  }
}
