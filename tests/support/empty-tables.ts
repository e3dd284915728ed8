import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** Table size in bytes above which the tables are truncated instead of deleting their rows. */
const TRUNCATE_ABOVE_BYTES = 512 * 1024

/** Statements that reset sequences, the outbox position and the id of the file store, after the tables were emptied. */
export const RESET_COUNTERS_SQL = [
  'delete from file_store',
  `select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'`,
  'update outbox_end set position = 0',
]

/**
 * Empties all tables except the migrations table, the outbox position and the id of the file store. The test's folder contains
 * the same id.
 *
 * Truncating every table takes forty times as long as deleting the few rows of a test. Tables are truncated only if a table has
 * grown, or if the database role is not allowed to disable constraints.
 */
export async function emptyTables(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string; isSuperuser: boolean }>`select tablename as name,
      current_setting('is_superuser') = 'on' as "isMaster" from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely%' and tablename not in ('outbox_end', 'file_store')`.execute(
      trx,
    )
    const names = rows.map(({ name }) => name)
    const tables = sql.join(names.map((name) => sql.id(name)))
    // Waits for running writers, as TRUNCATE does.
    await sql`lock table ${tables} in access exclusive mode`.execute(trx)
    const filledTables = rows[0]?.isSuperuser ? await listFilledTables(trx, names) : undefined
    if (!filledTables || filledTables.some(({ bytes }) => Number(bytes) > TRUNCATE_ABOVE_BYTES)) {
      await sql`truncate ${tables} cascade`.execute(trx)
      return
    }
    // Disables foreign keys and triggers, so that tables can be emptied in any order and no trigger counts the rows.
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
