import type { AssetType, Gender } from '../../../src/api/contract/assets.ts'
import type { FitReport } from '../../../src/api/contract/fit-report.ts'
import type { JobKindName, JobStatus } from '../../../src/api/contract/jobs.ts'
import type { RecipeName } from '../../../src/api/contract/recipes.ts'
import type { VariantReport } from '../../../src/api/contract/variants.ts'
import type { Defaulted, Json } from './columns.ts'

/**
 * Work that is done beside the calls. `key` names what it is about: of one kind and key at most one is queued or running.
 * `kills` counts the processes it took down. `worker` is who holds it until `lease_until`, another text each time it is
 * taken; `progress` is 0..1; `error` says why it failed, to whoever asked for it. `turn` counts the takes of all jobs.
 */
export interface JobTable {
  id: string
  kind: JobKindName
  key: string
  payload: Json<object>
  owner_id: string | null
  status: Defaulted<JobStatus>
  attempts: Defaulted<number>
  kills: Defaulted<number>
  run_at: Date
  lease_until: Defaulted<Date | null>
  worker: Defaulted<string | null>
  progress: Defaulted<number>
  step: Defaulted<string | null>
  error: Defaulted<string | null>
  /** Of a morph that is done. */
  report: Json<FitReport | null>
  created_at: Date
  started_at: Defaulted<Date | null>
  finished_at: Defaulted<Date | null>
  turn: Defaulted<string | number | null>
}

/**
 * A cage around a body; no `asset_type`: for all types that the body has no other cage for. `carried_from` is the cage it
 * was carried from; null where it was uploaded.
 */
export interface CageMeshTable {
  id: string
  name: string
  name_key: string
  gender: Gender
  asset_type: AssetType | null
  body_id: string | null
  model_url: string
  vertices: number
  topology: string
  carried_from: Defaulted<string | null>
  created_by: string
  created_at: Date
  updated_at: Date
}

/** A model fitted to another body; `id` is that of the job that made it, `made_from` names the files and the version it was made from. */
export interface MorphedAssetTable {
  id: string
  asset_id: string
  body_id: string
  model_url: string
  made_from: string
  report: Json<FitReport | null>
  created_at: Date
}

/** The morphs that applications use. */
export interface ApplicationMorphedAssetTable {
  application_id: string
  asset_id: string
  body_id: string
  added_at: Date
}

/** The strips in which models turn, by the model's address. */
export interface TurntableTable {
  model_url: string
  strip_url: string
  created_at: Date
}

/**
 * What recipes made of models: one row for each level of a variant, 0 the finest. `report` has what the model and its
 * original hold, and how far their pictures are apart; `difference_url` is the picture of that, where there is one.
 */
export interface VariantTable {
  source_url: string
  recipe: RecipeName
  version: number
  level: number
  model_url: string
  difference_url: string | null
  report: Json<VariantReport>
  created_at: Date
}
