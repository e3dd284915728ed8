import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { DatabaseAway } from '../db/faults.ts'
import { hear } from '../db/hear.ts'
import type { Database } from '../db/schema.ts'
import type { Events } from './bus.ts'
import { lastPlace, numberAllEvents, readEvents } from './outbox.ts'

/** So many events are read by one statement. */
const BATCH = 200

/** So many are read again at the start, for readers that come back after it. */
const READ_AGAIN = 2000

/** Where the store tells that events were numbered. */
const CHANNEL = 'events'

/** How often a shared store is asked besides, in milliseconds: a notification may be lost, a process may end before it asks. */
const POLL_MS = 1000

/** How long after a fault the store is asked again, in milliseconds. */
const RETRY_MS = 1000

/** Brings events from the store to those who listen in this process. */
export interface Relay {
  /** There may be something new. */
  wake(): void
  /** Resolves once all that was written before is told here, or the store could not be asked. */
  settled(): Promise<void>
  /** Asks the store, and resolves once all that it has is told here, or it could not be asked. */
  caughtUp(): Promise<void>
  /** Reads what happened a moment before the start. Rejects where the store is away. */
  begin(): Promise<void>
  /** Ends; nothing is asked any more. */
  stop(): Promise<void>
}

interface Needs {
  db: Kysely<Database>
  events: Events
  log: Logger
  /** The PostgreSQL that is shared; without it no other process has this store. */
  url?: string | undefined
}

/**
 * Makes the relay of a process. Whoever wrote gives the committed events their places, one process at a time, and each
 * reads them in that order: every process tells the same events with the same ids, after a restart too.
 */
export function createRelay({ db, events, log, url }: Needs): Relay {
  let pass: Promise<void> | undefined
  let isWanted = false
  let isOver = false
  let isFailing = false
  let again: NodeJS.Timeout | undefined

  /** Tells here what has been numbered since. */
  const readOn = async () => {
    for (let read = BATCH; read === BATCH; ) {
      const numbered = await readEvents(db, events.last, BATCH)
      events.take(numbered)
      read = numbered.length
    }
  }
  const run = async () => {
    while (isWanted && !isOver) {
      isWanted = false
      try {
        await numberAllEvents(db)
        await readOn()
        isFailing = false
      } catch (err) {
        // An outage is told by the database's own log.
        if (!isFailing && !(err instanceof DatabaseAway)) log.error({ err }, 'events cannot be told')
        isFailing = true
        clearTimeout(again)
        if (!isOver) again = setTimeout(wake, RETRY_MS).unref()
      }
    }
    pass = undefined
  }
  const wake = () => {
    if (isOver) return
    isWanted = true
    pass ??= run()
  }

  const poll = url ? setInterval(wake, POLL_MS).unref() : undefined
  const stopHearing = url ? hear({ url, channel: CHANNEL, onNews: wake, onListening: wake, log }) : async () => {}
  return {
    wake,
    settled: async () => pass,
    async caughtUp() {
      wake()
      await pass
    },
    async begin() {
      const last = await lastPlace(db)
      events.beginAfter(Math.max(0, last - READ_AGAIN))
      await readOn()
      // All of them may be forgotten by now.
      if (events.last < last) events.beginAfter(last)
      wake()
    },
    async stop() {
      isOver = true
      clearInterval(poll)
      clearTimeout(again)
      await stopHearing()
      await pass
    },
  }
}
