import type { ModelReport } from '../../files/model-report.ts'
import type { WorkerRequest, WorkerResponse } from '../upload/worker-queue.ts'
import { runModelReport } from './run-model-report.ts'

const postResponse = (response: WorkerResponse<ModelReport>) => self.postMessage(response)

/** Validates models in a worker. The validator's code is loaded with the worker, for the first report. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerRequest<File>>) => {
  runModelReport(task, (share) => postResponse({ id, share })).then(
    (answer) => postResponse({ id, answer }),
    (error: unknown) => postResponse({ id, error: String(error) }),
  )
})
