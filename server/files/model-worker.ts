import { readFile } from 'node:fs/promises'
import { OptimiseFault } from '../optimise/fault.ts'
import { serveJobs } from '../worker-process.ts'
import { inspectHere } from './inspect.ts'
import type { ModelJob, OptimiseAnswer } from './models.ts'

/** What draws and what validates is large, and is read when it is needed. */
async function draw({ path, look }: ModelJob): Promise<Uint8Array> {
  await mustFit(path)
  const { renderIcon } = await import('../render/icon.ts')
  return renderIcon(await readFile(path), look)
}

async function report({ path }: ModelJob) {
  await mustFit(path)
  const { reportHere } = await import('./report.ts')
  return reportHere(path)
}

async function optimise({ path, recipe }: ModelJob): Promise<OptimiseAnswer> {
  await mustFit(path)
  const { makeVariant } = await import('../optimise/make.ts')
  try {
    return { levels: await makeVariant(new Uint8Array(await readFile(path)), recipe!) }
  } catch (fault) {
    if (fault instanceof OptimiseFault) return { refused: fault.message }
    throw fault
  }
}

/** What an older, laxer server let in may ask for more than there is. */
async function mustFit(path: string): Promise<void> {
  const { fault } = await inspectHere(path)
  if (fault?.word.startsWith('upload.glbOver.')) throw new Error(fault.message)
}

const WORK = { inspect: ({ path }) => inspectHere(path), report, render: draw, optimise } as const satisfies Record<
  ModelJob['what'],
  (job: ModelJob) => Promise<unknown>
>

serveJobs((job: ModelJob) => WORK[job.what](job))
