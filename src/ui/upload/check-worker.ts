import type { FileVerdict } from '../../files/file-facts.ts'
import { type FileCheckTask, runFileChecks } from './run-file-checks.ts'
import type { WorkerRequest, WorkerResponse } from './worker-queue.ts'

const postResponse = (response: WorkerResponse<FileVerdict>) => self.postMessage(response)

/** Worker that checks files, so that no file can block the page. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerRequest<FileCheckTask>>) => {
  runFileChecks(task, (share) => postResponse({ id, share })).then(
    (answer) => postResponse({ id, answer }),
    (error: unknown) => postResponse({ id, error: String(error) }),
  )
})
