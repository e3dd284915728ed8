import type { Client } from 'pg'
import type { Logger } from 'pino'
import { retryWait } from '../retry-wait.ts'
import { cutOff } from './cut-off.ts'
import { reasonOf } from './faults.ts'

/** A server that does not take the connection in so many milliseconds is away. */
const CONNECT_MS = 5000
/** A quiet connection is asked by the operating system whether it lives after so long, in milliseconds. */
const KEEP_ALIVE_MS = 10_000

/** Times of a connection that hears, in milliseconds. */
export interface HearTimes {
  /** So long after its last answer it is asked for another. */
  readonly askMs: number
  /** Without an answer it is lost after so long. */
  readonly answerMs: number
}

/** On its way may lie what forgets a quiet connection without a word to either end. */
const TIMES: HearTimes = { askMs: 30_000, answerMs: 5_000 }

/** What is heard on a channel of PostgreSQL. */
export interface Hearing {
  url: string
  channel: string
  /** A notification came. */
  onNews: (payload: string) => void
  /** Listens from now on; what was told before, or while the connection was lost, was missed. */
  onListening: () => void
  log: Logger
  times?: HearTimes
}

/** Hears a channel on a connection of its own, which is made anew as often as it is lost; gives back how to stop. */
export function hear({ url, channel, onNews, onListening, log, times = TIMES }: Hearing): () => Promise<void> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isOver = false

  const connect = async () => {
    const { default: pg } = await import('pg')
    if (isOver) return
    const mine = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: times.answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    client = mine
    let isLost = false
    const lose = (err?: unknown) => {
      if (isLost || isOver) return
      isLost = true
      // No more than that: an outage is told by the pool, once.
      if (failures === 0)
        log.debug({ reason: reasonOf(err), channel }, 'the connection that hears the database is lost')
      clearTimeout(timer)
      timer = setTimeout(connect, retryWait(failures))
      failures += 1
      cutOff(mine)
    }
    const askLater = () => {
      if (isLost || isOver) return
      timer = setTimeout(() => mine.query('select 1').then(askLater, lose), times.askMs)
    }
    mine.on('error', lose)
    mine.on('end', () => lose())
    mine.on('notification', ({ payload }) => onNews(payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`)
      failures = 0
      askLater()
      onListening()
    } catch (err) {
      lose(err)
    }
  }
  void connect()
  return async () => {
    isOver = true
    clearTimeout(timer)
    if (client) cutOff(client)
  }
}
