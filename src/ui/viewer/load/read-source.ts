import type { ModelPart, Progress } from '../../../machines/viewer/model-source.ts'
import { ViewerError } from '../viewer-error.ts'
import { fetchShared } from './shared-fetch.ts'

/**
 * Reads all parts of a source in parallel, one request each, and reports their combined progress. Rejects with a `ViewerError`
 * (unreachable) if a part cannot be read, and with the signal's reason when aborted.
 */
export async function readSourceParts(
  parts: readonly ModelPart[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer[]> {
  const progressByPart = parts.map<Progress>(() => ({ done: 0, total: null }))
  return Promise.all(
    parts.map(async (part, index) => {
      const reportPart = (progress: Progress) => {
        progressByPart[index] = progress
        onProgress(sumProgress(progressByPart))
      }
      const bytes = await readPart(part, signal, reportPart)
      reportPart({ done: bytes.byteLength, total: bytes.byteLength })
      return bytes
    }),
  )
}

/** Sums the progress of several downloads. The total is null until every total is known. */
export function sumProgress(readings: readonly Progress[]): Progress {
  const done = readings.reduce((sum, reading) => sum + reading.done, 0)
  const total = readings.reduce<number | null>(
    (sum, reading) => (sum === null || reading.total === null ? null : sum + reading.total),
    0,
  )
  return { done, total }
}

/**
 * Returns the loaded fraction, from 0 to 1, or null while the total is unknown. Capped at 1 if more bytes arrive than
 * announced.
 */
export const shareOf = ({ done, total }: Progress): number | null =>
  total === null ? null : total === 0 ? 1 : Math.min(1, done / total)

async function readPart(
  part: ModelPart,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer> {
  try {
    if (part instanceof Blob) return await part.arrayBuffer()
    if (/^data:/i.test(part)) return decodeDataUrl(part)
    return await fetchShared(part, signal, onProgress)
  } catch (error) {
    signal.throwIfAborted()
    throw ViewerError.from(error, 'unreachable')
  }
}

/** Decodes a base64 data URL. Not fetched, because a host page may forbid `fetch` for data URLs. */
function decodeDataUrl(address: string): ArrayBuffer {
  try {
    return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (char) => char.charCodeAt(0)).buffer
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}
