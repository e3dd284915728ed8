import { availableParallelism } from 'node:os'
import type { RecipeName } from '../../src/api/contract/recipes.ts'
import type { GlbVerdict } from '../../src/files/glb-check.ts'
import type { CageFacts, CageFiles, CarryFiles, Geometry, MorphFiles } from '../fitting/geometry.ts'
import { MorphFault } from '../morph/fault.ts'
import type { MorphReport } from '../morph/morph.ts'
import { OptimiseFault } from '../optimise/fault.ts'
import type { MadeLevel } from '../optimise/make.ts'
import { createPool } from '../pool.ts'
import type { IconLook } from '../render/icon.ts'
import type { Chances } from '../textures/classifier.ts'
import type { Picture, PredictTexture } from '../textures/predict.ts'
import type { InspectModel } from './inspect.ts'
import type { ReportModel } from './report.ts'

/** What a process for models is asked: our own check, the validator's report, an icon, what a texture is used for, work on cages, or a variant. */
export type ModelJob =
  | { readonly what: 'inspect' | 'report'; readonly path: string }
  /** `look` where it is not to look as usual. */
  | { readonly what: 'render'; readonly path: string; readonly look?: IconLook }
  | { readonly what: 'predict'; readonly picture: Picture }
  | { readonly what: 'check'; readonly files: CageFiles }
  | { readonly what: 'carry'; readonly files: CarryFiles }
  | { readonly what: 'morph'; readonly files: MorphFiles }
  | { readonly what: 'optimise'; readonly path: string; readonly recipe: RecipeName }

/** What comes of work on cages: a fault is told by its code, which an error on its way between processes would lose. */
export type Outcome<R> = { readonly result: R } | { readonly fault: Pick<MorphFault, 'code' | 'message' | 'found'> }

/** A picture of a model, a PNG 512 pixels a side unless `look` says otherwise. Rejects where it cannot be drawn, not in time, or where too many of its `owner`'s wait. */
export type RenderIcon = (path: string, owner: string, look?: IconLook) => Promise<Uint8Array>

/** A variant of a model on this machine, the finest level first. Rejects with {@link OptimiseFault} where there can be none. */
export type OptimiseModel = (path: string, recipe: RecipeName, owner: string) => Promise<readonly MadeLevel[]>

/** What a process answers of a variant: a fault that ends it for good crosses over as its sentence. */
export type OptimiseAnswer = { readonly levels: readonly MadeLevel[] } | { readonly refused: string }

/** How long each may take, in milliseconds. */
const MOST_MS = {
  inspect: 10_000,
  report: 20_000,
  render: 20_000,
  predict: 10_000,
  check: 20_000,
  carry: 60_000,
  morph: 300_000,
  optimise: 300_000,
} as const satisfies Record<ModelJob['what'], number>

/** How much memory a process may have, in MB: three times what the largest model takes that is let in. */
const MOST_MB = 768

/** How many models of one owner may wait, and of all. */
const MOST_OF_OWNER = 50
const MOST_IN_ALL = 1000

/** More at once than this would take more memory than a small machine has to spare. */
const MOST_SEATS = 4

/** Looks at models in processes of their own, in fair turns of their owners: a check never waits for reports and icons. */
export interface Models {
  inspect: InspectModel
  report: ReportModel
  render: RenderIcon
  optimise: OptimiseModel
  predict: PredictTexture
  readonly geometry: Geometry
  stop(): Promise<void>
}

/** Makes the pool; its processes start when they are first needed. `most` sets other limits of time than the usual. */
export function createModels(most: Partial<Record<ModelJob['what'], number>> = {}): Models {
  const mostMs = { ...MOST_MS, ...most }
  // One seat is for checks alone: they are over in a moment, and every upload waits for one.
  const seats = Math.min(MOST_SEATS, Math.max(2, availableParallelism()))
  const pool = createPool<ModelJob, unknown>({
    script: new URL('./model-worker.ts', import.meta.url),
    mostMb: MOST_MB,
    seats,
    costlySeats: seats - 1,
    mostOfOwner: MOST_OF_OWNER,
    mostInAll: MOST_IN_ALL,
  })
  const run = <R>(job: ModelJob, owner: string) =>
    pool.run(job, { owner, isCostly: job.what !== 'inspect', mostMs: mostMs[job.what] }) as Promise<R>
  const onCages = async <R>(job: ModelJob, owner: string): Promise<R> => {
    const outcome = await run<Outcome<R>>(job, owner)
    if ('fault' in outcome) throw new MorphFault(outcome.fault.code, outcome.fault.message, outcome.fault.found)
    return outcome.result
  }
  return {
    inspect: (path, owner = '') => run<GlbVerdict>({ what: 'inspect', path }, owner),
    report: (path, owner = '') => run<Awaited<ReturnType<ReportModel>>>({ what: 'report', path }, owner),
    render: (path, owner, look) => run<Uint8Array>({ what: 'render', path, ...(look ? { look } : {}) }, owner),
    predict: (picture, owner = '') => run<Chances>({ what: 'predict', picture }, owner),
    geometry: {
      check: (files, owner) => onCages<CageFacts>({ what: 'check', files }, owner),
      carry: (files, owner) => onCages<CageFacts & { glb: Uint8Array }>({ what: 'carry', files }, owner),
      morph: (files, owner) => onCages<{ glb: Uint8Array; report: MorphReport }>({ what: 'morph', files }, owner),
    },
    async optimise(path, recipe, owner) {
      const answer = await run<OptimiseAnswer>({ what: 'optimise', path, recipe }, owner)
      if ('refused' in answer) throw new OptimiseFault(answer.refused)
      return answer.levels
    },
    stop: pool.stop,
  }
}
