import * as v from 'valibot'
import { EVENT_KEYS, type EventKey } from '../../api/contract/events.ts'
import { Id } from '../../api/contract/text.ts'

/** Filters of the asset feed, as in the URL. */
export interface FeedSearch {
  key?: EventKey[] | undefined
  userId?: string | undefined
  assetId?: string | undefined
}

const EVENT_KEY_LIST: readonly EventKey[] = Object.values(EVENT_KEYS)

/** Event keys shown by default: all but version 1 of "updated", because version 2 repeats its events and adds the fields. */
export const DEFAULT_EVENT_KEYS: EventKey[] = EVENT_KEY_LIST.filter((key) => key !== EVENT_KEYS.updated)

/** Parses the URL of the feed. Unknown values become undefined, to override the raw ones. */
export function parseFeedSearch(raw: Record<string, unknown>): FeedSearch {
  const rawKeys = Array.isArray(raw['key']) ? raw['key'] : []
  const key = EVENT_KEY_LIST.filter((knownKey) => rawKeys.includes(knownKey))
  const parseId = (field: string) => (v.is(Id, raw[field]) ? raw[field] : undefined)
  return { key: key.length > 0 ? key : undefined, userId: parseId('userId'), assetId: parseId('assetId') }
}

/** Name of an event without its version. */
type EventName = EventKey extends `${string}.${string}.${infer Name}` ? Name : never

/** Returns the event name of a key without its version: "asset.v2.updated" → "updated". */
export const eventNameOf = (key: EventKey): EventName => key.split('.')[2] as EventName
