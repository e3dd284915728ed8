import type { AnyUploadKind } from '../../api/contract/files.ts'
import { type FileVerdict, toFileVerdict } from '../../files/file-facts.ts'
import { toFileSource, validateFile } from '../../files/validate-file.ts'

export interface FileCheckTask {
  readonly file: File
  readonly kind: AnyUploadKind
}

/** Minimum file size in bytes for progress reports. Checks of smaller files finish before a progress bar is visible. */
const MIN_PROGRESS_BYTES = 5 * 1024 * 1024

/** Minimum increase between progress reports, because each report renders the field again. A fraction of 1. */
const PROGRESS_STEP = 0.1

/**
 * Runs every check of a file, in a worker or on the main thread. Reads only the file's header, or a model's JSON chunk, never the
 * whole file.
 */
export async function runFileChecks(
  { file, kind }: FileCheckTask,
  onShare?: (share: number) => void,
): Promise<FileVerdict> {
  let reportedShare = 0
  const reportShare = (share: number) => {
    if (share - reportedShare < PROGRESS_STEP) return
    reportedShare = share
    onShare?.(share)
  }
  const isLarge = file.size >= MIN_PROGRESS_BYTES
  return toFileVerdict(
    await validateFile({ ...toFileSource(file), onProgress: isLarge ? reportShare : undefined }, kind),
  )
}
