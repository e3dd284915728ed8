import type { UploadKind } from '../../api/contract/files.ts'
import { faultOfFile } from '../../machines/rules/file.ts'
import type { FileVerdict } from '../../machines/rules/file-facts.ts'

/** A file and what it is to be. */
export interface CheckTask {
  readonly file: File
  readonly kind: UploadKind
}

/** Runs every check of a file, wherever it is called. `onProgress` is told a share from 0 to 1. */
export async function runCheck({ file, kind }: CheckTask, onProgress: (share: number) => void): Promise<FileVerdict> {
  const fault = await faultOfFile(file, kind)
  onProgress(1)
  return { fault, facts: [] }
}
