import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadJob } from '../thread.ts'
import { inspectHere } from './check-arrived.ts'
import type { ModelJob } from './models.ts'
import { reportHere } from './report.ts'

/** Does one job; everything it answers can be sent between threads. */
const work = ({ what, path }: ModelJob): Promise<unknown> => (what === 'inspect' ? inspectHere(path) : reportHere(path))

parentPort?.on('message', async ({ id, job }: ThreadJob<ModelJob>) => {
  const answer: ThreadAnswer<unknown> = await work(job).then(
    (result) => ({ id, result }),
    (fault: Error) => ({ id, fault: fault.message }),
  )
  parentPort?.postMessage(answer)
})
parentPort?.postMessage('ready')
