import type { EventBus } from '../../server/events/event-bus.ts'
import type { AssetEvent } from '../../src/api/contract/events.ts'

/** Publishes an event on a bus, with the next number, which a store would assign. */
export const publishEvent = (events: EventBus, event: AssetEvent): void =>
  events.append([{ number: events.last + 1, event }])
