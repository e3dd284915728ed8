import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { FitReport } from './fit-report.ts'
import { JOB_STATUSES } from './job-kinds.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { privately } from './privately.ts'
import { Id } from './text.ts'

/** A model fitted to another body than the one it was made for. It has the id of the queue entry that made it. */
export const MorphedAsset = v.object({
  id: v.string(),
  assetId: v.string(),
  bodyId: v.string(),
  modelUrl: v.string(),
  /** Absent where it was made before this was kept. */
  report: v.optional(FitReport),
  createdAt: v.string(),
})
export type MorphedAsset = v.InferOutput<typeof MorphedAsset>

/** A morph that was asked for. `error` is a sentence: why it failed, or why it is tried again. Times are ISO 8601 UTC. */
export const MorphQueueEntry = v.object({
  id: v.string(),
  assetId: v.string(),
  bodyId: v.string(),
  status: v.picklist(JOB_STATUSES),
  attempts: v.number(),
  error: v.optional(v.string()),
  /** Once it is done. */
  report: v.optional(FitReport),
  /** The model it came to, while that is kept: until the asset is fitted to this body anew. */
  modelUrl: v.optional(v.string()),
  createdAt: v.string(),
  startedAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
})
export type MorphQueueEntry = v.InferOutput<typeof MorphQueueEntry>

/** How many entries of the queue stand where. */
export const MorphQueueStatus = v.object({
  queued: v.number(),
  running: v.number(),
  done: v.number(),
  failed: v.number(),
})
export type MorphQueueStatus = v.InferOutput<typeof MorphQueueStatus>

/** An asset's morph for one body: the one it has, and the newest entry of the queue about it. */
export const MorphState = v.object({
  bodyId: v.string(),
  morphedAsset: v.optional(MorphedAsset),
  entry: v.optional(MorphQueueEntry),
})
export type MorphState = v.InferOutput<typeof MorphState>

/** An asset and the body it is to fit. */
const Wanted = v.strictObject({ assetId: Id, bodyId: Id })
export type WantedMorph = v.InferOutput<typeof Wanted>

export const morphedAssets = {
  generate: endpoint({
    method: 'POST',
    path: 'v1/morphed-assets/generate',
    summary:
      'Fits an asset’s model to another body, by the cages of both; a job does it. Asked again for the same model, bodies and cages it answers with the first entry.',
    access: ['update', 'Asset'],
    body: Wanted,
    returns: MorphQueueEntry,
    status: 201,
    idempotent: true,
  }),
}

export const privateMorphedAssets = {
  ...privately(morphedAssets),
  list: endpoint({
    method: 'GET',
    path: 'private/v1/morphed-assets',
    summary: 'A page of the morphed assets, the newest first.',
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
    summary: 'The morphs of one asset, body by body: the one it has, and the newest entry of the queue.',
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
    summary:
      'A page of the morphs that were asked for, the newest first: those the caller asked for, and those of assets the caller may change.',
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
    summary: 'How many of the entries that the caller may list are queued, running, done and failed.',
    access: ['update', 'Asset'],
    query: v.strictObject(QueueFilters),
    returns: MorphQueueStatus,
  }),
}

export const privateMorphedAssetQueue = privately(morphedAssetQueue)

/** A morph that an application uses. `entry` made it, or is about to. */
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
    summary:
      'Puts an asset, fitted to a body, into an application: its morph is asked for where it is not there yet, and the asset itself is added where it is not in the application.',
    access: ['update', 'Asset'],
    body: v.strictObject({ applicationId: Id, ...Wanted.entries }),
    returns: ApplicationMorphedAsset,
    status: 201,
    idempotent: true,
  }),
}

export const privateApplicationMorphedAssets = privately(applicationMorphedAssets)
