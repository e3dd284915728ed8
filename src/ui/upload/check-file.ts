import type { AnyUploadKind } from '../../api/contract/files.ts'
import type { FileVerdict } from '../../files/file-facts.ts'
import type { FileCheckTask } from './run-file-checks.ts'
import { createWorkerQueue, type WorkerTaskOptions } from './worker-queue.ts'

const checkInWorker = createWorkerQueue<FileCheckTask, FileVerdict>(
  () => new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module', name: 'file checks' }),
)

/**
 * Checks a file in a worker, or on the main thread if the browser has no workers. Rejects if the browser cannot read the file.
 */
export async function checkFile(
  file: File,
  { kind, ...options }: WorkerTaskOptions & { kind: AnyUploadKind },
): Promise<FileVerdict> {
  if (typeof Worker !== 'undefined') return checkInWorker({ file, kind }, options)
  const { runFileChecks: runCheck } = await import('./run-file-checks.ts')
  return runCheck({ file, kind }, options.onProgress)
}
