import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { GAP } from '../../src/api/contract/events.ts'
import type { Events, Numbered } from './bus.ts'

/** So many events are judged by one question and told in one piece. */
const BATCH = 200

/** After so long the event loop gets its turn, in milliseconds: calls wait behind those who are told. */
const TURN_MS = 8

/** How long after a store that was away is asked again, in milliseconds. */
const RETRY_MS = 1000

/** Somebody who reads: `place` is the number of the last event that was told or withheld. */
export interface Reader {
  place: number
  write(text: Uint8Array): void
}

/** Which of some assets may be seen; left out by those who see all. Rejects where the store is away. */
export type Judge = (assetIds: string[]) => Promise<ReadonlySet<string>>

const encoder = new TextEncoder()
const gap = encoder.encode(`event: ${GAP}\ndata:\n\n`)
const written = ({ number, event }: Numbered) => `id: ${number}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * Readers who may see the same: what happens is judged once for all of them, and each piece of text is made once for all who
 * stand at the same place. Those who come back from different places are brought up by the same questions.
 */
export class Audience {
  readonly #readers = new Set<Reader>()
  #isTelling = false

  constructor(
    private readonly events: Events,
    private readonly judge?: Judge,
    private readonly retryMs = RETRY_MS,
  ) {}

  get size(): number {
    return this.#readers.size
  }

  join(reader: Reader): void {
    this.#readers.add(reader)
    this.tell()
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader)
  }

  /** Brings all up to the last event, a batch and a part of the readers at a time; what happens meanwhile is told too. */
  tell(): void {
    if (this.#isTelling || this.#readers.size === 0) return
    void this.#tell()
  }

  async #tell(): Promise<void> {
    this.#isTelling = true
    // What is published in one go is told together.
    await turn()
    for (let behind = this.#behind(); behind.length > 0; behind = this.#behind()) {
      const from = behind.reduce((least, { place }) => Math.min(least, place), Number.POSITIVE_INFINITY)
      const batch = this.events.after(from, BATCH)
      if (batch === 'gap') {
        for (const reader of behind.filter(({ place }) => this.events.after(place, 0) === 'gap')) this.#skip(reader)
      } else {
        const seen = await this.#seenOf(batch)
        if (seen) await this.#deliver(behind, batch.at(-1)!.number, seen)
        else await pause(this.retryMs, undefined, { ref: false })
      }
      await turn()
    }
    // In the same breath in which nobody was behind: what is published later begins anew.
    this.#isTelling = false
  }

  #behind(): Reader[] {
    return [...this.#readers].filter(({ place }) => place < this.events.last)
  }

  #skip(reader: Reader) {
    reader.place = this.events.last
    reader.write(gap)
  }

  /** The events of a batch that may be seen, or undefined where nobody could say. */
  async #seenOf(batch: readonly Numbered[]): Promise<readonly Numbered[] | undefined> {
    if (!this.judge) return batch
    try {
      const visible = await this.judge([...new Set(batch.map(({ event }) => event.id))])
      return batch.filter(({ event }) => visible.has(event.id))
    } catch {
      return undefined
    }
  }

  async #deliver(readers: Reader[], upTo: number, seen: readonly Numbered[]) {
    const pieces = new Map<number, Uint8Array>()
    let begun = performance.now()
    for (const reader of readers) {
      if (performance.now() - begun > TURN_MS) {
        await turn()
        begun = performance.now()
      }
      // Who is past this batch already is at a later one; who left meanwhile is told nothing.
      if (reader.place >= upTo || !this.#readers.has(reader)) continue
      const { place } = reader
      reader.place = upTo
      const piece = pieces.get(place) ?? encode(seen, place)
      pieces.set(place, piece)
      if (piece.length > 0) reader.write(piece)
    }
  }
}

const encode = (seen: readonly Numbered[], place: number): Uint8Array =>
  encoder.encode(
    seen
      .filter(({ number }) => number > place)
      .map(written)
      .join(''),
  )
