import { readFile } from 'node:fs/promises'
import { inspectModelInProcess } from '../files/inspect-model.ts'
import type { CageOperations } from '../fitting/cage-operations.ts'
import { MorphError } from '../morph/morph-error.ts'
import { OptimiseError } from '../optimise/optimise-error.ts'
import type { PictureSource } from '../textures/predict-texture.ts'
import { InvalidJobInputError, serveJobs } from '../workers/worker-process.ts'
import type { CageOperationOutcome, ModelJob, OptimiseResponse } from './model-pool.ts'

/** Renders an icon. Imports the renderer on first use, because it is a large module. */
async function renderJob({ path, look }: JobOf<'render'>): Promise<Uint8Array> {
  await assertWithinLimits(path)
  const [{ renderIcon }, { RenderError }] = [await import('../render/icon.ts'), await import('../render/glb.ts')]
  const bytes = await readFile(path)
  return renderIcon(bytes, look).catch((error) => {
    throw error instanceof RenderError ? new InvalidJobInputError(error.message) : error
  })
}

async function reportJob(path: string) {
  await assertWithinLimits(path)
  const { reportModelInProcess: reportInProcess } = await import('../files/report-model.ts')
  return reportInProcess(path)
}

async function optimiseJob({ path, recipe }: JobOf<'optimise'>): Promise<OptimiseResponse> {
  await assertWithinLimits(path)
  const { makeVariant } = await import('../optimise/make-variant.ts')
  try {
    return { levels: await makeVariant(new Uint8Array(await readFile(path)), recipe) }
  } catch (error) {
    if (error instanceof OptimiseError) return { refused: error.message }
    throw error
  }
}

/** Rejects models that exceed the current limits. Older versions of the server may have accepted them. */
async function assertWithinLimits(path: string): Promise<void> {
  const { fault } = await inspectModelInProcess(path)
  if (fault?.word.startsWith('upload.glbOver.')) throw new InvalidJobInputError(fault.message)
}

async function predictJob(picture: PictureSource) {
  const { predictTextureInProcess: predictInProcess } = await import('../textures/predict-texture.ts')
  return predictInProcess(picture)
}

async function runGeometry<R>(work: (geometry: CageOperations) => Promise<R>): Promise<CageOperationOutcome<R>> {
  const { inProcessCageOperations: geometryInProcess } = await import('../fitting/in-process-cage-operations.ts')
  try {
    return { result: await work(geometryInProcess) }
  } catch (error) {
    if (error instanceof MorphError) return { fault: { code: error.code, message: error.message, found: error.found } }
    throw error
  }
}

type JobOf<W extends ModelJob['what']> = Extract<ModelJob, { what: W }>

const JOB_HANDLERS: { readonly [W in ModelJob['what']]: (job: JobOf<W>) => Promise<unknown> } = {
  inspect: ({ path }) => inspectModelInProcess(path),
  report: ({ path }) => reportJob(path),
  render: renderJob,
  predict: ({ picture }) => predictJob(picture),
  check: ({ files }) => runGeometry((geometry) => geometry.check(files, '')),
  carry: ({ files }) => runGeometry((geometry) => geometry.carry(files, '')),
  optimise: optimiseJob,
  morph: ({ files }) => runGeometry((geometry) => geometry.morph(files, '')),
}

serveJobs((job: ModelJob) => (JOB_HANDLERS[job.what] as (job: ModelJob) => Promise<unknown>)(job))
