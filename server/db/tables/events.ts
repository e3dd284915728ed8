import type { GeneratedAlways } from 'kysely'
import type { DeliveryStatus } from '../../../src/api/contract/delivery-statuses.ts'
import type { AssetEvent, AssetEventMessage, EventKey } from '../../../src/api/contract/events.ts'
import type { DeliveryAttempt, DisabledReason } from '../../../src/api/contract/webhooks.ts'
import type { Defaulted, Json } from './columns.ts'

/**
 * An event to deliver, written in the transaction of its change. `position` orders the stream and is assigned once the change is
 * committed. `details` contains further fields of the event.
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

/** A consumer that delivers events, with its position and the process that has its lease (`holder`). */
export interface EventConsumerTable {
  name: string
  position: string
  holder: string | null
  held_until: Date | null
  seen_at: Defaulted<Date>
}

/** An endpoint that events are posted to. Empty `keys` mean all events. */
export interface WebhookTable {
  id: string
  url: string
  description: string
  keys: Json<EventKey[]>
  is_enabled: boolean
  secret: string
  /** Signs alongside the new secret until `old_secret_until`. */
  old_secret: Defaulted<string | null>
  old_secret_until: Defaulted<Date | null>
  unreachable_since: Defaulted<Date | null>
  paused_until: Defaulted<Date | null>
  /** Reason why the server disabled the webhook permanently; null if an admin disabled it, or if it is enabled. */
  off_reason: Defaulted<DisabledReason | null>
  /** The responsible admin, who last set the webhook's URL or secret, or last enabled the webhook. */
  created_by: string
  created_at: Date
  updated_at: Date
}

/** Delivery of an event to a webhook. `due_at` is null if nothing is to be sent. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  position: string
  asset_id: string
  message: Json<AssetEventMessage>
  status: DeliveryStatus
  tries: Json<DeliveryAttempt[]>
  round: Defaulted<number>
  /** Number of attempts since the last manual redelivery. */
  tried: Defaulted<number>
  due_at: Date | null
  created_at: Date
}
