import { type AssetEvent, EVENT_KEYS } from '../../api/contract/events.ts'
import type { Row } from './paging.ts'
import type { Removal } from './removals.ts'

export interface RemoteChanges {
  events: readonly AssetEvent[]
  /** Whether events may have been missed. */
  hasGap: boolean
}

export const NO_REMOTE_CHANGES: RemoteChanges = { events: [], hasGap: false }

/** Maximum number of stored events. Users do not need an exact count above this number. */
const MAX_EVENTS = 500

export const withEvent = ({ events, hasGap }: RemoteChanges, event: AssetEvent | 'gap'): RemoteChanges =>
  event === 'gap' ? { events, hasGap: true } : { events: [...events, event].slice(-MAX_EVENTS), hasGap }

/** Known state of each asset: last change, ISO 8601, or deleted by this user. */
export type KnownVersions = ReadonlyMap<string, string | typeof DELETED_LOCALLY>

/** Rows of a list, and rows that this user removed. */
export interface ShownRows {
  /** Rows shown, without removed rows. */
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

/** Marks an asset that this user deleted. Of later events, only a restoration of the asset is counted. */
export const DELETED_LOCALLY = Symbol('deleted')

/**
 * Counts assets with a change that is not known here, each once, by the latest event. A change is known if the known version is
 * as recent as the event, or has the same `updatedAt`. An undo restores an earlier `updatedAt`. Assets that this user is changing
 * (`own`) are skipped, because the response is pending.
 */
export function countRemoteChanges(
  events: readonly AssetEvent[],
  known: KnownVersions,
  own: ReadonlySet<string>,
): number {
  const latest = new Map(events.filter(({ key }) => !NON_ASSET_EVENT_KEYS.has(key)).map((event) => [event.id, event]))
  return [...latest.values()].filter((event) => !own.has(event.id) && isUnseenChange(event, known.get(event.id))).length
}

/**
 * Fields that change as a side effect of another action (a rendered icon, a body in the trash). Such a change leaves `updatedAt`
 * as it was.
 */
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
