import { ApiError } from '../../api/contract/errors.ts'

/** Received part of a file: length in bytes and ETag. */
export interface ReceivedRange {
  bytes: number
  etag: string
}

/** Number of bytes buffered in memory before a chunk moves to the browser's blob store. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

export interface ResumableDownload {
  /** Returns the received part, after which a request can resume. Undefined if the download must start again. */
  resumeFrom: () => ReceivedRange | undefined
  /**
   * Reads a response: with status 206 the rest of the file, otherwise the whole file. `onBytes` receives the received and total
   * bytes. An unknown total is 0. Both values are 0 when the download must start again. Resolves with the whole file. Rejects
   * with `ApiError` if the connection breaks or the response does not continue the file.
   */
  receive: (response: Response, onBytes: (received: number, total: number) => void) => Promise<Blob>
}

/** Creates a download whose data is stored by the browser, not in memory. */
export function createResumableDownload(): ResumableDownload {
  let chunks: Blob[] = []
  let received = 0
  let etag: string | null = null
  let totalSize = 0
  return {
    // A complete file has nothing to resume.
    resumeFrom: () => (etag !== null && received > 0 && received !== totalSize ? { bytes: received, etag } : undefined),
    async receive(response, onBytes) {
      const { status, headers, body } = response
      if (status !== 206) [chunks, received] = [[], 0]
      else if (rangeStartOf(headers) !== received) {
        // Appending the response at the wrong position would corrupt the archive.
        etag = null
        onBytes(0, 0)
        body?.cancel().catch(() => {})
        throw new ApiError('PARSING_ERROR', 'applications')
      }
      etag = headers.get('etag')
      const remainingSize = Number(headers.get('content-length') ?? 0)
      const total = remainingSize > 0 ? received + remainingSize : 0
      totalSize = total
      let buffered: Uint8Array<ArrayBuffer>[] = []
      let bytes = 0
      const flushBuffer = () => {
        chunks.push(new Blob(buffered))
        buffered = []
        bytes = 0
      }
      const reader = body?.getReader()
      try {
        for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
          buffered.push(next.value)
          bytes += next.value.byteLength
          received += next.value.byteLength
          onBytes(received, total)
          if (bytes >= MAX_BUFFERED_BYTES) flushBuffer()
        }
      } catch (error) {
        if (etag === null) onBytes(0, 0)
        throw new ApiError('FETCH_ERROR', 'applications', undefined, error)
      } finally {
        flushBuffer()
      }
      return new Blob(chunks, { type: headers.get('content-type') ?? '' })
    },
  }
}

/** Returns the start position of a partial response (RFC 9110, 14.4). */
const rangeStartOf = (headers: Headers) =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
