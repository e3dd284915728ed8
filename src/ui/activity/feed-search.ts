import * as v from 'valibot'
import { EVENT_KEYS, type EventKey } from '../../api/contract/events.ts'
import { Id } from '../../api/contract/text.ts'

/** What narrows the events of assets, as the address has it. */
export interface FeedSearch {
  key?: EventKey[] | undefined
  userId?: string | undefined
  assetId?: string | undefined
}

const KEYS: readonly EventKey[] = Object.values(EVENT_KEYS)

/** Told of a change twice over: what its second version says of the fields, the first says without. */
export const TOLD_ONCE: EventKey[] = KEYS.filter((key) => key !== EVENT_KEYS.updated)

/** Reads the address of the feed; what it does not know narrows nothing, and takes the place of what the address said. */
export function feedSearch(raw: Record<string, unknown>): FeedSearch {
  const wanted = Array.isArray(raw['key']) ? raw['key'] : []
  const key = KEYS.filter((one) => wanted.includes(one))
  const idIn = (field: string) => (v.is(Id, raw[field]) ? raw[field] : undefined)
  return { key: key.length > 0 ? key : undefined, userId: idIn('userId'), assetId: idIn('assetId') }
}

/** "asset.v2.updated" → "updated": what the key says, whatever its version. */
export const happeningOf = (key: EventKey): string => key.split('.')[2]!
