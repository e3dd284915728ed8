import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import { codeOf } from './faults.ts'
import type { EmbeddedDatabase } from './pglite-dialect.ts'

/** So many statements are kept prepared; the one that was used longest ago goes first. Each holds some 100 kB. */
const MOST_PREPARED = 100
/** So many texts are remembered that were asked once. */
const MOST_SEEN = 1_000

/** SQLSTATE of a prepared statement whose tables are no longer what they were. */
const OUTDATED = '0A000'

/**
 * Names a partial index by values: once PostgreSQL plans a statement for any values (from the sixth time on, where that
 * looks no dearer), it can no longer tell which index is meant.
 */
const NEEDS_ITS_VALUES = /\bon conflict \([^)]*\) where\b/i

/** A statement that PostgreSQL knows by its name. */
interface Prepared {
  name: string
  /** The types of its parameters, as `pg_type.oid`. */
  types: readonly number[]
  /** What is told of its columns; nothing where it answers no rows. */
  columns: readonly Message[]
}

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

/**
 * PGlite that reads and plans a statement once: PGlite itself does so each time it is asked, which is most of what a small
 * question costs. What is asked for the second time is prepared; from then on its values go in one message, not in six.
 */
export class PreparedQueries implements EmbeddedDatabase {
  readonly #prepared = new Map<string, Prepared>()
  readonly #seen = new Set<string>()
  #made = 0

  constructor(private readonly pglite: PGlite) {}

  get closed(): boolean {
    return this.pglite.closed
  }

  get waitReady(): Promise<void> {
    return this.pglite.waitReady
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }> {
    const prepared = this.#prepared.get(sql) ?? (this.#isAgain(sql) ? await this.#prepare(sql) : undefined)
    if (!prepared) return this.pglite.query<R>(sql, parameters)
    // Last used, last to go.
    this.#prepared.delete(sql)
    this.#prepared.set(sql, prepared)
    try {
      return await this.#execute<R>(prepared, parameters)
    } catch (fault) {
      if (codeOf(fault) !== OUTDATED) throw fault
      this.#prepared.delete(sql)
      await this.#ask([closing(prepared)])
      if (this.pglite.isInTransaction()) throw fault
      return this.pglite.query<R>(sql, parameters)
    }
  }

  close(): Promise<void> {
    return this.pglite.close()
  }

  #isAgain(sql: string): boolean {
    if (NEEDS_ITS_VALUES.test(sql)) return false
    if (this.#seen.delete(sql)) return true
    this.#seen.add(sql)
    if (this.#seen.size > MOST_SEEN) this.#seen.delete(first(this.#seen))
    return false
  }

  async #prepare(sql: string): Promise<Prepared> {
    this.#made += 1
    const name = `q${this.#made}`
    if (this.#prepared.size >= MOST_PREPARED) {
      const [oldest, statement] = first(this.#prepared)
      await this.#ask([closing(statement)])
      this.#prepared.delete(oldest)
    }
    const told = await this.#ask([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })])
    const prepared = {
      name,
      types: parse.parseDescribeStatementResults(told),
      columns: told.filter((message) => message.name === 'rowDescription'),
    }
    this.#prepared.set(sql, prepared)
    return prepared
  }

  async #execute<R>({ name, types, columns }: Prepared, parameters: readonly unknown[]) {
    const values = parameters.map((value, i) => {
      if (value === null || value === undefined) return null
      const write = this.pglite.serializers[types[i]!]
      return write ? write(value) : String(value)
    })
    const told = await this.#ask([serialize.bind({ statement: name, values }), serialize.execute({})])
    const [result] = parse.parseResults([...columns, ...told], this.pglite.parsers)
    return result as unknown as { rows: R[]; affectedRows?: number }
  }

  /** Sends messages as one, and their end; rejects with the first fault that is told. */
  #ask(messages: readonly Uint8Array[]): Promise<Message[]> {
    const whole = Buffer.concat([...messages, serialize.sync()])
    return this.pglite.runExclusive(() => this.pglite.execProtocolStream(whole))
  }
}

const { serialize } = protocol

const closing = ({ name }: Prepared) => serialize.close({ type: 'S', name })

const first = <T>(of: Iterable<T>): T => of[Symbol.iterator]().next().value as T
