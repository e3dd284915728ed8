import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

/**
 * Interval at which an open page reports its user's presence, and the time without a report after which the user counts as
 * absent. Both in milliseconds.
 */
export const PRESENCE_HEARTBEAT_MS = 15_000
export const PRESENCE_TTL_MS = 45_000

/** Maximum number of users listed for one asset. `total` also counts the users that are not listed. */
export const MAX_LISTED_USERS = 20

/**
 * Name of the server-sent event for a change of the users who have an asset open. The event has no id. Its data is {@link
 * PresenceEvent}.
 */
export const PRESENCE_EVENT = 'presence'
export const PresenceEvent = v.object({ assetId: v.string() })

/** Another user who has the same asset open. Name and address are visible only to users with the right to change assets. */
export const PresentUser = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  isEditing: v.boolean(),
})
export type PresentUser = v.InferOutput<typeof PresentUser>

/** Maximum number of assets per query, and of users listed for each of them. Users who edit come first. */
export const MAX_PRESENCE_ASSETS = 100
export const MAX_USERS_PER_ROW = 3

/** An asset that other users have open. `total` also counts users who are not listed. */
export const AssetPresence = v.object({ assetId: v.string(), people: v.array(PresentUser), total: v.number() })
export type AssetPresence = v.InferOutput<typeof AssetPresence>

export const presence = {
  list: endpoint({
    method: 'GET',
    path: 'v1/presence',
    summary: 'List other users at some assets',
    description:
      'Users who view or edit up to 100 assets that the caller may read. Assets without other users are omitted, and so is the caller. Guests are refused.',
    access: 'session',
    query: v.strictObject({
      assetId: v.pipe(
        v.union([Id, v.pipe(v.array(Id), v.maxLength(MAX_PRESENCE_ASSETS))]),
        v.transform((ids) => (Array.isArray(ids) ? ids : [ids])),
      ),
    }),
    returns: v.object({ data: v.array(AssetPresence) }),
  }),
  announce: endpoint({
    method: 'PUT',
    path: 'v1/assets/{id}/presence',
    summary: 'Announce presence at an asset',
    description:
      'Reports for 45 s that the caller views the asset, edits it (with permission) or has left it. Returns the other users there. Guests are refused. `tab` is any text that identifies a page of the user.',
    access: 'session',
    body: v.strictObject({ tab: Id, is: v.picklist(['looking', 'editing', 'gone']) }),
    returns: v.object({ people: v.array(PresentUser), total: v.number() }),
  }),
}
