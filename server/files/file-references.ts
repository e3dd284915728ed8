import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

const CHECKSUM_START = '/files/'.length + 1

/** Returns a query for the checksums in every address column: every column of any table whose name ends in `_url`. */
export async function allReferencesSql(db: Kysely<Database>): Promise<RawBuilder<unknown>> {
  const queries = (await readUrlColumns(db)).map(
    ({ table, column }) => sql`select ${checksumIn(column)} from ${sql.table(table)}
      where ${sql.ref(column)} like '/files/%'`,
  )
  return sql.join(queries, sql` union `)
}

/** Returns whether any address column refers to a file. */
export async function isReferenced(db: Kysely<Database>, sha256: string): Promise<boolean> {
  const queries = (await readUrlColumns(db)).map(
    ({ table, column }) => sql`exists (select from ${sql.table(table)} where ${checksumIn(column)} = ${sha256})`,
  )
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(queries, sql` or `)} as found`.execute(db)
  return rows[0]!.found
}

/** Returns the checksum in an address column, written exactly as in the indexes on those columns. */
const checksumIn = (column: string) => sql`substr(${sql.ref(column)}, ${sql.lit(CHECKSUM_START)}, 64)`

/**
 * Lists the address columns. Read from `pg_catalog`: the `information_schema` views cost several times as much, and this runs for
 * each file.
 */
async function readUrlColumns(db: Kysely<Database>): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as "table", attname as "column" from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped and attname like '%\\_url' order by 1, 2`.execute(db)
  return rows
}
