import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type ConnectionLimits, ConnectionPool } from './connection-pool.ts'
import { MonitoredConnection } from './monitored-connection.ts'
import type { OutageLog } from './outage-log.ts'
import { isLongWork, isStepWork } from './wait-budget.ts'

/** Limits for requests. Parameters of `DATABASE_URL` with the same name take precedence. */
const REQUEST_LIMITS: ConnectionLimits = {
  maxConnections: 10,
  connectMs: 1_500,
  statementMs: 1_400,
  lockMs: 1_300,
  idleMs: 30_000,
}

const LONG_WORK_LIMITS: ConnectionLimits = {
  maxConnections: 3,
  connectMs: 5_000,
  statementMs: 900_000,
  lockMs: 60_000,
  idleMs: 600_000,
}

/** Limits for the job queue: renewing a lease must neither wait behind requests nor take longer than the lease. */
const STEP_WORK_LIMITS: ConnectionLimits = {
  maxConnections: 3,
  connectMs: 1_500,
  statementMs: 5_000,
  lockMs: 4_000,
  idleMs: 30_000,
}

/** Connections to a PostgreSQL server that may stop, freeze or restart at any moment. */
export class ResilientPool implements PostgresPool {
  readonly #calls: ConnectionPool
  readonly #longWork: ConnectionPool
  readonly #steps: ConnectionPool

  constructor(
    Pool: typeof pg.Pool,
    url: string,
    private readonly outage: OutageLog,
    times = 1,
  ) {
    const { maxConnections, connectMs, statementMs, lockMs, idleMs } = REQUEST_LIMITS
    const calls = { connectMs: connectMs * times, statementMs: statementMs * times, lockMs: lockMs * times }
    this.#calls = new ConnectionPool(Pool, url, { maxConnections, idleMs, ...calls })
    this.#longWork = new ConnectionPool(Pool, url, LONG_WORK_LIMITS)
    this.#steps = new ConnectionPool(Pool, url, STEP_WORK_LIMITS)
  }

  async connect(): Promise<PostgresPoolClient> {
    const connections = isLongWork() ? this.#longWork : isStepWork() ? this.#steps : this.#calls
    try {
      return new MonitoredConnection(await connections.acquire(), connections, this.outage)
    } catch (error) {
      this.outage.reportFailure(error)
      throw error
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.#calls.end(), this.#longWork.end(), this.#steps.end()])
  }
}
