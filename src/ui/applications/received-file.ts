import { ApiError } from '../../api/contract/errors.ts'

/** How much of a file has come, and of which version of it. */
export interface Came {
  bytes: number
  etag: string
}

/** So many bytes are held in memory before the browser keeps them. */
const PIECE_BYTES = 4 * 1024 * 1024

/** A file that comes in one answer, or in several where one breaks off. */
export interface ReceivedFile {
  /** What an answer may go on from; undefined where it has to begin anew. */
  came: () => Came | undefined
  /**
   * Takes what an answer brings: the rest of the file where it says so (206), else all of it. `onBytes` is told how much has
   * come, of how much; 0 is unknown, and that nothing has come where it has to begin anew. Fulfilled with the whole file;
   * rejects with `ApiError` where the connection breaks, or what comes is no part of it.
   */
  take: (answer: Response, onBytes: (received: number, total: number) => void) => Promise<Blob>
}

/** Begins to receive a file, which the browser keeps and not the memory. */
export function receiveFile(): ReceivedFile {
  let pieces: Blob[] = []
  let received = 0
  let etag: string | null = null
  let whole = 0
  return {
    // Nothing follows what is all here.
    came: () => (etag !== null && received > 0 && received !== whole ? { bytes: received, etag } : undefined),
    async take(answer, onBytes) {
      const { status, headers, body } = answer
      if (status !== 206) [pieces, received] = [[], 0]
      else if (startOf(headers) !== received) {
        // Put behind what is here it would be no archive.
        etag = null
        onBytes(0, 0)
        body?.cancel().catch(() => {})
        throw new ApiError('PARSING_ERROR', 'applications')
      }
      etag = headers.get('etag')
      const rest = Number(headers.get('content-length') ?? 0)
      const total = rest > 0 ? received + rest : 0
      whole = total
      let held: Uint8Array<ArrayBuffer>[] = []
      let bytes = 0
      const keep = () => {
        pieces.push(new Blob(held))
        held = []
        bytes = 0
      }
      const reader = body?.getReader()
      try {
        for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
          held.push(next.value)
          bytes += next.value.byteLength
          received += next.value.byteLength
          onBytes(received, total)
          if (bytes >= PIECE_BYTES) keep()
        }
      } catch (error) {
        if (etag === null) onBytes(0, 0)
        throw new ApiError('FETCH_ERROR', 'applications', undefined, error)
      } finally {
        keep()
      }
      return new Blob(pieces, { type: headers.get('content-type') ?? '' })
    },
  }
}

/** The place in the file that a part begins at (RFC 9110, 14.4). */
const startOf = (headers: Headers) =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
