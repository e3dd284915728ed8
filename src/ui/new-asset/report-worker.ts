import type { ModelReport } from '../../files/model-report.ts'
import type { WorkerAnswer, WorkerQuestion } from '../upload/worker-line.ts'
import { runReport } from './run-report.ts'

const tell = (answer: WorkerAnswer<ModelReport>) => self.postMessage(answer)

/** The worker that makes full reports; the validator's code is fetched with it, when the first report is asked for. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerQuestion<File>>) => {
  runReport(task, (share) => tell({ id, share })).then(
    (answer) => tell({ id, answer }),
    (error: unknown) => tell({ id, error: String(error) }),
  )
})
