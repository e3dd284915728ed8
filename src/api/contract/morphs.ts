import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { JOB_STATUSES } from './job-kinds.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { MorphQuality } from './morph-quality.ts'
import { toPrivateService } from './private-service.ts'
import { Id } from './text.ts'

/** A model fitted to another body than the one it was made for. `id` is the id of the queue entry that made the morph. */
export const MorphedAsset = v.object({
  id: v.string(),
  assetId: v.string(),
  bodyId: v.string(),
  modelUrl: v.string(),
  /** Absent if the morph was made before reports were stored. */
  report: v.optional(MorphQuality),
  createdAt: v.string(),
})
export type MorphedAsset = v.InferOutput<typeof MorphedAsset>

/** A requested morph. `error` is the reason for a failure or a retry, as a sentence. Times are ISO 8601 UTC. */
export const MorphQueueEntry = v.object({
  id: v.string(),
  assetId: v.string(),
  bodyId: v.string(),
  status: v.picklist(JOB_STATUSES),
  attempts: v.number(),
  error: v.optional(v.string()),
  /** Present once the morph is done. */
  report: v.optional(MorphQuality),
  /** The resulting model, until the asset is fitted to this body again. */
  modelUrl: v.optional(v.string()),
  createdAt: v.string(),
  startedAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
})
export type MorphQueueEntry = v.InferOutput<typeof MorphQueueEntry>

export const MorphQueueStatus = v.object({
  queued: v.number(),
  running: v.number(),
  done: v.number(),
  failed: v.number(),
})
export type MorphQueueStatus = v.InferOutput<typeof MorphQueueStatus>

/** State of an asset's morph for one body: the current morph, and the newest queue entry for the body. */
export const MorphState = v.object({
  bodyId: v.string(),
  morphedAsset: v.optional(MorphedAsset),
  entry: v.optional(MorphQueueEntry),
})
export type MorphState = v.InferOutput<typeof MorphState>

const MorphRequestSchema = v.strictObject({ assetId: Id, bodyId: Id })
export type RequestedMorph = v.InferOutput<typeof MorphRequestSchema>

export const morphedAssets = {
  generate: endpoint({
    method: 'POST',
    path: 'v1/morphed-assets/generate',
    summary: 'Fit an asset to another body',
    description:
      'A job uses the cages of both bodies. A repeated request for the same model, bodies and cages returns the first entry.',
    access: ['update', 'Asset'],
    body: MorphRequestSchema,
    returns: MorphQueueEntry,
    status: 201,
    idempotent: true,
  }),
}

export const privateMorphedAssets = {
  ...toPrivateService(morphedAssets),
  list: endpoint({
    method: 'GET',
    path: 'private/v1/morphed-assets',
    summary: 'List morphed assets',
    description: 'The newest comes first.',
    access: ['manage', 'all'],
    query: v.strictObject({
      ...listParameters(['createdAt']),
      assetId: oneOrMany(Id),
      bodyId: oneOrMany(Id),
      applicationId: oneOrMany(Id),
    }),
    returns: listPage(MorphedAsset),
  }),
  status: endpoint({
    method: 'GET',
    path: 'private/v1/morphed-assets/status',
    summary: 'Get the morphs of an asset by body',
    description: 'For each body, the existing morph and the newest queue entry.',
    access: ['manage', 'all'],
    query: v.strictObject({ assetId: Id }),
    returns: v.object({ assetId: v.string(), bodies: v.array(MorphState) }),
  }),
}

const QueueFilters = { assetId: oneOrMany(Id), bodyId: oneOrMany(Id) }

export const morphedAssetQueue = {
  list: endpoint({
    method: 'GET',
    path: 'v1/morphed-asset-queue',
    summary: 'List requested morphs',
    description: 'Requests by the caller, and those for assets that the caller may change. The newest comes first.',
    access: ['update', 'Asset'],
    query: v.strictObject({
      ...listParameters(['createdAt']),
      ...QueueFilters,
      status: oneOrMany(v.picklist(JOB_STATUSES)),
    }),
    returns: listPage(MorphQueueEntry),
  }),
  status: endpoint({
    method: 'GET',
    path: 'v1/morphed-asset-queue/status',
    summary: 'Count requested morphs by status',
    description: 'Queued, running, done and failed entries that the caller may list.',
    access: ['update', 'Asset'],
    query: v.strictObject(QueueFilters),
    returns: MorphQueueStatus,
  }),
}

export const privateMorphedAssetQueue = toPrivateService(morphedAssetQueue)

/** A morph that an application uses. `entry` is the queue entry that made or will make the morph. */
export const ApplicationMorphedAsset = v.object({
  applicationId: v.string(),
  assetId: v.string(),
  bodyId: v.string(),
  addedAt: v.string(),
  entry: MorphQueueEntry,
})
export type ApplicationMorphedAsset = v.InferOutput<typeof ApplicationMorphedAsset>

export const applicationMorphedAssets = {
  create: endpoint({
    method: 'POST',
    path: 'v1/application-morphed-assets',
    summary: 'Add a fitted asset to an application',
    description:
      'Requests the morph for the body if it does not exist yet, and adds the asset to the application if it is not in it.',
    access: ['update', 'Asset'],
    body: v.strictObject({ applicationId: Id, ...MorphRequestSchema.entries }),
    returns: ApplicationMorphedAsset,
    status: 201,
    idempotent: true,
  }),
}

export const privateApplicationMorphedAssets = toPrivateService(applicationMorphedAssets)
