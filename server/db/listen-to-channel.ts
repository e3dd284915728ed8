import type { Client } from 'pg'
import type { Logger } from 'pino'
import { formatErrorReason } from '../errors/database-errors.ts'
import { backoffMs } from '../util/backoff.ts'
import { destroyConnection } from './destroy-connection.ts'

const CONNECT_MS = 5000
const KEEP_ALIVE_MS = 10_000

export interface ListenIntervals {
  /** Time after the last response at which the connection is probed with a query. */
  readonly pingMs: number
  /** Time without a response after which the connection counts as lost. */
  readonly pingTimeoutMs: number
}

/** Default intervals. A firewall may drop an idle connection without notice to either end. */
const TIMES: ListenIntervals = { pingMs: 30_000, pingTimeoutMs: 5_000 }

export interface ChannelListener {
  url: string
  channel: string
  onNotification: (payload: string) => void
  /** Called each time the connection starts listening. Notifications before that, and during a lost connection, were missed. */
  onListening: () => void
  log: Logger
  times?: ListenIntervals
}

/**
 * Listens to a channel on a separate connection, and reconnects when the connection is lost. Returns a function that stops
 * listening.
 */
export function listenToChannel({
  url,
  channel,
  onNotification,
  onListening,
  log,
  times = TIMES,
}: ChannelListener): () => Promise<void> {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isStopped = false

  const connect = async () => {
    const { default: pg } = await import('pg')
    if (isStopped) return
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: times.pingTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    client = connection
    let isLost = false
    const handleLoss = (err?: unknown) => {
      if (isLost || isStopped) return
      isLost = true
      // Logs at level debug only, because the pool logs an outage once.
      if (failures === 0)
        log.debug(
          { reason: formatErrorReason(err), channel },
          'lost the connection that listens to database notifications',
        )
      clearTimeout(timer)
      timer = setTimeout(connect, backoffMs(failures))
      failures += 1
      destroyConnection(connection)
    }
    const schedulePing = () => {
      if (isLost || isStopped) return
      timer = setTimeout(() => connection.query('select 1').then(schedulePing, handleLoss), times.pingMs)
    }
    connection.on('error', handleLoss)
    connection.on('end', () => handleLoss())
    connection.on('notification', ({ payload }) => onNotification(payload ?? ''))
    try {
      await connection.connect()
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`)
      failures = 0
      schedulePing()
      onListening()
    } catch (err) {
      handleLoss(err)
    }
  }
  void connect()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    if (client) destroyConnection(client)
  }
}
