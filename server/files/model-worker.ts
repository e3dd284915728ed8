import { readFile } from 'node:fs/promises'
import { OptimiseFault } from '../optimise/fault.ts'
import type { Picture } from '../textures/predict.ts'
import { serveJobs } from '../worker-process.ts'
import { inspectHere } from './inspect.ts'
import type { ModelJob, OptimiseAnswer } from './models.ts'

/** What draws and what validates is large, and is read when it is needed. */
async function draw({ path, look }: Extract<ModelJob, { what: 'render' }>): Promise<Uint8Array> {
  await mustFit(path)
  const { renderIcon } = await import('../render/icon.ts')
  return renderIcon(await readFile(path), look)
}

async function report(path: string) {
  await mustFit(path)
  const { reportHere } = await import('./report.ts')
  return reportHere(path)
}

async function optimise({ path, recipe }: Extract<ModelJob, { what: 'optimise' }>): Promise<OptimiseAnswer> {
  await mustFit(path)
  const { makeVariant } = await import('../optimise/make.ts')
  try {
    return { levels: await makeVariant(new Uint8Array(await readFile(path)), recipe) }
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

async function predict(picture: Picture) {
  const { predictHere } = await import('../textures/predict.ts')
  return predictHere(picture)
}

function work(job: ModelJob): Promise<unknown> {
  if (job.what === 'render') return draw(job)
  if (job.what === 'optimise') return optimise(job)
  if (job.what === 'predict') return predict(job.picture)
  return job.what === 'report' ? report(job.path) : inspectHere(job.path)
}

serveJobs(work)
