import * as v from 'valibot'
import { EVENT_KEYS, type EventKey } from '../../api/contract/events.ts'
import { Id } from '../../api/contract/text.ts'

export interface FeedSearch {
  key?: EventKey[] | undefined
  userId?: string | undefined
  assetId?: string | undefined
}

const EVENT_KEY_LIST: readonly EventKey[] = Object.values(EVENT_KEYS)

/**
 * Event keys shown by default. Version 1 of "updated" is left out, because version 2 reports the same events and adds the fields.
 */
export const DEFAULT_EVENT_KEYS: EventKey[] = EVENT_KEY_LIST.filter((key) => key !== EVENT_KEYS.updated)

/** Parses the search parameters of the feed's URL. Unknown values are set to undefined, to override the raw parameters. */
export function parseFeedSearch(raw: Record<string, unknown>): FeedSearch {
  const rawKeys = Array.isArray(raw['key']) ? raw['key'] : []
  const key = EVENT_KEY_LIST.filter((knownKey) => rawKeys.includes(knownKey))
  const parseId = (field: string) => (v.is(Id, raw[field]) ? raw[field] : undefined)
  return { key: key.length > 0 ? key : undefined, userId: parseId('userId'), assetId: parseId('assetId') }
}

type EventName = EventKey extends `${string}.${string}.${infer Name}` ? Name : never

/** Returns the event name of a key without its version: "asset.v2.updated" → "updated". */
export const eventNameOf = (key: EventKey): EventName => key.split('.')[2] as EventName
