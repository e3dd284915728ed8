import * as v from 'valibot'
import { ApiError, type ErrorCode } from '../../api/contract/errors.ts'
import type { SentKind, StoredFile } from '../../api/contract/files.ts'
import type { FileFault } from '../../files/file.ts'

/** Whether bytes move, others are sent first, the next try is waited for, or the browser's connection is. */
export type Pace = 'moving' | 'waiting' | 'retrying' | 'offline'

/** What a sender is handed beside the file. */
export interface SendOptions {
  kind: SentKind
  onProgress: (sentBytes: number, totalBytes: number) => void
  onPace: (pace: Pace) => void
  /** Aborting pauses: what was sent stays on the server, and sending the same file again goes on from there. */
  signal: AbortSignal
}

/** Sends one file, resumable. Rejects with an `ApiError`, or with the signal's reason once that is aborted. */
export interface SendFile {
  (file: File, options: SendOptions): Promise<StoredFile>
  /** Ends an unfinished upload of this file on the server too; does nothing where there is none. */
  discard: (file: File, kind: SentKind) => Promise<void>
}

/** Answers that no other try of the same file can change. */
const FINAL: readonly ErrorCode[] = ['FILE_TOO_LARGE', 'WRONG_FILE_TYPE', 'IMAGE_INVALID', 'MODEL_INVALID']

const ToldFault = v.object({
  word: v.string(),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  sizes: v.optional(v.record(v.string(), v.number())),
  keys: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())]))),
})

/**
 * The server's "not this file" as a fault of the file, in the words of the check that failed there where it tells them;
 * `null` for failures that another try may mend.
 */
export function refusalOf(error: unknown): FileFault | null {
  if (!(error instanceof ApiError) || error.code === undefined || !FINAL.includes(error.code)) return null
  const told = v.safeParse(ToldFault, error.details)
  if (!told.success) return { word: error.word }
  const { word, params, sizes, keys } = told.output
  return { word, ...(params && { params }), ...(sizes && { sizes }), ...(keys && { keys }) }
}
