import { type AssetEvent, EVENT_KEYS } from '../../api/contract/events.ts'
import type { Row } from './paging.ts'
import type { Removal } from './removals.ts'

/** Changes reported by the event stream. */
export interface RemoteChanges {
  events: readonly AssetEvent[]
  /** Whether events may have been missed. */
  hasGap: boolean
}

export const NO_REMOTE_CHANGES: RemoteChanges = { events: [], hasGap: false }

/** Maximum number of events stored. Users do not need an exact count above it. */
const MAX_EVENTS = 500

export const withEvent = ({ events, hasGap }: RemoteChanges, event: AssetEvent | 'gap'): RemoteChanges =>
  event === 'gap' ? { events, hasGap: true } : { events: [...events, event].slice(-MAX_EVENTS), hasGap }

/** Known state of each asset: last change, ISO 8601, or deleted by this user. */
export type KnownVersions = ReadonlyMap<string, string | typeof DELETED_LOCALLY>

/** Rows of a list, and rows removed here. */
export interface ShownRows {
  /** Rows shown, without the removed ones. */
  rows: readonly (Row & { updatedAt?: unknown })[]
  removed: readonly Removal[]
}

/** Adds rows to the known state. Returns the same map if nothing changed. */
export function withShownRows(known: KnownVersions, { rows, removed }: ShownRows): KnownVersions {
  const shownVersions = [
    ...rows.map(({ id, updatedAt }) => [id, String(updatedAt ?? '')] as const),
    ...removed.flatMap(({ id, isGone }) => (isGone ? [[id, DELETED_LOCALLY] as const] : [])),
  ]
  return shownVersions.every(([id, version]) => known.get(id) === version)
    ? known
    : new Map([...known, ...shownVersions])
}

/** Events about a wardrobe, a cage mesh, the morph queue or the trash rather than an asset. */
const NON_ASSET_EVENT_KEYS: ReadonlySet<string> = new Set([
  EVENT_KEYS.userAssetsAdded,
  EVENT_KEYS.userAssetsRemoved,
  EVENT_KEYS.cageMeshUpdated,
  EVENT_KEYS.morphQueueEntryCreated,
  EVENT_KEYS.bulkDeleted,
])

/** Marks an asset deleted here. Only its restoration counts as news. */
export const DELETED_LOCALLY = Symbol('deleted')

/**
 * Counts assets changed by others and not known here yet, each once, by its latest event. An asset is known if it is as recent as
 * the event, or if both have the same `updatedAt`, which an undo sets back. Assets that this user is changing (`own`) are
 * skipped, as their response is pending.
 */
export function countRemoteChanges(
  events: readonly AssetEvent[],
  known: KnownVersions,
  own: ReadonlySet<string>,
): number {
  const latest = new Map(events.filter(({ key }) => !NON_ASSET_EVENT_KEYS.has(key)).map((event) => [event.id, event]))
  return [...latest.values()].filter((event) => !own.has(event.id) && isUnseenChange(event, known.get(event.id))).length
}

/** Fields changed as a side effect elsewhere (a rendered icon, a body in the trash), which leaves `updatedAt` unchanged. */
const DERIVED_FIELDS: ReadonlySet<string> = new Set(['iconUrl', 'bodyId', 'parentId'])
const isDerived = (fields: AssetEvent['fields']) => fields?.every((field) => DERIVED_FIELDS.has(field)) ?? false

function isUnseenChange(
  { key, at, updatedAt, fields }: AssetEvent,
  known: string | typeof DELETED_LOCALLY | undefined,
): boolean {
  if (known === DELETED_LOCALLY) return key === EVENT_KEYS.created
  if (known === undefined || key === EVENT_KEYS.deleted) return true
  return known < at && (known !== updatedAt || isDerived(fields))
}
