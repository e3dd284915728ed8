import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { GAP_EVENT } from '../../src/api/contract/events.ts'
import type { EventBus, NumberedEvent } from './event-bus.ts'

const DELIVERY_BATCH = 200

/** Longest time without yielding to the event loop. */
const YIELD_AFTER_MS = 8

const RETRY_MS = 1000

/** Reader of the event stream. `position` is the number of the last event that was sent or withheld. */
export interface StreamReader {
  position: number
  write(text: Uint8Array): void
}

/** Returns which of some assets are visible; omitted for readers who can see all. Rejects if the database is unreachable. */
export type FilterVisibleAssets = (assetIds: string[]) => Promise<ReadonlySet<string>>

const encoder = new TextEncoder()
const gap = encoder.encode(`event: ${GAP_EVENT}\ndata:\n\n`)
const formatEvent = ({ number, event }: NumberedEvent) => `id: ${number}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * Group of readers with the same rights. One query checks the permissions of all readers. The events are encoded once for all
 * readers at the same position. Readers that reconnect at different positions share the queries too.
 */
export class ReaderGroup {
  readonly #readers = new Set<StreamReader>()
  #isDelivering = false

  constructor(
    private readonly events: EventBus,
    private readonly filterVisible?: FilterVisibleAssets,
    private readonly retryMs = RETRY_MS,
  ) {}

  get size(): number {
    return this.#readers.size
  }

  join(reader: StreamReader): void {
    this.#readers.add(reader)
    this.deliverAll()
  }

  leave(reader: StreamReader): void {
    this.#readers.delete(reader)
  }

  /**
   * Sends the missing events to every reader, including events published during the delivery. Yields to the event loop between
   * batches and between groups of readers.
   */
  deliverAll(): void {
    if (this.#isDelivering || this.#readers.size === 0) return
    void this.#deliverBatches()
  }

  async #deliverBatches(): Promise<void> {
    this.#isDelivering = true
    // Events published in the same tick are sent together.
    await turn()
    for (let behind = this.#readersBehind(); behind.length > 0; behind = this.#readersBehind()) {
      const from = behind.reduce((lowest, { position }) => Math.min(lowest, position), Number.POSITIVE_INFINITY)
      const batch = this.events.after(from, DELIVERY_BATCH)
      if (batch === 'gap') {
        for (const reader of behind.filter(({ position }) => this.events.after(position, 0) === 'gap'))
          this.#skipGap(reader)
      } else {
        const visibleEvents = await this.#selectVisible(batch)
        if (visibleEvents) await this.#deliver(behind, batch.at(-1)!.number, visibleEvents)
        else await pause(this.retryMs, undefined, { ref: false })
      }
      await turn()
    }
    // Set in the same tick in which no reader was behind, so that any later event starts a new run.
    this.#isDelivering = false
  }

  #readersBehind(): StreamReader[] {
    return [...this.#readers].filter(({ position }) => position < this.events.last)
  }

  #skipGap(reader: StreamReader) {
    reader.position = this.events.last
    reader.write(gap)
  }

  /** Returns the visible events of a batch; undefined if the database is unreachable. */
  async #selectVisible(batch: readonly NumberedEvent[]): Promise<readonly NumberedEvent[] | undefined> {
    if (!this.filterVisible) return batch
    try {
      const visible = await this.filterVisible([...new Set(batch.map(({ event }) => event.id))])
      return batch.filter(({ event }) => visible.has(event.id))
    } catch {
      return undefined
    }
  }

  async #deliver(readers: StreamReader[], upTo: number, visibleEvents: readonly NumberedEvent[]) {
    const encodedByPosition = new Map<number, Uint8Array>()
    let startedAt = performance.now()
    for (const reader of readers) {
      if (performance.now() - startedAt > YIELD_AFTER_MS) {
        await turn()
        startedAt = performance.now()
      }
      if (reader.position >= upTo || !this.#readers.has(reader)) continue
      const { position } = reader
      reader.position = upTo
      const encoded = encodedByPosition.get(position) ?? encodeEvents(visibleEvents, position)
      encodedByPosition.set(position, encoded)
      if (encoded.length > 0) reader.write(encoded)
    }
  }
}

const encodeEvents = (visibleEvents: readonly NumberedEvent[], position: number): Uint8Array =>
  encoder.encode(
    visibleEvents
      .filter(({ number }) => number > position)
      .map(formatEvent)
      .join(''),
  )
