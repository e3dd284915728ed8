import * as v from 'valibot'
import { NamedAsset } from './asset-use.ts'
import { AUDIT_ACTIONS } from './audit-actions.ts'
import { endpoint } from './endpoint.ts'
import { EVENT_KEYS } from './events.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { Id, Moment } from './text.ts'

export type { AuditAction } from './audit-actions.ts'

/**
 * Something that happened, at `at` (ISO 8601 UTC), from the machine at `address`, or `local` where the server's own admin did
 * it. Without a `userId` there was no such account; `email` and `name` are the account's today.
 */
export const AuditRecord = v.object({
  id: v.string(),
  at: v.string(),
  action: v.picklist(AUDIT_ACTIONS),
  userId: v.optional(v.string()),
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  address: v.string(),
  details: v.record(v.string(), v.unknown()),
})
export type AuditRecord = v.InferOutput<typeof AuditRecord>

/** So many changes of assets are told at once. */
export const MOST_RECENT = 20

/** Who did something to an asset: by name and address for those who change assets themselves, where they have them. */
const Actor = v.object({ id: v.string(), name: v.optional(v.string()), email: v.optional(v.string()) })

/**
 * A change of an asset, at `at` (ISO 8601 UTC), with the names of the fields it changed. Who did it goes by name and address
 * for those who change assets themselves, where they have them.
 */
export const RecentChange = v.object({
  id: v.string(),
  at: v.string(),
  action: v.string(),
  fields: v.array(v.string()),
  actor: Actor,
  asset: NamedAsset,
})
export type RecentChange = v.InferOutput<typeof RecentChange>

const EventName = v.picklist(Object.values(EVENT_KEYS))

/** What an event is about that is no asset: its id is the event's `assetId`. A cage may be of a body, an asset that the caller may read. */
const OtherThing = v.object({
  kind: v.picklist(['application', 'cage']),
  name: v.string(),
  bodyId: v.optional(v.string()),
})

/**
 * An event of an asset under its routing key, at `at` (ISO 8601 UTC), with the fields it changed where it names them. Without an
 * `actor` the server did it itself; without an `asset` that is purged, in a trash that the caller has no part in, or no asset at all:
 * then `other` tells what it is, while it is there and the caller may read it.
 */
export const AssetActivity = v.object({
  id: v.string(),
  at: v.string(),
  key: EventName,
  assetId: v.string(),
  fields: v.array(v.string()),
  actor: v.optional(Actor),
  asset: v.optional(NamedAsset),
  other: v.optional(OtherThing),
})
export type AssetActivity = v.InferOutput<typeof AssetActivity>

/** What narrows the trail. `since` is part of the time that is looked at, `until` is not. */
const Filters = { action: oneOrMany(v.picklist(AUDIT_ACTIONS)), since: v.optional(Moment), until: v.optional(Moment) }

export const audit = {
  list: endpoint({
    method: 'GET',
    path: 'v1/audit',
    summary: 'What happened to accounts, the latest first; kept for a year.',
    access: ['manage', 'all'],
    query: v.strictObject({
      ...listParameters(['at']),
      ...Filters,
      userId: v.optional(Id),
      address: v.optional(Id),
    }),
    returns: listPage(AuditRecord),
  }),
  own: endpoint({
    method: 'GET',
    path: 'v1/audit/own',
    summary: 'What happened to the caller’s own account, failed sign-ins too, the latest first.',
    access: 'session',
    query: v.strictObject({ ...listParameters(['at']), ...Filters }),
    returns: listPage(AuditRecord),
  }),
  events: endpoint({
    method: 'GET',
    path: 'v1/audit/events',
    summary:
      'The events of assets that the caller may see, deletions too, and of applications and cages, the latest first; kept for 7 days. `userId` is who did it.',
    access: ['read', 'Asset'],
    query: v.strictObject({
      ...listParameters(['at']),
      key: oneOrMany(EventName),
      userId: v.optional(Id),
      assetId: v.optional(Id),
    }),
    returns: listPage(AssetActivity),
  }),
  assets: endpoint({
    method: 'GET',
    path: 'v1/audit/assets',
    summary: `The ${MOST_RECENT} latest changes of assets that the caller may see, the latest first; of none in the trash.`,
    access: ['read', 'Asset'],
    returns: v.object({ data: v.array(RecentChange) }),
  }),
}
