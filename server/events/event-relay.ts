import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { listenToChannel } from '../db/listen-to-channel.ts'
import type { Database } from '../db/schema.ts'
import { DatabaseUnavailableError } from '../errors/database-errors.ts'
import type { EventBus } from './event-bus.ts'
import { numberAllEvents, readEvents, readLastEventPosition } from './outbox.ts'

const READ_BATCH = 200

const REPLAYED_EVENTS = 2000

/** Channel on which PostgreSQL notifies of numbered events. */
const CHANNEL = 'events'

/**
 * Polling interval of a shared database. Needed because a notification can be lost, and a process can exit before it numbers its
 * events.
 */
const POLL_MS = 1000

const RETRY_MS = 1000

export interface EventRelay {
  wake(): void
  /** Resolves once the read in progress, if any, has ended. */
  waitUntilDelivered(): Promise<void>
  /** Reads the database. Resolves once all events in the database are published in this process, or the read failed. */
  catchUp(): Promise<void>
  /** Reads the most recent past events. Rejects if the database is unreachable. */
  start(): Promise<void>
  stop(): Promise<void>
}

interface EventRelayDeps {
  db: Kysely<Database>
  events: EventBus
  log: Logger
  /** URL of the shared PostgreSQL; omitted if no other process uses the database. */
  url?: string | undefined
}

/**
 * Creates the relay of a process. One process at a time numbers the committed events, and all processes read them in the order of
 * their numbers. Every process therefore publishes the same events with the same ids.
 */
export function createEventRelay({ db, events, log, url }: EventRelayDeps): EventRelay {
  let reading: Promise<void> | undefined
  let isRequested = false
  let isStopped = false
  let isFailing = false
  let retryTimer: NodeJS.Timeout | undefined

  const readNewEvents = async () => {
    for (let read = READ_BATCH; read === READ_BATCH; ) {
      const numbered = await readEvents(db, events.last, READ_BATCH)
      events.append(numbered)
      read = numbered.length
    }
  }
  const run = async () => {
    while (isRequested && !isStopped) {
      isRequested = false
      try {
        await numberAllEvents(db)
        await readNewEvents()
        isFailing = false
      } catch (err) {
        // The database layer logs outages.
        if (!isFailing && !(err instanceof DatabaseUnavailableError)) log.error({ err }, 'events cannot be published')
        isFailing = true
        clearTimeout(retryTimer)
        if (!isStopped) retryTimer = setTimeout(wake, RETRY_MS).unref()
      }
    }
    reading = undefined
  }
  const wake = () => {
    if (isStopped) return
    isRequested = true
    reading ??= run()
  }

  const poll = url ? setInterval(wake, POLL_MS).unref() : undefined
  const stopListening = url
    ? listenToChannel({ url, channel: CHANNEL, onNotification: wake, onListening: wake, log })
    : async () => {}
  return {
    wake,
    waitUntilDelivered: async () => reading,
    async catchUp() {
      wake()
      await reading
    },
    async start() {
      const last = await readLastEventPosition(db)
      events.startAfter(Math.max(0, last - REPLAYED_EVENTS))
      await readNewEvents()
      // All past events may have been deleted.
      if (events.last < last) events.startAfter(last)
      wake()
    },
    async stop() {
      isStopped = true
      clearInterval(poll)
      clearTimeout(retryTimer)
      await stopListening()
      await reading
    },
  }
}
