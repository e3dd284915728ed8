import type pg from 'pg'
import { cutOff } from './cut-off.ts'
import { DatabaseAway, reasonOf } from './faults.ts'
import { patienceFor, waited } from './patience.ts'

/** How long things may take on the connections of one kind, in milliseconds. */
export interface ConnectionLimits {
  /** The most connections. */
  most: number
  /** Until there is a connection. */
  connectMs: number
  /** One statement, at the database; here a little more, so that the database says it itself where it can. */
  statementMs: number
  /** Until a lock is had. */
  lockMs: number
  /** A transaction in which nothing is asked. */
  idleMs: number
}

/** What a frozen database or a dead line gets on top of its own limit until it is given up, in milliseconds. */
const GRACE_MS = 300
/** A quiet connection is asked by the operating system whether it lives after so long, in milliseconds. */
const KEEP_ALIVE_MS = 10_000

/** Connections with the same limits. One that does not answer in time is cut, and with it those not heard of since. */
export class Connections {
  readonly #pool: pg.Pool
  readonly #heardOf = new WeakMap<pg.PoolClient, number>()
  readonly #faults = new WeakMap<pg.PoolClient, unknown>()
  #silentAt = Number.NEGATIVE_INFINITY

  constructor(
    Pool: typeof pg.Pool,
    connectionString: string,
    private readonly limits: ConnectionLimits,
  ) {
    this.#pool = new Pool({
      connectionString,
      max: limits.most,
      connectionTimeoutMillis: limits.connectMs,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    // A connection that breaks while nobody listens would end the process, whether it is idle or at work.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', (fault) => this.#faults.set(client, fault))
      this.heard(client)
    })
  }

  /** How long a statement may take from here, in milliseconds. */
  get answerMs(): number {
    return this.limits.statementMs + GRACE_MS
  }

  /** A connection. Rejects with {@link DatabaseAway} where there is none in time. */
  async take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#next()
      if ((this.#heardOf.get(client) ?? 0) > this.#silentAt) return client
      this.cut(client)
    }
  }

  /** Why a connection broke, whoever had it then; undefined where it is whole. */
  faultOf(client: pg.PoolClient): unknown {
    return this.#faults.get(client)
  }

  /** Notes that a connection answered. */
  heard(client: pg.PoolClient): void {
    this.#heardOf.set(client, performance.now())
  }

  /**
   * Gives a connection up that did not answer within {@link answerMs}, without asking it: it would not answer that either, nor
   * would those not heard of since.
   */
  silent(client: pg.PoolClient): void {
    this.#silentAt = performance.now()
    this.cut(client)
  }

  /** Ends a connection at once; its place is free for another. */
  cut(client: pg.PoolClient): void {
    cutOff(client)
    client.release(true)
  }

  /** Ends all connections, once those at work are done. */
  end(): Promise<void> {
    return this.#pool.end()
  }

  async #next(): Promise<pg.PoolClient> {
    const begun = performance.now()
    const taking = this.#pool.connect()
    const ms = patienceFor(this.limits.connectMs)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), ms)
    })
    try {
      const client = await Promise.race([taking, late])
      if (client !== 'late') return client
      // It may come yet: others can use it.
      taking.then(
        (it) => it.release(),
        () => {},
      )
      throw new Error(`no connection within ${Math.round(ms)} ms`)
    } catch (fault) {
      throw new DatabaseAway(reasonOf(fault), { cause: fault })
    } finally {
      clearTimeout(timer)
      waited(performance.now() - begun)
    }
  }
}
