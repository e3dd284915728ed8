import * as v from 'valibot'
import { ApiError, type ErrorCode } from '../../api/contract/errors.ts'
import type { AnyUploadKind, StoredFile } from '../../api/contract/files.ts'
import { type FileProblem, isColorTypeKey, isFileProblemKey } from '../../files/file-checks.ts'

/** State of a transfer: active, queued behind others, waiting to retry, or waiting for the network. */
export type SendState = 'transferring' | 'waiting' | 'retrying' | 'offline'

export interface SendOptions {
  kind: AnyUploadKind
  onProgress: (sentBytes: number, totalBytes: number) => void
  onStateChange: (state: SendState) => void
  /** Aborting pauses: uploaded bytes stay on the server, and uploading the same file again resumes. */
  signal: AbortSignal
}

/** Uploads one file, resumable. Rejects with an `ApiError`, or with the signal's reason after an abort. */
export interface SendFile {
  (file: File, options: SendOptions): Promise<StoredFile>
  /** Cancels an unfinished upload of this file on the server. Does nothing if there is none. */
  discard: (file: File, kind: AnyUploadKind) => Promise<void>
}

/** Error codes that retrying the same file cannot fix. */
const FINAL_ERROR_CODES: readonly ErrorCode[] = ['FILE_TOO_LARGE', 'WRONG_FILE_TYPE', 'IMAGE_INVALID', 'MODEL_INVALID']

const ColorTypeKeySchema = v.pipe(v.string(), v.guard(isColorTypeKey))
const ReportedProblem = v.object({
  word: v.pipe(v.string(), v.guard(isFileProblemKey)),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  sizes: v.optional(v.record(v.string(), v.number())),
  keys: v.optional(v.record(v.string(), v.union([ColorTypeKeySchema, v.array(ColorTypeKeySchema)]))),
})

/**
 * Converts the server's rejection of a file to a fault, with the failed check's message if given. Returns `null` for errors that
 * a retry may fix.
 */
export function fileProblemOf(error: unknown): FileProblem | null {
  if (!(error instanceof ApiError) || error.code === undefined || !FINAL_ERROR_CODES.includes(error.code)) return null
  const reported = v.safeParse(ReportedProblem, error.details)
  if (!reported.success) return { word: error.messageKey }
  const { word, params, sizes, keys } = reported.output
  return { word, ...(params && { params }), ...(sizes && { sizes }), ...(keys && { keys }) }
}
