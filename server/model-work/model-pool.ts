import { availableParallelism } from 'node:os'
import type { VariantRecipe } from '../../src/api/contract/recipes.ts'
import type { GlbVerdict } from '../../src/files/glb-check.ts'
import type { InspectModel } from '../files/inspect-model.ts'
import type { ReportModel } from '../files/report-model.ts'
import type { CageFacts, CageFiles, CageOperations, CarryFiles, MorphFiles } from '../fitting/cage-operations.ts'
import { MorphError } from '../morph/morph-error.ts'
import type { MorphReport } from '../morph/morph-model.ts'
import type { OptimisedModel } from '../optimise/make-variant.ts'
import { OptimiseError } from '../optimise/optimise-error.ts'
import type { IconRenderSettings } from '../render/icon.ts'
import type { SlotChances } from '../textures/classifier.ts'
import type { PictureSource, PredictTexture } from '../textures/predict-texture.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'

/** Job for a child process: inspection, validator report, icon, texture prediction, work on cages, or a variant. */
export type ModelJob =
  | { readonly what: 'inspect' | 'report'; readonly path: string }
  /** `look` overrides the default settings of size, view and format. */
  | { readonly what: 'render'; readonly path: string; readonly look?: IconRenderSettings }
  | { readonly what: 'predict'; readonly picture: PictureSource }
  | { readonly what: 'check'; readonly files: CageFiles }
  | { readonly what: 'carry'; readonly files: CarryFiles }
  | { readonly what: 'morph'; readonly files: MorphFiles }
  | { readonly what: 'optimise'; readonly path: string; readonly recipe: VariantRecipe }

/** Outcome of work on cages. An error is transferred as its code and message, because an error object would lose its code. */
export type CageOperationOutcome<R> =
  | { readonly result: R }
  | { readonly fault: Pick<MorphError, 'code' | 'message' | 'found'> }

/**
 * Renders a picture of a model; by default, PNG of 512 × 512 pixels. Rejects if the model cannot be rendered, the job times out,
 * or too many jobs of the `owner` are queued.
 */
export type RenderIcon = (path: string, owner: string, look?: IconRenderSettings) => Promise<Uint8Array>

/** Makes a variant of a local model. The result has its levels, finest first. Rejects with {@link OptimiseError} on failure. */
export type OptimiseModel = (path: string, recipe: VariantRecipe, owner: string) => Promise<readonly OptimisedModel[]>

/** Response of a child process to an `optimise` job. `refused` is the message of a permanent error. */
export type OptimiseResponse = { readonly levels: readonly OptimisedModel[] } | { readonly refused: string }

/** CPU time that each kind of job may use, in milliseconds. */
const MAX_CPU_MS = {
  inspect: 10_000,
  report: 20_000,
  render: 20_000,
  predict: 10_000,
  check: 20_000,
  carry: 60_000,
  morph: 300_000,
  optimise: 300_000,
} as const satisfies Record<ModelJob['what'], number>

/** Memory limit of a child process, in MB: three times the need of the largest accepted model. */
const MAX_PROCESS_MB = 768

const MAX_QUEUED_PER_OWNER = 50
const MAX_QUEUED = 1000

/** Maximum number of child processes. More would exceed the memory of a small machine. */
const MAX_SLOTS = 4

/** Runs model jobs in child processes, scheduled fairly between owners. One process is always free for inspections. */
export interface ModelPool {
  inspect: InspectModel
  report: ReportModel
  render: RenderIcon
  optimise: OptimiseModel
  predict: PredictTexture
  readonly geometry: CageOperations
  stop(): Promise<void>
}

/** Creates the pool. Processes start on first use. `maxByKind` overrides the CPU time limits, in milliseconds. */
export function createModelPool(maxByKind: Partial<Record<ModelJob['what'], number>> = {}): ModelPool {
  const limits = { ...MAX_CPU_MS, ...maxByKind }
  // One process is reserved for inspections, because they are short and every upload of a model waits for one.
  const slots = Math.min(MAX_SLOTS, Math.max(2, availableParallelism()))
  const pool = createWorkerPool<ModelJob, unknown>({
    script: new URL('./model-worker.ts', import.meta.url),
    maxMb: MAX_PROCESS_MB,
    slots,
    costlySlots: slots - 1,
    maxQueuedPerOwner: MAX_QUEUED_PER_OWNER,
    maxQueued: MAX_QUEUED,
  })
  const run = <R>(job: ModelJob, owner: string) =>
    pool.run(job, { owner, isCostly: job.what !== 'inspect', maxCpuMs: limits[job.what] }) as Promise<R>
  const runCageJob = async <R>(job: ModelJob, owner: string): Promise<R> => {
    const outcome = await run<CageOperationOutcome<R>>(job, owner)
    if ('fault' in outcome) throw new MorphError(outcome.fault.code, outcome.fault.message, outcome.fault.found)
    return outcome.result
  }
  return {
    inspect: (path, owner = '') => run<GlbVerdict>({ what: 'inspect', path }, owner),
    report: (path, owner = '') => run<Awaited<ReturnType<ReportModel>>>({ what: 'report', path }, owner),
    render: (path, owner, look) => run<Uint8Array>({ what: 'render', path, ...(look ? { look } : {}) }, owner),
    predict: (picture, owner = '') => run<SlotChances>({ what: 'predict', picture }, owner),
    geometry: {
      check: (files, owner) => runCageJob<CageFacts>({ what: 'check', files }, owner),
      carry: (files, owner) => runCageJob<CageFacts & { glb: Uint8Array }>({ what: 'carry', files }, owner),
      morph: (files, owner) => runCageJob<{ glb: Uint8Array; report: MorphReport }>({ what: 'morph', files }, owner),
    },
    async optimise(path, recipe, owner) {
      const response = await run<OptimiseResponse>({ what: 'optimise', path, recipe }, owner)
      if ('refused' in response) throw new OptimiseError(response.refused)
      return response.levels
    },
    stop: pool.stop,
  }
}
