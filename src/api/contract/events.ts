import * as v from 'valibot'

/** Path of the live event stream, below the API's base address. */
export const EVENTS_PATH = 'v1/events'

/**
 * Routing keys of the asset service's events, version 1 except the second `updated` (Spec §3). Unlocking has no key of its own:
 * it is an update. `bulk-deleted` is sent for each asset purged when its time in the trash is over. An update is sent in both
 * versions; the second names the fields.
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
 * One event: its key, the asset's id (of `cage-mesh-updated`: the cage mesh's id) and its time (ISO 8601 UTC). `fields` are the
 * changed fields, in `asset.v2.updated`. `updatedAt` is the asset's new `updatedAt` if it differs from `at`. It differs after
 * changes that create no version: an undo, a rendered icon, or a body or parent that went into the trash or came back.
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
 * An event as it is sent to webhooks and message brokers. `id` is its position in the store's event stream, the same as in live
 * events: receivers use it to skip duplicates. `version` is that of the key; `actorId` is the user who acted.
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
 * Subscribes to changes as they happen, to gaps in which changes may have been missed, and optionally to changes of presence at
 * an asset. Returns the unsubscribe function.
 */
export type ListenToEvents = (
  listener: (event: AssetEvent | 'gap') => void,
  onPresence?: (assetId: string) => void,
) => () => void

/** Name of the server-sent event that reports possibly missed events: the client has to reload. It has no data. */
export const GAP_EVENT = 'gap'
