import type { WorkerRequest, WorkerResponse } from '../upload/worker-queue.ts'
import { type ReadTableResult, readTable } from './read-table.ts'

const postResponse = (response: WorkerResponse<ReadTableResult>) => self.postMessage(response)

/** Parses tables in a worker, so that a large file does not block the page. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerRequest<File>>) => {
  readTable(task).then(
    (answer) => postResponse({ id, answer }),
    (error: unknown) => postResponse({ id, error: String(error) }),
  )
})
