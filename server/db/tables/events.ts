import type { GeneratedAlways } from 'kysely'
import type { DeliveryStatus } from '../../../src/api/contract/delivery-statuses.ts'
import type { AssetEvent, AssetMessage, EventKey } from '../../../src/api/contract/events.ts'
import type { DeliveryTry } from '../../../src/api/contract/webhooks.ts'
import type { Defaulted, Json } from './columns.ts'

/**
 * Events on their way to those who listen, each written with the change it tells of. `position` is its place in the stream,
 * given once the change is committed; `details` is what the event says besides.
 */
export interface OutboxTable {
  seq: GeneratedAlways<string>
  position: Defaulted<string | null>
  key: EventKey
  asset_id: string
  actor_id: string | null
  at: Date
  details: Json<Pick<AssetEvent, 'fields' | 'updatedAt'>>
  written_at: Defaulted<Date>
}

/** Who passes events on to others: how far they have come, and which process does so at the moment. */
export interface EventConsumerTable {
  name: string
  position: string
  holder: string | null
  held_until: Date | null
  seen_at: Defaulted<Date>
}

/** An address that is told what happens; no keys: all events. */
export interface WebhookTable {
  id: string
  url: string
  description: string
  keys: Json<EventKey[]>
  is_enabled: boolean
  secret: string
  /** Signs beside the new one until then. */
  old_secret: Defaulted<string | null>
  old_secret_until: Defaulted<Date | null>
  /** Since when nothing there has answered. */
  unreachable_since: Defaulted<Date | null>
  paused_until: Defaulted<Date | null>
  created_by: string
  created_at: Date
  updated_at: Date
}

/** What became of an event at a webhook. `due_at` is null where nothing is to be sent. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  position: string
  asset_id: string
  message: Json<AssetMessage>
  status: DeliveryStatus
  tries: Json<DeliveryTry[]>
  /** How often somebody asked to send it again, and the tries since. */
  round: Defaulted<number>
  tried: Defaulted<number>
  due_at: Date | null
  created_at: Date
}
