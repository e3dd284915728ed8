import type { AssetType, Gender } from '../../../src/api/contract/assets.ts'
import type { JobKindName, JobStatus } from '../../../src/api/contract/jobs.ts'
import type { MorphQuality } from '../../../src/api/contract/morph-quality.ts'
import type { VariantRecipe } from '../../../src/api/contract/recipes.ts'
import type { VariantReport } from '../../../src/api/contract/variants.ts'
import type { Defaulted, Json } from './columns.ts'

/**
 * One background job.
 * - `key` names the subject of the job: per kind and key at most one job is queued or running.
 * - `kills` counts the processes that the job crashed.
 * - `worker` identifies the attempt that leases the job until `lease_until`.
 * - `progress` is 0..1.
 * - `error` is the reason of a failure, for the owner.
 * - `turn` numbers the starts of all jobs.
 * - `used_*` is the part of the budget that all attempts have used.
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
  report: Json<MorphQuality | null>
  created_at: Date
  started_at: Defaulted<Date | null>
  finished_at: Defaulted<Date | null>
  turn: Defaulted<string | number | null>
  used_ms: Defaulted<number>
  used_cpu_ms: Defaulted<number>
  used_bytes: Defaulted<number>
}

/**
 * A cage around a body. If `asset_type` is null, the cage is for all types without a cage of their own. `carried_from` is the
 * cage of another body that this cage was made from; null if a user uploaded or reshaped this cage.
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

/** A model fitted to another body. `id` is also the id of its job. `made_from` names the source files and the version. */
export interface MorphedAssetTable {
  id: string
  asset_id: string
  body_id: string
  model_url: string
  made_from: string
  report: Json<MorphQuality | null>
  created_at: Date
}

export interface ApplicationMorphedAssetTable {
  application_id: string
  asset_id: string
  body_id: string
  added_at: Date
}

/** Image strip of a rotating model, by the model's address. */
export interface TurntableTable {
  model_url: string
  strip_url: string
  created_at: Date
}

/**
 * One level of a variant made by a recipe; level 0 is the finest. `report` has the statistics of the model and its original, and
 * the difference between their pictures. `difference_url` is a picture of the difference, if there is one.
 */
export interface VariantTable {
  source_url: string
  recipe: VariantRecipe
  version: number
  level: number
  model_url: string
  difference_url: string | null
  report: Json<VariantReport>
  created_at: Date
}
