import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { Connections } from './connections.ts'
import { DatabaseAway, endsConnection, isConflict, reasonOf } from './faults.ts'
import type { Outage } from './outage.ts'
import { patienceFor, waited } from './patience.ts'

/** How often a statement of its own that stood in another's way is tried at most. */
const MOST_TRIES = 3

/**
 * A connection in one user's hands. It hears when it breaks, gives itself up when it is not answered in time, and does
 * not go back among the others where it is broken or in the middle of a transaction.
 */
export class HeldConnection implements PostgresPoolClient {
  #fault: unknown
  #isGone = false
  #isInTransaction = false

  constructor(
    private readonly client: pg.PoolClient,
    private readonly connections: Connections,
    private readonly outage: Outage,
  ) {}

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(): never
  async query<R>(text?: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    if (text === undefined) throw new Error('There are no cursors.')
    for (let tries = 1; ; tries++) {
      try {
        const result = await this.#ask<R>(text, values)
        this.#note(text)
        return result
      } catch (fault) {
        // Alone, it was undone whole. In a transaction all that went before it is undone too.
        if (isConflict(fault) && !this.#isInTransaction && tries < MOST_TRIES) continue
        throw fault
      }
    }
  }

  release(): void {
    if (this.#isGone) return
    const isAtRest = this.client.getTransactionStatus() === 'I'
    if (this.#broken || !isAtRest) this.connections.cut(this.client)
    else this.client.release()
  }

  get #broken(): unknown {
    return this.#fault ?? this.connections.faultOf(this.client)
  }

  async #ask<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#isGone || this.#broken) throw away(this.#broken)
    const begun = performance.now()
    try {
      const result = await this.#inTime(this.client.query(text, [...values]))
      this.connections.heard(this.client)
      this.outage.ends()
      return result as unknown as PostgresQueryResult<R>
    } catch (fault) {
      if (endsConnection(fault)) this.#fault ??= fault
      if (!this.#broken) throw fault
      this.outage.begins(this.#broken)
      throw away(this.#broken)
    } finally {
      waited(performance.now() - begun)
    }
  }

  #inTime<T>(answer: Promise<T>): Promise<T> {
    const { answerMs } = this.connections
    const ms = patienceFor(answerMs)
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#fault ??= new Error(`no answer within ${Math.round(ms)} ms`)
        this.#isGone = true
        reject(this.#fault)
        // A call with little time left says nothing of the database: that may be answering everybody else.
        if (ms < answerMs) this.connections.cut(this.client)
        else this.connections.silent(this.client)
      }, ms)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  #note(text: string): void {
    if (/^(begin|start transaction)/i.test(text)) this.#isInTransaction = true
    if (/^(commit|rollback)$/i.test(text)) this.#isInTransaction = false
  }
}

const away = (fault: unknown) =>
  fault instanceof DatabaseAway ? fault : new DatabaseAway(reasonOf(fault), { cause: fault })
