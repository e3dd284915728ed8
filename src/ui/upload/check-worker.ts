import type { FileVerdict } from '../../files/file-facts.ts'
import { type CheckTask, runCheck } from './run-check.ts'
import type { WorkerAnswer, WorkerQuestion } from './worker-line.ts'

const tell = (answer: WorkerAnswer<FileVerdict>) => self.postMessage(answer)

/** The worker that checks files, so that no file can make the page stand still. */
self.addEventListener('message', ({ data: { id, task } }: MessageEvent<WorkerQuestion<CheckTask>>) => {
  runCheck(task, (share) => tell({ id, share })).then(
    (answer) => tell({ id, answer }),
    (error: unknown) => tell({ id, error: String(error) }),
  )
})
