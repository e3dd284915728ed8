import { type AssetEvent, EVENT_KEYS } from '../../api/contract/events.ts'
import type { Row } from './paging.ts'
import type { Removal } from './removals.ts'

/** What was told of others' changes. */
export interface News {
  events: readonly AssetEvent[]
  /** Some may have been missed. */
  hasGap: boolean
}

export const NO_NEWS: News = { events: [], hasGap: false }

/** How many events are remembered; more than that is many, whatever the number. */
const MOST_EVENTS = 500

/** The news with one more event, or with a gap. */
export const withEvent = ({ events, hasGap }: News, it: AssetEvent | 'gap'): News =>
  it === 'gap' ? { events, hasGap: true } : { events: [...events, it].slice(-MOST_EVENTS), hasGap }

/** What is known of a thing: when it was changed last, ISO 8601, or that this person deleted it. */
export type Known = ReadonlyMap<string, string | typeof DELETED>

/** What a list shows, and what was removed of it here. */
export interface ShownRows {
  /** Without those that are removed. */
  rows: readonly (Row & { updatedAt?: unknown })[]
  removed: readonly Removal[]
}

/** What is known once these rows were shown too; the same where that is nothing new. */
export function withRows(known: Known, { rows, removed }: ShownRows): Known {
  const shown = [
    ...rows.map(({ id, updatedAt }) => [id, String(updatedAt ?? '')] as const),
    ...removed.flatMap(({ id, isGone }) => (isGone ? [[id, DELETED] as const] : [])),
  ]
  return shown.every(([id, it]) => known.get(id) === it) ? known : new Map([...known, ...shown])
}

/** What changes a wardrobe, a cage mesh, the queue of morphs or the trash, not an asset. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  EVENT_KEYS.userAssetsAdded,
  EVENT_KEYS.userAssetsRemoved,
  EVENT_KEYS.cageMeshUpdated,
  EVENT_KEYS.morphQueueEntryCreated,
  EVENT_KEYS.bulkDeleted,
])

/** Of a thing that was deleted here nothing is news any more, but that it is back. */
export const DELETED = Symbol('deleted')

/**
 * How many things changed that are not known here yet: each thing once, by the last that was told of it. What is as young
 * as its event is known already, and so is what is as old as it was before, because a change was taken back. Things
 * this person is just changing (`own`) are left out: their answer is on its way.
 */
export function countNews(events: readonly AssetEvent[], known: Known, own: ReadonlySet<string>): number {
  const last = new Map(events.filter(({ key }) => !ELSEWHERE.has(key)).map((event) => [event.id, event]))
  return [...last.values()].filter((event) => !own.has(event.id) && isNews(event, known.get(event.id))).length
}

/** What follows from elsewhere, an icon that was drawn or a body in the trash, leaves the thing as old as it was. */
const DERIVED: ReadonlySet<string> = new Set(['iconUrl', 'bodyId', 'parentId'])
const isDerived = (fields: AssetEvent['fields']) => fields?.every((field) => DERIVED.has(field)) ?? false

function isNews({ key, at, updatedAt, fields }: AssetEvent, known: string | typeof DELETED | undefined): boolean {
  if (known === DELETED) return key === EVENT_KEYS.created
  if (known === undefined || key === EVENT_KEYS.deleted) return true
  return known < at && (known !== updatedAt || isDerived(fields))
}
