import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { HeldConnection } from './held-connection.ts'
import { Lane, type LaneLimits } from './lane.ts'
import type { Outage } from './outage.ts'
import { isPatient } from './patience.ts'

/** For calls, whose answer somebody waits for. Parameters of `DATABASE_URL` of the same name stand over these. */
const CALLS: LaneLimits = { most: 10, connectMs: 1_500, statementMs: 1_400, lockMs: 1_300, idleMs: 30_000 }

/** For migrations, seeding and sweeping. */
const LONG_WORK: LaneLimits = {
  most: 3,
  connectMs: 5_000,
  statementMs: 900_000,
  lockMs: 60_000,
  idleMs: 600_000,
}

/** Connections to a PostgreSQL server that may stop, freeze or restart at any moment. */
export class PatientPool implements PostgresPool {
  readonly #calls: Lane
  readonly #longWork: Lane

  constructor(
    Pool: typeof pg.Pool,
    url: string,
    private readonly outage: Outage,
  ) {
    this.#calls = new Lane(Pool, url, CALLS)
    this.#longWork = new Lane(Pool, url, LONG_WORK)
  }

  async connect(): Promise<PostgresPoolClient> {
    const lane = isPatient() ? this.#longWork : this.#calls
    try {
      return new HeldConnection(await lane.take(), lane, this.outage)
    } catch (fault) {
      this.outage.begins(fault)
      throw fault
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.#calls.end(), this.#longWork.end()])
  }
}
