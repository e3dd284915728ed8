import type { UploadKind } from '../../api/contract/files.ts'
import { type FileVerdict, verdictOf } from '../../machines/rules/file-facts.ts'
import { asSource, judgeFile } from '../../machines/rules/judge-file.ts'

/** A file and what it is to be. */
export interface CheckTask {
  readonly file: File
  readonly kind: UploadKind
}

/** Runs every check of a file, wherever it is called: its header, or a model's description, never the whole of it. */
export async function runCheck({ file, kind }: CheckTask): Promise<FileVerdict> {
  return verdictOf(await judgeFile(asSource(file), kind))
}
