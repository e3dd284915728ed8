import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

const START = '/files/'.length + 1

/** The checksums in every column of addresses: those whose name ends in `_url`, of whatever table. */
export async function allReferences(db: Kysely<Database>): Promise<RawBuilder<unknown>> {
  const each = (await columns(db)).map(
    ({ table, column }) => sql`select ${checksumIn(column)} from ${sql.table(table)}
      where ${sql.ref(column)} like '/files/%'`,
  )
  return sql.join(each, sql` union `)
}

/** Whether any column of addresses names a file. */
export async function isReferred(db: Kysely<Database>, sha256: string): Promise<boolean> {
  const each = (await columns(db)).map(
    ({ table, column }) => sql`exists (select from ${sql.table(table)} where ${checksumIn(column)} = ${sha256})`,
  )
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(each, sql` or `)} as found`.execute(db)
  return rows[0]!.found
}

/** The checksum in a column of addresses, written as the indexes of such columns are. */
const checksumIn = (column: string) => sql`substr(${sql.ref(column)}, ${sql.lit(START)}, 64)`

/** Read from the catalogue itself: the standard's views of it cost several times as much, and this is asked for each file. */
async function columns(db: Kysely<Database>): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as "table", attname as "column" from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped and attname like '%\\_url' order by 1, 2`.execute(db)
  return rows
}
