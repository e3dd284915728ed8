import { randomUUID } from 'node:crypto'
import type { AssetEvent } from '../src/api/contract/events.ts'

/** How many events are remembered for readers that come back. */
export const KEPT_EVENTS = 1000

/** An event with its place in the stream, which a reader names to go on from there. */
export interface Numbered {
  eventId: string
  event: AssetEvent
}

/** A reader of the stream. */
export interface EventReader {
  onEvent: (numbered: Numbered) => void
  /** No more events will come: the server stops. */
  onEnd: () => void
}

/** What a new reader gets: the events it missed, or `gap` where nobody knows any more, and how to leave. */
export interface Subscription {
  missed: readonly Numbered[] | 'gap'
  stop: () => void
}

/** The events of this process: told to those who read now, and for a while to those who come back. */
export interface Events {
  publish(event: AssetEvent): void
  /** Reads from now on; `after` is the last event the reader has. */
  subscribe(reader: EventReader, after?: string): Subscription
  /** Ends every reader's stream. */
  close(): void
}

/** Makes the bus of a process. Ids of an earlier process are not known to it: their readers hear of a gap. */
export function createEvents(kept = KEPT_EVENTS): Events {
  const epoch = randomUUID().slice(0, 8)
  const readers = new Set<EventReader>()
  const past: Numbered[] = []
  let count = 0

  const missedAfter = (after: string | undefined): readonly Numbered[] | 'gap' => {
    if (after === undefined || after === `${epoch}-${count}`) return []
    const at = past.findIndex(({ eventId }) => eventId === after)
    if (at >= 0) return past.slice(at + 1)
    return after === `${epoch}-${count - past.length}` ? past.slice() : 'gap'
  }
  return {
    publish(event) {
      count += 1
      const numbered = { eventId: `${epoch}-${count}`, event }
      past.push(numbered)
      if (past.length > kept) past.shift()
      for (const reader of [...readers]) reader.onEvent(numbered)
    },
    subscribe(reader, after) {
      readers.add(reader)
      return { missed: missedAfter(after), stop: () => readers.delete(reader) }
    },
    close() {
      for (const reader of [...readers]) reader.onEnd()
      readers.clear()
    },
  }
}
