import type { JobKindName } from '../../src/api/contract/jobs.ts'
import type { VariantRecipe } from '../../src/api/contract/recipes.ts'
import type { MailRequest } from '../mail/mail-request.ts'

/** Payload of each kind of job. The `assetId` is visible to readers of the job, and decides who may retry it. */
export interface JobPayloads extends Record<JobKindName, object> {
  /** Icon of an asset, rendered from its model at the time of the request. `over` is an uploaded icon to replace. */
  icon: { assetId: string; modelUrl: string; over?: string }
  /** Turntable strip of a model. The storage is charged to the asset's creator. */
  turntable: { assetId: string; modelUrl: string }
  /** Import of an archive into an application. All details are stored with the import. */
  import: { importId: string }
  /** Fit of an asset's model to a body, from the files identified by `madeFrom`. */
  morph: { assetId: string; bodyId: string; madeFrom: string }
  /** Cages of a body (`assetId`), made from those of another. */
  cages: { assetId: string; fromBodyId: string }
  /** Variant of an asset's model at the time of the request. Other assets may use the same model. */
  optimise: { assetId: string; modelUrl: string; recipe: VariantRecipe }
  /** Tag to replace with another on all its assets, or to remove from them. It is deleted afterwards. */
  merge: { tagId: string; into?: string }
  /** Assets in the trash since before `until`, ISO 8601. */
  purge: { until: string }
  /** E-mail. The worker writes its text, and decides whether it is needed. */
  mail: MailRequest
}
