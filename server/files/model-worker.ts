import { readFile } from 'node:fs/promises'
import type { Picture } from '../textures/predict.ts'
import { InputFault, serveJobs } from '../worker-process.ts'
import { inspectHere } from './inspect.ts'
import type { ModelJob } from './models.ts'

/** What draws and what validates is large, and is read when it is needed. */
async function draw({ path, look }: Extract<ModelJob, { what: 'render' }>): Promise<Uint8Array> {
  await mustFit(path)
  const [{ renderIcon }, { RenderError }] = [await import('../render/icon.ts'), await import('../render/glb.ts')]
  const bytes = await readFile(path)
  return renderIcon(bytes, look).catch((fault) => {
    throw fault instanceof RenderError ? new InputFault(fault.message) : fault
  })
}

async function report(path: string) {
  await mustFit(path)
  const { reportHere } = await import('./report.ts')
  return reportHere(path)
}

/** What an older, laxer server let in may ask for more than there is. */
async function mustFit(path: string): Promise<void> {
  const { fault } = await inspectHere(path)
  if (fault?.word.startsWith('upload.glbOver.')) throw new InputFault(fault.message)
}

async function predict(picture: Picture) {
  const { predictHere } = await import('../textures/predict.ts')
  return predictHere(picture)
}

function work(job: ModelJob): Promise<unknown> {
  if (job.what === 'render') return draw(job)
  if (job.what === 'predict') return predict(job.picture)
  return job.what === 'report' ? report(job.path) : inspectHere(job.path)
}

serveJobs(work)
