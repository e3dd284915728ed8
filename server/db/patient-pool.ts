import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type ConnectionLimits, Connections } from './connections.ts'
import { HeldConnection } from './held-connection.ts'
import type { Outage } from './outage.ts'
import { isInSteps, isPatient } from './patience.ts'

/** For calls, whose answer somebody waits for. Parameters of `DATABASE_URL` of the same name stand over these. */
const CALLS: ConnectionLimits = { most: 10, connectMs: 1_500, statementMs: 1_400, lockMs: 1_300, idleMs: 30_000 }

/** For migrations, seeding and sweeping. */
const LONG_WORK: ConnectionLimits = {
  most: 3,
  connectMs: 5_000,
  statementMs: 900_000,
  lockMs: 60_000,
  idleMs: 600_000,
}

/** For the queue of jobs: renewing a lease must not wait behind calls, nor be held up for longer than the lease is. */
const STEPS: ConnectionLimits = { most: 3, connectMs: 1_500, statementMs: 5_000, lockMs: 4_000, idleMs: 30_000 }

/** Connections to a PostgreSQL server that may stop, freeze or restart at any moment. */
export class PatientPool implements PostgresPool {
  readonly #calls: Connections
  readonly #longWork: Connections
  readonly #steps: Connections

  constructor(
    Pool: typeof pg.Pool,
    url: string,
    private readonly outage: Outage,
    times = 1,
  ) {
    const { most, connectMs, statementMs, lockMs, idleMs } = CALLS
    const calls = { connectMs: connectMs * times, statementMs: statementMs * times, lockMs: lockMs * times }
    this.#calls = new Connections(Pool, url, { most, idleMs, ...calls })
    this.#longWork = new Connections(Pool, url, LONG_WORK)
    this.#steps = new Connections(Pool, url, STEPS)
  }

  async connect(): Promise<PostgresPoolClient> {
    const connections = isPatient() ? this.#longWork : isInSteps() ? this.#steps : this.#calls
    try {
      return new HeldConnection(await connections.take(), connections, this.outage)
    } catch (fault) {
      this.outage.begins(fault)
      throw fault
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.#calls.end(), this.#longWork.end(), this.#steps.end()])
  }
}
