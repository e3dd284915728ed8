import * as v from 'valibot'

/** Where live events are read from, below the API's base address. */
export const EVENTS_PATH = 'v1/events'

/**
 * The routing keys of the asset service's events, version 1 except the second `updated` (Spec §3). Unlocking has no key of
 * its own: it is an update. `bulk-deleted` is told of each asset that is purged with all others whose time in the trash is over. `updated` is told in both versions; the second names the fields.
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
 * One event: what happened, to which asset (of `cage-mesh-updated`: to which cage mesh), when (ISO 8601 UTC); `fields` are the changed ones, in `asset.v2.updated`.
 * `updatedAt` is the asset's since then, where it is another time: a change was taken back, or an
 * icon was drawn, or a body or parent went into the trash or came back, which make no version.
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
 * An event as webhooks and message brokers are told it. `id` is its place in the stream of the store, the same as that of live
 * events: who has seen it before passes it over. `version` is that of the key; `actorId` is who did it.
 */
export const AssetMessage = v.object({
  id: v.string(),
  version: v.number(),
  assetId: v.string(),
  actorId: v.optional(v.string()),
  ...v.omit(AssetEvent, ['id']).entries,
})
export type AssetMessage = v.InferOutput<typeof AssetMessage>

/**
 * Tells of changes as they happen, or of a gap in which some may have, and, to who asks, at which asset somebody came or
 * went; gives back how to stop.
 */
export type Listen = (
  listener: (news: AssetEvent | 'gap') => void,
  onPresence?: (assetId: string) => void,
) => () => void

/** Name of the server-sent event that says: events may have been missed, look again. It has no data. */
export const GAP = 'gap'
