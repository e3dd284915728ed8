import type { AssetEvent } from '../../src/api/contract/events.ts'

/** How many events are remembered, for readers that come back and for those that are told next (about 10 MB). */
export const KEPT_EVENTS = 20_000

/** An event with its place in the stream of the store, which a reader names to go on from there; counted from 1. */
export interface Numbered {
  number: number
  event: AssetEvent
}

/** Who is told that there is something to read, and that the server stops. */
export interface Watcher {
  onEvents: () => void
  onEnd: () => void
}

/** The events this process has read: remembered for a while, to be read from any place in them. */
export interface Events {
  /** Takes what the store numbered, in its order; what was taken before is passed over. */
  take(numbered: readonly Numbered[]): void
  /** Begins after a place of the store's stream; nothing before it is known. */
  beginAfter(place: number): void
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

/** Makes the bus of a process. */
export function createEvents(kept = KEPT_EVENTS): Events {
  const watchers = new Set<Watcher>()
  /** Forgotten in large parts: taking away one at each event costs more the more there are. */
  let past: Numbered[] = []
  let last = 0

  const isKnown = (place: number) => place <= last && place >= last - Math.min(past.length, kept)
  return {
    get last() {
      return last
    },
    take(numbered) {
      const before = last
      for (const it of numbered) {
        if (it.number <= last) continue
        // After so long that the store has forgotten what came between, nobody can go on from before.
        if (it.number > last + 1) past = []
        past.push(it)
        last = it.number
      }
      if (past.length >= 2 * kept) past = past.slice(-kept)
      if (last > before) for (const { onEvents } of [...watchers]) onEvents()
    },
    beginAfter(place) {
      past = []
      last = place
    },
    placeOf(eventId) {
      const place = /^\d{1,15}$/.test(eventId) ? Number(eventId) : Number.NaN
      return isKnown(place) ? place : 'gap'
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
