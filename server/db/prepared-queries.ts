import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import { getErrorCode } from '../errors/database-errors.ts'
import type { EmbeddedDatabase } from './pglite-dialect.ts'

/** Maximum number of prepared statements; the least recently used is closed first. Each takes about 100 kB. */
const MAX_PREPARED_STATEMENTS = 100
const MAX_SEEN_STATEMENTS = 1_000

/** SQLSTATE of a prepared statement whose tables have changed. */
const OUTDATED_PLAN_CODE = '0A000'

/**
 * Matches statements whose partial index PostgreSQL infers from parameter values. Such statements are not prepared: from the
 * sixth run on, PostgreSQL may choose a generic plan, which cannot infer the index.
 */
const UNPREPARABLE_STATEMENT = /\bon conflict \([^()]*\) where\b/i

interface PreparedStatement {
  name: string
  /** Types of the statement's parameters, as `pg_type.oid`. */
  types: readonly number[]
  /** Description of the result's columns; empty if the statement returns no rows. */
  columns: readonly Message[]
}

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

/**
 * PGlite with prepared statements. PGlite itself parses and plans a statement on every run, which is most of the cost of a small
 * query. A statement is prepared on its second run.
 */
export class PreparedQueries implements EmbeddedDatabase {
  readonly #prepared = new Map<string, PreparedStatement>()
  readonly #seenOnce = new Set<string>()
  #preparedCount = 0

  constructor(private readonly pglite: PGlite) {}

  get closed(): boolean {
    return this.pglite.closed
  }

  get waitReady(): Promise<void> {
    return this.pglite.waitReady
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }> {
    const prepared = this.#prepared.get(sql) ?? (this.#isRepeated(sql) ? await this.#prepare(sql) : undefined)
    if (!prepared) return this.pglite.query<R>(sql, parameters)
    // Moves the statement to the end of the eviction order.
    this.#prepared.delete(sql)
    this.#prepared.set(sql, prepared)
    try {
      return await this.#execute<R>(prepared, parameters)
    } catch (error) {
      if (getErrorCode(error) !== OUTDATED_PLAN_CODE) throw error
      this.#prepared.delete(sql)
      await this.#send([createCloseMessage(prepared)])
      if (this.pglite.isInTransaction()) throw error
      return this.pglite.query<R>(sql, parameters)
    }
  }

  close(): Promise<void> {
    return this.pglite.close()
  }

  #isRepeated(sql: string): boolean {
    if (UNPREPARABLE_STATEMENT.test(sql)) return false
    if (this.#seenOnce.delete(sql)) return true
    this.#seenOnce.add(sql)
    if (this.#seenOnce.size > MAX_SEEN_STATEMENTS) this.#seenOnce.delete(first(this.#seenOnce))
    return false
  }

  async #prepare(sql: string): Promise<PreparedStatement> {
    this.#preparedCount += 1
    const name = `q${this.#preparedCount}`
    if (this.#prepared.size >= MAX_PREPARED_STATEMENTS) {
      const [oldest, statement] = first(this.#prepared)
      await this.#send([createCloseMessage(statement)])
      this.#prepared.delete(oldest)
    }
    const messages = await this.#send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })])
    const prepared = {
      name,
      types: parse.parseDescribeStatementResults(messages),
      columns: messages.filter((message) => message.name === 'rowDescription'),
    }
    this.#prepared.set(sql, prepared)
    return prepared
  }

  async #execute<R>({ name, types, columns }: PreparedStatement, parameters: readonly unknown[]) {
    const values = parameters.map((value, i) => {
      if (value === null || value === undefined) return null
      const write = this.pglite.serializers[types[i]!]
      return write ? write(value) : String(value)
    })
    const messages = await this.#send([serialize.bind({ statement: name, values }), serialize.execute({})])
    const [result] = parse.parseResults([...columns, ...messages], this.pglite.parsers)
    return result as unknown as { rows: R[]; affectedRows?: number }
  }

  /** Sends messages and a sync message in one call. Rejects with the first error reported. */
  #send(messages: readonly Uint8Array[]): Promise<Message[]> {
    const request = Buffer.concat([...messages, serialize.sync()])
    return this.pglite.runExclusive(() => this.pglite.execProtocolStream(request))
  }
}

const { serialize } = protocol

const createCloseMessage = ({ name }: PreparedStatement) => serialize.close({ type: 'S', name })

const first = <T>(values: Iterable<T>): T => values[Symbol.iterator]().next().value as T
