import type { JobKindName } from '../../src/api/contract/jobs.ts'
import type { RecipeName } from '../../src/api/contract/recipes.ts'

/** What jobs of each kind are told. An `assetId` is shown to whoever reads the job, and decides who may try it again. */
export interface Payloads extends Record<JobKindName, object> {
  /** The icon of an asset, drawn from the model it had when this was asked for; `over` is one handed in that it replaces. */
  icon: { assetId: string; modelUrl: string; over?: string }
  /** The strip of a model in which it turns once around; the asset's maker is charged. */
  turntable: { assetId: string; modelUrl: string }
  /** An archive into an application: all of it stands with the import itself. */
  import: { importId: string }
  /** An asset's model fitted to a body, from the files that `madeFrom` names. */
  morph: { assetId: string; bodyId: string; madeFrom: string }
  /** The cages of a body (`assetId`), made from those of another. */
  cages: { assetId: string; fromBodyId: string }
  /** A variant of the model that an asset had when this was asked for; other assets may have it too. */
  optimise: { assetId: string; modelUrl: string; recipe: RecipeName }
  /** A tag that all its assets lose, or change for another; then it is deleted. */
  merge: { tagId: string; into?: string }
  /** What was in the trash `until` then, ISO 8601. */
  purge: { until: string }
}
