import type { ModelPart, Progress } from '../../machines/rules/model-source.ts'
import { fetchShared } from './shared-fetch.ts'
import { ViewerError } from './viewer-error.ts'

/**
 * Reads all parts of a source at once, one request each, and tells how much of them together has arrived. Rejects with
 * a `ViewerError` (unreachable) when one cannot be had, and with the signal's reason when aborted.
 */
export async function readParts(
  parts: readonly ModelPart[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer[]> {
  const arrived = parts.map<Progress>(() => ({ done: 0, total: null }))
  return Promise.all(
    parts.map(async (part, index) => {
      const tell = (progress: Progress) => {
        arrived[index] = progress
        onProgress(together(arrived))
      }
      const bytes = await readPart(part, signal, tell)
      tell({ done: bytes.byteLength, total: bytes.byteLength })
      return bytes
    }),
  )
}

/** The sum of several readings; the total is known once each total is. */
export function together(readings: readonly Progress[]): Progress {
  const done = readings.reduce((sum, reading) => sum + reading.done, 0)
  const total = readings.reduce<number | null>(
    (sum, reading) => (sum === null || reading.total === null ? null : sum + reading.total),
    0,
  )
  return { done, total }
}

/** The share that has arrived, from 0 to 1; null while nobody knows. More than was promised is still all of it. */
export const shareOf = ({ done, total }: Progress): number | null =>
  total === null ? null : total === 0 ? 1 : Math.min(1, done / total)

async function readPart(
  part: ModelPart,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer> {
  try {
    if (part instanceof Blob) return await part.arrayBuffer()
    if (/^data:/i.test(part)) return decoded(part)
    return await fetchShared(part, signal, onProgress)
  } catch (error) {
    signal.throwIfAborted()
    throw ViewerError.from(error, 'unreachable')
  }
}

/** The bytes of a base64 data URL. Not fetched: a host page may forbid that for data URLs. */
function decoded(address: string): ArrayBuffer {
  try {
    return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (char) => char.charCodeAt(0)).buffer
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}
