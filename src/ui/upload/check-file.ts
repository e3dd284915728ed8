import type { SentKind } from '../../api/contract/files.ts'
import type { FileVerdict } from '../../files/file-facts.ts'
import type { CheckTask } from './run-check.ts'
import { createWorkerLine, type LineOptions } from './worker-line.ts'

const inWorker = createWorkerLine<CheckTask, FileVerdict>(
  () => new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module', name: 'file checks' }),
)

/** Checks a file in a worker; where there are none, in the page. Rejects when the file can't be read. */
export async function checkFile(
  file: File,
  { kind, ...options }: LineOptions & { kind: SentKind },
): Promise<FileVerdict> {
  if (typeof Worker !== 'undefined') return inWorker({ file, kind }, options)
  const { runCheck } = await import('./run-check.ts')
  return runCheck({ file, kind }, options.onProgress)
}
