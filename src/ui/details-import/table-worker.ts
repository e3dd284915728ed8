import type { WorkerRequest, WorkerResponse } from '../upload/worker-queue.ts'
import { type ReadTableResult, readTable } from './read-table.ts'

const postResponse = (response: WorkerResponse<ReadTableResult>) => self.postMessage(response)

/** Worker that parses tables, so that no file can block the page. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerRequest<File>>) => {
  readTable(task).then(
    (answer) => postResponse({ id, answer }),
    (error: unknown) => postResponse({ id, error: String(error) }),
  )
})
