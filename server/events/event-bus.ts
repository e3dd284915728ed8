import type { AssetEvent } from '../../src/api/contract/events.ts'

/** Number of past events buffered in memory (about 10 MB), for readers that reconnect. */
export const MAX_BUFFERED_EVENTS = 20_000

/** Event with its position in the database's stream, counted from 1. */
export interface NumberedEvent {
  number: number
  event: AssetEvent
}

export interface EventBusListener {
  onEvents: () => void
  onEnd: () => void
}

export interface EventBus {
  append(numbered: readonly NumberedEvent[]): void
  /** Starts after a position of the stream. Earlier events cannot be read. */
  startAfter(position: number): void
  /** Number of the last event; 0 before the first. */
  readonly last: number
  /** Returns the position of an event id; `gap` if later events are no longer in memory. */
  positionOf(eventId: string): number | 'gap'
  /** Returns up to `max` events after a position; `gap` if some are no longer in memory. */
  after(position: number, max: number): readonly NumberedEvent[] | 'gap'
  subscribe(listener: EventBusListener): () => void
  close(): void
}

export function createEventBus(maxBuffered = MAX_BUFFERED_EVENTS): EventBus {
  const listeners = new Set<EventBusListener>()
  /** Past events. Up to twice `maxBuffered` are stored, because trimming copies the array. */
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
        // The database has deleted the events in between. A reader that resumes before these events must get a gap event.
        if (numberedEvent.number > last + 1) past = []
        past.push(numberedEvent)
        last = numberedEvent.number
      }
      if (past.length >= 2 * maxBuffered) past = past.slice(-maxBuffered)
      if (last > before) for (const { onEvents } of [...listeners]) onEvents()
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
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      for (const { onEnd } of [...listeners]) onEnd()
    },
  }
}
