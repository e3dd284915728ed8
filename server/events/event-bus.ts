import type { AssetEvent } from '../../src/api/contract/events.ts'

/** Number of past events that can be read from memory, for readers that reconnect and for pending deliveries (about 10 MB). */
export const MAX_BUFFERED_EVENTS = 20_000

/** Event with its position in the database's stream, counted from 1. Readers resume from a position. */
export interface NumberedEvent {
  number: number
  event: AssetEvent
}

/** Listener for new events and for the server's stop. */
export interface EventBusListener {
  onEvents: () => void
  onEnd: () => void
}

/** Recent events of this process, readable from any position in them. */
export interface EventBus {
  /** Adds events in the database's order. Events that were added before are skipped. */
  append(numbered: readonly NumberedEvent[]): void
  /** Starts after a position of the stream; earlier events are unknown. */
  startAfter(position: number): void
  /** Number of the last event; 0 before the first. */
  readonly last: number
  /** Returns the position of an event id; `gap` if the events after it are no longer in memory. */
  positionOf(eventId: string): number | 'gap'
  /** Returns up to `max` events after a position; `gap` if some are no longer in memory. */
  after(position: number, max: number): readonly NumberedEvent[] | 'gap'
  /** Subscribes a listener. Returns a function that unsubscribes it. */
  watch(watcher: EventBusListener): () => void
  /** Notifies all listeners of the server's stop. */
  close(): void
}

export function createEventBus(maxBuffered = MAX_BUFFERED_EVENTS): EventBus {
  const watchers = new Set<EventBusListener>()
  /** Past events. Trimmed in large parts, because the cost of removing one element grows with the length of the array. */
  let past: NumberedEvent[] = []
  let last = 0

  const isKnown = (position: number) => position <= last && position >= last - Math.min(past.length, maxBuffered)
  return {
    get last() {
      return last
    },
    append(numbered) {
      const before = last
      for (const numberedEvent of numbered) {
        if (numberedEvent.number <= last) continue
        // The database has deleted the events in between, so resuming at an earlier position is a gap.
        if (numberedEvent.number > last + 1) past = []
        past.push(numberedEvent)
        last = numberedEvent.number
      }
      if (past.length >= 2 * maxBuffered) past = past.slice(-maxBuffered)
      if (last > before) for (const { onEvents } of [...watchers]) onEvents()
    },
    startAfter(position) {
      past = []
      last = position
    },
    positionOf(eventId) {
      const position = /^\d{1,15}$/.test(eventId) ? Number(eventId) : Number.NaN
      return isKnown(position) ? position : 'gap'
    },
    after(position, max) {
      if (!isKnown(position)) return 'gap'
      const at = past.length - (last - position)
      return past.slice(at, at + max)
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close() {
      for (const { onEnd } of [...watchers]) onEnd()
    },
  }
}
