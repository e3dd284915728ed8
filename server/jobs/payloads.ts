import type { JobKindName } from '../../src/api/contract/jobs.ts'
import type { RecipeName } from '../../src/api/contract/recipes.ts'

/** What jobs of each kind are told. An `assetId` is shown to whoever reads the job, and decides who may try it again. */
export interface Payloads extends Record<JobKindName, object> {
  /** The icon of an asset, drawn from the model it had when this was asked for; `over` is one handed in that it replaces. */
  icon: { assetId: string; modelUrl: string; over?: string }
  /** A variant of the model that an asset had when this was asked for; other assets may have it too. */
  optimise: { assetId: string; modelUrl: string; recipe: RecipeName }
}
