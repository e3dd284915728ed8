import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'
import { DatabaseUnavailableError } from '../errors/database-errors.ts'
import { backoffMs } from '../util/backoff.ts'
import {
  acquireConsumerLease,
  CONSUMER_LEASE_MS,
  type EventConsumer,
  releaseConsumerLease,
  saveConsumerPosition,
} from './consumer-lease.ts'
import type { EventBus } from './event-bus.ts'
import { readEvents, readLastEventPosition, type StoredEvent } from './outbox.ts'

const DELIVERY_BATCH = 200

const RENEW_MS = CONSUMER_LEASE_MS / 5

/** Polling interval without other processes. Only a fallback, because the event bus reports every event. */
const UNSHARED_POLL_MS = 3_600_000

interface EventPumpDeps {
  db: Kysely<Database>
  events: EventBus
  log: Logger
  name: string
  isShared: boolean
  /** Forwards events. Rejects if some may not have arrived; the pump then forwards the whole batch again. */
  deliver: (batch: readonly StoredEvent[]) => Promise<void>
}

export interface EventPump {
  readonly isActive: boolean
  stop(): Promise<void>
}

/**
 * Forwards every event in order, at least once, from one process at a time. The position is stored in the database, so a restart
 * skips nothing.
 */
export function startEventPump({ db, events, log, name, isShared, deliver }: EventPumpDeps): EventPump {
  const consumer: EventConsumer = { name, holder: randomUUID(), isShared }
  const stopping = new AbortController()
  let waking = new AbortController()
  let isLeaseHeld = false
  const sleep = (ms: number, ...signals: AbortSignal[]) =>
    pause(ms, undefined, { signal: AbortSignal.any([stopping.signal, ...signals]), ref: false }).catch(() => {})

  /** Forwards all pending events. Returns the position reached; undefined if another process has the lease. */
  const deliverPending = async (): Promise<number | undefined> => {
    // Read before the events, so that an event missing up to this position must have been deleted.
    const end = await readLastEventPosition(db)
    let position = await acquireConsumerLease(db, consumer)
    while (position !== undefined && !stopping.signal.aborted) {
      const batch = await readEvents(db, position, DELIVERY_BATCH)
      const from: number = batch[0]?.number ?? Math.max(end, position) + 1
      if (from > position + 1)
        log.error({ name, lost: from - position - 1 }, 'events could not be delivered in time and were dropped')
      if (batch.length > 0) await deliver(batch)
      const reached = batch.at(-1)?.number ?? from - 1
      if (reached === position) break
      position = (await saveConsumerPosition(db, consumer, reached)) ? reached : undefined
    }
    return position
  }

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        waking = new AbortController()
        const reached = await deliverPending()
        isLeaseHeld = reached !== undefined
        if (failures > 0) log.info({ name }, 'event delivery has resumed')
        failures = 0
        if (reached === undefined) await sleep(RENEW_MS)
        else if (reached >= events.last) await sleep(isShared ? RENEW_MS : UNSHARED_POLL_MS, waking.signal)
      } catch (err) {
        // The lease may expire before the next attempt.
        isLeaseHeld = false
        // The database layer logs outages.
        if (failures === 0 && !(err instanceof DatabaseUnavailableError))
          log.warn({ err, name }, 'events cannot be delivered')
        await sleep(backoffMs(failures))
        failures += 1
      }
    }
    await releaseConsumerLease(db, consumer).catch(() => {})
  }

  const unsubscribe = events.subscribe({ onEvents: () => waking.abort(), onEnd: () => {} })
  const running = run()
  return {
    get isActive() {
      return isLeaseHeld && !stopping.signal.aborted
    },
    async stop() {
      unsubscribe()
      stopping.abort()
      await running
    },
  }
}
