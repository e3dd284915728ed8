import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** Table size above which the table is truncated instead of deleted row by row, in bytes. */
const TRUNCATE_ABOVE_BYTES = 512 * 1024

/** Resets sequences, the outbox position and the owner of the file store in empty tables. */
export const RESET_COUNTERS_SQL = [
  'delete from file_store',
  `select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'`,
  'update outbox_end set position = 0',
]

/**
 * Empties all tables except the migrations table, the outbox position and the mark of the file store. The counterpart of that
 * mark stays in the test's folder.
 *
 * Truncating every table takes forty times as long as deleting the few rows of a test. Tables are truncated only if one has
 * grown, or if the database role is not allowed to disable constraints.
 */
export async function emptyTables(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string; isMaster: boolean }>`select tablename as name,
      current_setting('is_superuser') = 'on' as "isMaster" from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely%' and tablename not in ('outbox_end', 'file_store')`.execute(
      trx,
    )
    const names = rows.map(({ name }) => name)
    const tables = sql.join(names.map((name) => sql.id(name)))
    // Waits for running writers, as TRUNCATE does.
    await sql`lock table ${tables} in access exclusive mode`.execute(trx)
    const filledTables = rows[0]?.isMaster ? await listFilledTables(trx, names) : undefined
    if (!filledTables || filledTables.some(({ bytes }) => Number(bytes) > TRUNCATE_ABOVE_BYTES)) {
      await sql`truncate ${tables} cascade`.execute(trx)
      return
    }
    // Disables foreign keys and triggers, so that the order of deletion does not matter and no trigger counts the rows.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { name } of filledTables) await sql`delete from ${sql.id(name)}`.execute(trx)
  })
}

async function listFilledTables(db: Kysely<Database>, names: readonly string[]) {
  const statements = names.map(
    (name) => sql`select ${sql.lit(name)} as name, pg_table_size(${sql.lit(name)}::regclass) as bytes
      where exists (select from ${sql.id(name)})`,
  )
  const { rows } = await sql<{
    name: string
    bytes: string | number
  }>`${sql.join(statements, sql` union all `)}`.execute(db)
  return rows
}
