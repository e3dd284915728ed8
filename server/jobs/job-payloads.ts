import type { JobKindName } from '../../src/api/contract/jobs.ts'
import type { VariantRecipe } from '../../src/api/contract/recipes.ts'
import type { MailRequest } from '../mail/mail-request.ts'

/** Payload of each kind of job. `assetId` is visible to users who can read the job, and decides who may retry it. */
export interface JobPayloads extends Record<JobKindName, object> {
  /** Icon of an asset, rendered from the model that it had at the time of the request. `over` is an uploaded icon to replace. */
  icon: { assetId: string; modelUrl: string; over?: string }
  /** Turntable strip of a model. The strip counts towards the storage quota of the asset's creator. */
  turntable: { assetId: string; modelUrl: string }
  /** Import of an archive into an application. The row of the import has all details. */
  import: { importId: string }
  /** Fit of an asset's model to a body. `madeFrom` identifies the input files. */
  morph: { assetId: string; bodyId: string; madeFrom: string }
  /** Cages of a body (`assetId`), made from the cages of another body. */
  cages: { assetId: string; fromBodyId: string }
  /** Variant of the model that an asset had at the time of the request. Other assets may use the same model. */
  optimise: { assetId: string; modelUrl: string; recipe: VariantRecipe }
  /** Tag to delete. First, the tag is replaced by `into` on all its assets, or removed if `into` is absent. */
  merge: { tagId: string; into?: string }
  /** Purge of the assets that have been in the trash since before `until`, ISO 8601. */
  purge: { until: string }
  /** E-mail. The worker decides whether the e-mail is still needed, and writes its text. */
  mail: MailRequest
}
