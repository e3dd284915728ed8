import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { DatabaseAway } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import { retryWait } from '../retry-wait.ts'
import type { Events } from './bus.ts'
import { type Consumer, keepPlace, LEASE_MS, leavePlace, takePlace } from './consumer-place.ts'
import { type Kept, lastPlace, readEvents } from './outbox.ts'

/** So many events are passed on together. */
const BATCH = 200

/** How often the right to pass events on is renewed, or asked for, in milliseconds. */
const RENEW_MS = LEASE_MS / 5

/** How often a process that has the store to itself looks without being woken, in milliseconds: it needs not. */
const IDLE_MS = 3_600_000

interface Needs {
  db: Kysely<Database>
  /** What this process has read; what is new wakes the pump. */
  events: Events
  log: Logger
  /** The consumer's name in the store, by which it goes on where it was. */
  name: string
  /** Whether other processes have this store too. */
  isShared: boolean
  /** Passes events on. Rejects where they may not have arrived: then all of them are passed on again. */
  deliver: (batch: readonly Kept[]) => Promise<void>
}

/** Passes events on, until it is stopped. */
export interface Pump {
  /** Whether this process is the one that passes them on. */
  readonly isOurs: boolean
  /** Ends it once what is under way has ended; another process may go on at once. */
  stop(): Promise<void>
}

/**
 * Passes every event on in order, at least once, by one process at a time: the store knows how far it came, so that a
 * restart leaves nothing out.
 */
export function startPump({ db, events, log, name, isShared, deliver }: Needs): Pump {
  const consumer: Consumer = { name, holder: randomUUID(), isShared }
  const ending = new AbortController()
  let waking = new AbortController()
  let isOurs = false
  const rest = (ms: number, ...signals: AbortSignal[]) =>
    pause(ms, undefined, { signal: AbortSignal.any([ending.signal, ...signals]), ref: false }).catch(() => {})

  /** Passes on all there is; answers the place it came to, or undefined where another process has the right. */
  const pass = async (): Promise<number | undefined> => {
    // Before anything is read: what is not found up to there has been forgotten.
    const end = await lastPlace(db)
    let place = await takePlace(db, consumer)
    while (place !== undefined && !ending.signal.aborted) {
      const batch = await readEvents(db, place, BATCH)
      const from: number = batch[0]?.number ?? Math.max(end, place) + 1
      if (from > place + 1)
        log.error({ name, lost: from - place - 1 }, 'events were kept in vain for too long, and are lost')
      if (batch.length > 0) await deliver(batch)
      const reached = batch.at(-1)?.number ?? from - 1
      if (reached === place) break
      place = (await keepPlace(db, consumer, reached)) ? reached : undefined
    }
    return place
  }

  const run = async () => {
    for (let failures = 0; !ending.signal.aborted; ) {
      try {
        waking = new AbortController()
        const reached = await pass()
        isOurs = reached !== undefined
        if (failures > 0) log.info({ name }, 'events are passed on again')
        failures = 0
        if (reached === undefined) await rest(RENEW_MS)
        else if (reached >= events.last) await rest(isShared ? RENEW_MS : IDLE_MS, waking.signal)
      } catch (err) {
        // An outage is told by the database's own log.
        if (failures === 0 && !(err instanceof DatabaseAway)) log.warn({ err, name }, 'events cannot be passed on')
        await rest(retryWait(failures))
        failures += 1
      }
    }
    await leavePlace(db, consumer).catch(() => {})
  }

  const unwatch = events.watch({ onEvents: () => waking.abort(), onEnd: () => {} })
  const running = run()
  return {
    get isOurs() {
      return isOurs && !ending.signal.aborted
    },
    async stop() {
      unwatch()
      ending.abort()
      await running
    },
  }
}
