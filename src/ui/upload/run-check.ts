import type { SentKind } from '../../api/contract/files.ts'
import { type FileVerdict, verdictOf } from '../../files/file-facts.ts'
import { asSource, judgeFile } from '../../files/judge-file.ts'

/** A file and what it is to be. */
export interface CheckTask {
  readonly file: File
  readonly kind: SentKind
}

/** Bytes from which on a file's check is told step by step; a smaller one's is over before a bar could be seen. */
const LARGE_BYTES = 5 * 1024 * 1024

/** A share is told when so much more is done: each one makes the page draw the field anew. */
const STEP = 0.1

/** Runs every check of a file, wherever it is called: its header, or a model's description, never the whole of it. */
export async function runCheck({ file, kind }: CheckTask, onShare?: (share: number) => void): Promise<FileVerdict> {
  let told = 0
  const tell = (share: number) => {
    if (share - told < STEP) return
    told = share
    onShare?.(share)
  }
  const isLarge = file.size >= LARGE_BYTES
  return verdictOf(await judgeFile({ ...asSource(file), onShare: isLarge ? tell : undefined }, kind))
}
