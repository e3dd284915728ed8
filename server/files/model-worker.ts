import { readFile } from 'node:fs/promises'
import type { Geometry } from '../fitting/geometry.ts'
import { MorphFault } from '../morph/fault.ts'
import { OptimiseFault } from '../optimise/fault.ts'
import type { Picture } from '../textures/predict.ts'
import { InputFault, serveJobs } from '../worker-process.ts'
import { inspectHere } from './inspect.ts'
import type { ModelJob, OptimiseAnswer, Outcome } from './models.ts'

/** What draws and what validates is large, and is read when it is needed. */
async function draw({ path, look }: JobOf<'render'>): Promise<Uint8Array> {
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

async function optimise({ path, recipe }: JobOf<'optimise'>): Promise<OptimiseAnswer> {
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
  if (fault?.word.startsWith('upload.glbOver.')) throw new InputFault(fault.message)
}

async function predict(picture: Picture) {
  const { predictHere } = await import('../textures/predict.ts')
  return predictHere(picture)
}

async function onCages<R>(work: (geometry: Geometry) => Promise<R>): Promise<Outcome<R>> {
  const { geometryHere } = await import('../fitting/geometry-here.ts')
  try {
    return { result: await work(geometryHere) }
  } catch (fault) {
    if (fault instanceof MorphFault) return { fault: { code: fault.code, message: fault.message, found: fault.found } }
    throw fault
  }
}

type JobOf<W extends ModelJob['what']> = Extract<ModelJob, { what: W }>

const WORK: { readonly [W in ModelJob['what']]: (job: JobOf<W>) => Promise<unknown> } = {
  inspect: ({ path }) => inspectHere(path),
  report: ({ path }) => report(path),
  render: draw,
  predict: ({ picture }) => predict(picture),
  check: ({ files }) => onCages((geometry) => geometry.check(files, '')),
  carry: ({ files }) => onCages((geometry) => geometry.carry(files, '')),
  optimise,
  morph: ({ files }) => onCages((geometry) => geometry.morph(files, '')),
}

serveJobs((job: ModelJob) => (WORK[job.what] as (job: ModelJob) => Promise<unknown>)(job))
