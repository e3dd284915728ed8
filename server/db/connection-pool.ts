import type pg from 'pg'
import { DatabaseUnavailableError, formatErrorReason } from '../errors/database-errors.ts'
import { destroyConnection } from './destroy-connection.ts'
import { getRemainingWaitMs, recordWait } from './wait-budget.ts'

/** Limits of one kind of connection. Times are in milliseconds. */
export interface ConnectionLimits {
  maxConnections: number
  connectMs: number
  /**
   * Timeout of one statement in the database. The client waits slightly longer, so that a working database reports the timeout
   * itself.
   */
  statementMs: number
  lockMs: number
  idleMs: number
}

const CUT_OFF_GRACE_MS = 300
/** Idle time before TCP keep-alive probes start, in milliseconds. */
const KEEP_ALIVE_MS = 10_000

/**
 * A pool of connections with the same limits. After a connection did not respond in time, only connections that have responded
 * since are reused.
 */
export class ConnectionPool {
  readonly #pool: pg.Pool
  readonly #respondedAt = new WeakMap<pg.PoolClient, number>()
  readonly #errors = new WeakMap<pg.PoolClient, unknown>()
  #lastSilentAt = Number.NEGATIVE_INFINITY

  constructor(
    Pool: typeof pg.Pool,
    connectionString: string,
    private readonly limits: ConnectionLimits,
  ) {
    this.#pool = new Pool({
      connectionString,
      max: limits.maxConnections,
      connectionTimeoutMillis: limits.connectMs,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    // Without a listener, an error of an idle or used connection would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', (error) => this.#errors.set(client, error))
      this.markResponsive(client)
    })
  }

  /** Time after which the client gives up on a statement, in milliseconds. */
  get responseTimeoutMs(): number {
    return this.limits.statementMs + CUT_OFF_GRACE_MS
  }

  /** Returns a connection. Rejects with {@link DatabaseUnavailableError} if none is available in time. */
  async acquire(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#next()
      if ((this.#respondedAt.get(client) ?? 0) > this.#lastSilentAt) return client
      this.destroy(client)
    }
  }

  /** Returns the error that broke a connection; undefined if the connection is intact. */
  findError(client: pg.PoolClient): unknown {
    return this.#errors.get(client)
  }

  markResponsive(client: pg.PoolClient): void {
    this.#respondedAt.set(client, performance.now())
  }

  /**
   * Closes a connection that did not respond within {@link responseTimeoutMs}. Other connections whose last response is older are
   * closed when they are acquired.
   */
  dropUnresponsive(client: pg.PoolClient): void {
    this.#lastSilentAt = performance.now()
    this.destroy(client)
  }

  /** Closes a connection immediately and frees its place in the pool. */
  destroy(client: pg.PoolClient): void {
    destroyConnection(client)
    client.release(true)
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #next(): Promise<pg.PoolClient> {
    const startedAt = performance.now()
    const connecting = this.#pool.connect()
    const ms = getRemainingWaitMs(this.limits.connectMs)
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), ms)
    })
    try {
      const client = await Promise.race([connecting, timeout])
      if (client !== 'late') return client
      // A connection that is established later is released for other callers.
      connecting.then(
        (lateClient) => lateClient.release(),
        () => {},
      )
      throw new Error(`no connection within ${Math.round(ms)} ms`)
    } catch (error) {
      throw new DatabaseUnavailableError(formatErrorReason(error), { cause: error })
    } finally {
      clearTimeout(timer)
      recordWait(performance.now() - startedAt)
    }
  }
}
