import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** Of a table with more bytes than this the pages are taken away, not the rows one by one. */
const MANY_BYTES = 512 * 1024

/** Has what counts begin anew, of tables that are empty. */
export const COUNT_ANEW = [
  `select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'`,
  'update outbox_end set position = 0',
]

/**
 * Empties all tables but what migrations wrote: their own list, and where the outbox ends. Truncating every table takes forty
 * times as long as deleting the few rows that a test leaves, so that is done only where a table has grown, or where the account
 * may not set constraints aside.
 */
export async function emptyTables(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string; isMaster: boolean }>`select tablename as name,
      current_setting('is_superuser') = 'on' as "isMaster" from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely%' and tablename <> 'outbox_end'`.execute(trx)
    const names = rows.map(({ name }) => name)
    const tables = sql.join(names.map((name) => sql.id(name)))
    // Whoever is still writing is waited for, as truncating does.
    await sql`lock table ${tables} in access exclusive mode`.execute(trx)
    const filled = rows[0]?.isMaster ? await filledOf(trx, names) : undefined
    if (!filled || filled.some(({ bytes }) => Number(bytes) > MANY_BYTES)) {
      await sql`truncate ${tables} cascade`.execute(trx)
      return
    }
    // No row waits for another to go first, and no trigger counts what goes as a whole.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { name } of filled) await sql`delete from ${sql.id(name)}`.execute(trx)
  })
}

async function filledOf(db: Kysely<Database>, names: readonly string[]) {
  const each = names.map(
    (name) => sql`select ${sql.lit(name)} as name, pg_table_size(${sql.lit(name)}::regclass) as bytes
      where exists (select from ${sql.id(name)})`,
  )
  const { rows } = await sql<{ name: string; bytes: string | number }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows
}
