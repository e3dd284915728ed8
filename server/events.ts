import { randomUUID } from 'node:crypto'
import type { AssetEvent } from '../src/api/contract/events.ts'

/** How many events are remembered, for readers that come back and for those that are told next (about 10 MB). */
export const KEPT_EVENTS = 20_000

/** An event with its place in the stream, which a reader names to go on from there; `number` counts from 1. */
export interface Numbered {
  number: number
  eventId: string
  event: AssetEvent
}

/** Who is told that there is something to read, and that the server stops. */
export interface Watcher {
  onEvents: () => void
  onEnd: () => void
}

/** The events of this process: remembered for a while, to be read from any place in them. */
export interface Events {
  publish(event: AssetEvent): void
  /** The number of the last event; 0 before the first. */
  readonly last: number
  /** The place of an event by its id; `gap` where nobody knows any more what came after it. */
  placeOf(eventId: string): number | 'gap'
  /** The events after a place, `most` of them; `gap` where some of them are forgotten. */
  after(place: number, most: number): readonly Numbered[] | 'gap'
  /** Watches from now on; answers how to leave. */
  watch(watcher: Watcher): () => void
  /** Tells all who watch to end what they keep open. */
  close(): void
}

/** Makes the bus of a process. Ids of an earlier process are not known to it: their readers hear of a gap. */
export function createEvents(kept = KEPT_EVENTS): Events {
  const epoch = randomUUID().slice(0, 8)
  const watchers = new Set<Watcher>()
  /** Forgotten in large parts: taking away one at each event costs more the more there are. */
  let past: Numbered[] = []
  let last = 0

  const isKnown = (place: number) => place <= last && place >= Math.max(0, last - kept)
  return {
    get last() {
      return last
    },
    publish(event) {
      last += 1
      past.push({ number: last, eventId: `${epoch}-${last}`, event })
      if (past.length >= 2 * kept) past = past.slice(-kept)
      for (const { onEvents } of [...watchers]) onEvents()
    },
    placeOf(eventId) {
      const [, of, number] = /^([\w]+)-(\d{1,15})$/.exec(eventId) ?? []
      return of === epoch && isKnown(Number(number)) ? Number(number) : 'gap'
    },
    after(place, most) {
      if (!isKnown(place)) return 'gap'
      const at = past.length - (last - place)
      return past.slice(at, at + most)
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
