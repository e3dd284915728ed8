import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

const CHECKSUM_START = '/files/'.length + 1

/** Returns a query for the checksums in all address columns: every column whose name ends in `_url`. */
export async function allReferencesSql(db: Kysely<Database>): Promise<RawBuilder<unknown>> {
  const queries = (await readUrlColumns(db)).map(
    ({ table, column }) => sql`select ${checksumSql(column)} from ${sql.table(table)}
      where ${sql.ref(column)} like '/files/%'`,
  )
  return sql.join(queries, sql` union `)
}

export async function isReferenced(db: Kysely<Database>, sha256: string): Promise<boolean> {
  const queries = (await readUrlColumns(db)).map(
    ({ table, column }) => sql`exists (select from ${sql.table(table)} where ${checksumSql(column)} = ${sha256})`,
  )
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(queries, sql` or `)} as found`.execute(db)
  return rows[0]!.found
}

/** Returns the expression for the checksum in an address column. Must equal the expression of the indexes on those columns. */
const checksumSql = (column: string) => sql`substr(${sql.ref(column)}, ${sql.lit(CHECKSUM_START)}, 64)`

/** Lists the address columns. Reads `pg_catalog`, because the `information_schema` views are several times as slow. */
async function readUrlColumns(db: Kysely<Database>): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as "table", attname as "column" from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped and attname like '%\\_url' order by 1, 2`.execute(db)
  return rows
}
