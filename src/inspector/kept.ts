import { del, get, set } from 'idb-keyval'
import type { Recorder } from './record.ts'
import type { Recording } from './recording.ts'

const KEY = 'atelier:recording'
/** So long after a change it is written down, in milliseconds. */
const REST = 400

/** The recording that was kept here last; `null` where there is none, or none can be kept. */
export const readKept = async (): Promise<Recording | null> =>
  (await get<Recording>(KEY).catch(() => undefined)) ?? null

/** Forgets what is kept. */
export const forgetKept = (): Promise<void> => del(KEY).catch(() => {})

/** Writes what is recorded down, so that neither a reload nor a redirect loses it; gives back how to stop. */
export function keepRecording(recorder: Recorder): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(rest)
    rest = undefined
    // Where nothing can be kept it is lost with the page, and works all the same.
    set(KEY, recorder.read()).catch(() => {})
  }
  const stop = recorder.subscribe(() => {
    rest ??= setTimeout(write, REST)
  })
  addEventListener('pagehide', write)
  return () => {
    clearTimeout(rest)
    stop()
    removeEventListener('pagehide', write)
  }
}
