import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import {
  DatabaseUnavailableError,
  endsConnection,
  formatErrorReason,
  isTransactionConflict,
} from '../errors/database-errors.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { OutageLog } from './outage-log.ts'
import { getRemainingWaitMs, recordWait } from './wait-budget.ts'

/** Maximum number of attempts at a single statement that conflicts with other transactions. */
const MAX_TRIES = 3

/**
 * A pooled connection in use by one caller. Detects a broken connection and late responses. `release` closes a connection that is
 * broken or in a transaction instead of returning it to the pool.
 */
export class MonitoredConnection implements PostgresPoolClient {
  #connectionError: unknown
  #isDestroyed = false
  #isInTransaction = false

  constructor(
    private readonly client: pg.PoolClient,
    private readonly connections: ConnectionPool,
    private readonly outage: OutageLog,
  ) {}

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(): never
  async query<R>(text?: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    if (text === undefined) throw new Error('Cursors are not supported.')
    for (let tries = 1; ; tries++) {
      try {
        const result = await this.#query<R>(text, values)
        this.#trackStatement(text)
        return result
      } catch (error) {
        // A single statement can be repeated. A transaction also lost its earlier statements, so the caller must repeat all of
        // them.
        if (isTransactionConflict(error) && !this.#isInTransaction && tries < MAX_TRIES) continue
        throw error
      }
    }
  }

  release(): void {
    if (this.#isDestroyed) return
    const isIdle = this.client.getTransactionStatus() === 'I'
    if (this.#breakingError || !isIdle) this.connections.destroy(this.client)
    else this.client.release()
  }

  get #breakingError(): unknown {
    return this.#connectionError ?? this.connections.findError(this.client)
  }

  async #query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#isDestroyed || this.#breakingError) throw toUnavailableError(this.#breakingError)
    const startedAt = performance.now()
    try {
      const result = await this.#withTimeout(this.client.query(text, [...values]))
      this.connections.markResponsive(this.client)
      this.outage.reportSuccess()
      return result as unknown as PostgresQueryResult<R>
    } catch (error) {
      if (endsConnection(error)) this.#connectionError ??= error
      if (!this.#breakingError) throw error
      this.outage.reportFailure(this.#breakingError)
      throw toUnavailableError(this.#breakingError)
    } finally {
      recordWait(performance.now() - startedAt)
    }
  }

  #withTimeout<T>(response: Promise<T>): Promise<T> {
    const { responseTimeoutMs } = this.connections
    const ms = getRemainingWaitMs(responseTimeoutMs)
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#connectionError ??= new Error(`no response within ${Math.round(ms)} ms`)
        this.#isDestroyed = true
        reject(this.#connectionError)
        // A timeout shortened by the request's wait budget proves nothing about the database, so other connections stay open.
        if (ms < responseTimeoutMs) this.connections.destroy(this.client)
        else this.connections.dropUnresponsive(this.client)
      }, ms)
      response.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  #trackStatement(text: string): void {
    if (/^(begin|start transaction)/i.test(text)) this.#isInTransaction = true
    if (/^(commit|rollback)$/i.test(text)) this.#isInTransaction = false
  }
}

const toUnavailableError = (error: unknown) =>
  error instanceof DatabaseUnavailableError
    ? error
    : new DatabaseUnavailableError(formatErrorReason(error), { cause: error })
