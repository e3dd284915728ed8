import type { WorkerAnswer, WorkerQuestion } from '../upload/worker-line.ts'
import { type ReadTable, readTable } from './read-table.ts'

const tell = (answer: WorkerAnswer<ReadTable>) => self.postMessage(answer)

/** The worker that reads tables, so that no file can make the page stand still. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerQuestion<File>>) => {
  readTable(task).then(
    (answer) => tell({ id, answer }),
    (error: unknown) => tell({ id, error: String(error) }),
  )
})
