import type { Events } from '../../server/events/bus.ts'
import type { AssetEvent } from '../../src/api/contract/events.ts'

/** Puts an event on a bus that stands alone, as the store would number it. */
export const publish = (events: Events, event: AssetEvent): void => events.take([{ number: events.last + 1, event }])
