import * as v from 'valibot'

export const EVENTS_PATH = 'v1/events'

/**
 * Routing keys of the asset service's events, version 1 except `updatedV2` (Spec §3). An update is sent in both versions; version
 * 2 names the changed fields. Unlocking is sent as an update. `bulk-deleted` is sent for each asset that is purged at the end of
 * its time in the trash.
 */
export const EVENT_KEYS = {
  created: 'asset.v1.created',
  deleted: 'asset.v1.deleted',
  locked: 'asset.v1.locked',
  updated: 'asset.v1.updated',
  updatedV2: 'asset.v2.updated',
  modelUpdated: 'asset.v1.model-updated',
  typeOrGenderChanged: 'asset.v1.type-or-gender-changed',
  addedToApplication: 'asset.v1.added-to-application',
  applicationUpdated: 'asset.v1.application-updated',
  applicationDeleted: 'asset.v1.application-deleted',
  bulkDeleted: 'asset.v1.bulk-deleted',
  morphQueueEntryCreated: 'asset.v1.morph-queue-entry-created',
  exported: 'asset.v1.exported',
  cageMeshUpdated: 'asset.v1.cage-mesh-updated',
  userAssetsAdded: 'asset.v1.user-assets-added',
  userAssetsRemoved: 'asset.v1.user-assets-removed',
} as const
export type EventKey = (typeof EVENT_KEYS)[keyof typeof EVENT_KEYS]

/**
 * One event: its key, its time (ISO 8601 UTC), and the asset's id (for `cage-mesh-updated`, the cage mesh's id). `fields` are the
 * changed fields, only in `asset.v2.updated`. `updatedAt` is present if the asset's `updatedAt` differs from `at`: after an undo,
 * a rendered icon, or the deletion or restore of its body or parent.
 */
export const AssetEvent = v.object({
  key: v.picklist(Object.values(EVENT_KEYS)),
  id: v.string(),
  at: v.string(),
  fields: v.optional(v.array(v.string())),
  updatedAt: v.optional(v.string()),
})
export type AssetEvent = v.InferOutput<typeof AssetEvent>

/**
 * An event as it is sent to webhooks and message brokers. `id` is the event's number in the event table, and equals the id of the
 * server-sent event. Receivers use `id` to skip duplicates. `version` is the version of the key; `actorId` is the user who acted.
 */
export const AssetEventMessage = v.object({
  id: v.string(),
  version: v.number(),
  assetId: v.string(),
  actorId: v.optional(v.string()),
  ...v.omit(AssetEvent, ['id']).entries,
})
export type AssetEventMessage = v.InferOutput<typeof AssetEventMessage>

/**
 * Subscribes to changes, to gaps in which changes may have been missed, and optionally to changes of the users who have an asset
 * open. Returns the unsubscribe function.
 */
export type ListenToEvents = (
  listener: (event: AssetEvent | 'gap') => void,
  onPresence?: (assetId: string) => void,
) => () => void

/** Name of the server-sent event, without data, that reports possibly missed events. The client then reloads. */
export const GAP_EVENT = 'gap'
