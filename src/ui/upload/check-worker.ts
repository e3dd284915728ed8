import type { FileVerdict } from '../../files/file-facts.ts'
import { type FileCheckTask, runFileChecks } from './run-file-checks.ts'
import type { WorkerRequest, WorkerResponse } from './worker-queue.ts'

const postResponse = (response: WorkerResponse<FileVerdict>) => self.postMessage(response)

/** Checks files in a worker, so that a large file does not block the page. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerRequest<FileCheckTask>>) => {
  runFileChecks(task, (share) => postResponse({ id, share })).then(
    (answer) => postResponse({ id, answer }),
    (error: unknown) => postResponse({ id, error: String(error) }),
  )
})
