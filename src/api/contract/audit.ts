import * as v from 'valibot'
import { AssetSummary } from './asset-use.ts'
import { AUDIT_ACTIONS } from './audit-actions.ts'
import { endpoint } from './endpoint.ts'
import { EVENT_KEYS } from './events.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { Id, Timestamp } from './text.ts'

export type { AuditAction } from './audit-actions.ts'

/**
 * One record of the audit trail. `at` is its time (ISO 8601 UTC). `address` is the client's network address, or `local` for a
 * command run on the server. `userId` is absent if the account did not exist. `email` and `name` are the account's current
 * values.
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

/** Maximum number of recent asset changes in one response. */
export const MAX_RECENT_CHANGES = 20

/** User who changed an asset. Name and address, if known, are visible only to users with the right to change assets. */
const Actor = v.object({ id: v.string(), name: v.optional(v.string()), email: v.optional(v.string()) })

/** A change of an asset, its time `at` (ISO 8601 UTC), and the names of the changed fields. */
export const RecentChange = v.object({
  id: v.string(),
  at: v.string(),
  action: v.string(),
  fields: v.array(v.string()),
  actor: Actor,
  asset: AssetSummary,
})
export type RecentChange = v.InferOutput<typeof RecentChange>

const EventName = v.picklist(Object.values(EVENT_KEYS))

/**
 * Application or cage that an event is about. The event's `assetId` is then the id of this application or cage. `bodyId` is the
 * body that the cage belongs to, if the caller is allowed to read that body.
 */
const OtherEntity = v.object({
  kind: v.picklist(['application', 'cage']),
  name: v.string(),
  bodyId: v.optional(v.string()),
})

/**
 * An event with its routing key `key`, its time `at` (ISO 8601 UTC), and the changed fields if the event names any. `actor` is
 * absent if no user caused the event. `asset` is absent if the asset was purged, or if it is in the trash and the caller cannot
 * access it there. `other` describes an application or cage that still exists and that the caller is allowed to read.
 */
export const AssetActivity = v.object({
  id: v.string(),
  at: v.string(),
  key: EventName,
  assetId: v.string(),
  fields: v.array(v.string()),
  actor: v.optional(Actor),
  asset: v.optional(AssetSummary),
  other: v.optional(OtherEntity),
})
export type AssetActivity = v.InferOutput<typeof AssetActivity>

/** Filters of the audit trail. The time range includes `since` and excludes `until`. */
const Filters = {
  action: oneOrMany(v.picklist(AUDIT_ACTIONS)),
  since: v.optional(Timestamp),
  until: v.optional(Timestamp),
}

export const audit = {
  list: endpoint({
    method: 'GET',
    path: 'v1/audit',
    summary: 'List the audit log',
    description: 'Records of accounts, the newest first. They are retained for a year.',
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
    summary: 'List the caller’s audit log',
    description: 'Includes failed sign-ins. The newest record comes first.',
    access: 'session',
    query: v.strictObject({ ...listParameters(['at']), ...Filters }),
    returns: listPage(AuditRecord),
  }),
  events: endpoint({
    method: 'GET',
    path: 'v1/audit/events',
    summary: 'List events',
    description:
      'Events of assets that the caller may read, of applications and of cages, including deletions. The newest event comes first. Events are retained for 7 days. `userId` filters by the acting user.',
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
    summary: 'List recent changes of assets',
    description: `The ${MAX_RECENT_CHANGES} newest changes of assets that the caller may read, the newest first. Assets in the trash are omitted.`,
    access: ['read', 'Asset'],
    returns: v.object({ data: v.array(RecentChange) }),
  }),
}
