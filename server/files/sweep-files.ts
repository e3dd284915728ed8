import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { ContentStore, StoredContent } from './content-store.ts'

/** After so long without anything that refers to it a file is removed, in milliseconds. */
export const UNREFERENCED_MS = 86_400_000
/** How many files one sweep removes at most: the next one goes on. */
const MOST_AT_ONCE = 10_000
const START = '/files/'.length + 1

/**
 * Marks the files that nothing refers to, unmarks those that are referred to again, and removes what has been marked for a
 * day. Files without a row, left by a server that fell, are given one, and so go the same way.
 */
export async function sweepFiles(db: Kysely<Database>, content: ContentStore, at: Date): Promise<void> {
  await adoptStrays(db, content, at)
  const references = await allReferences(db)
  await sql`update files set orphaned_at = null
    where orphaned_at is not null and sha256 in (${references})`.execute(db)
  await sql`update files set orphaned_at = ${at}
    where orphaned_at is null and sha256 not in (${references})`.execute(db)
  const due = new Date(at.getTime() - UNREFERENCED_MS)
  const old = await db
    .selectFrom('files')
    .select(['sha256', 'type', 'bytes'])
    .where('orphaned_at', '<=', due)
    .limit(MOST_AT_ONCE)
    .execute()
  for (const file of old) await removeFile(db, content, file, due)
}

/** Removes one file under its row's lock: whoever uploads or uses the same content waits, and finds it gone or kept. */
async function removeFile(db: Kysely<Database>, content: ContentStore, file: StoredContent, due: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('files')
      .select('sha256')
      .where('sha256', '=', file.sha256)
      .where('orphaned_at', '<=', due)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    await trx.deleteFrom('uploads').where('sha256', '=', file.sha256).execute()
    await trx.deleteFrom('files').where('sha256', '=', file.sha256).execute()
    await content.remove(file)
  })
}

/** Says that a file is in use, so that no sweep removes it; undefined where there is none. */
export async function claimFile(db: Kysely<Database>, sha256: string): Promise<StoredContent | undefined> {
  return db
    .updateTable('files')
    .set({ orphaned_at: null })
    .where('sha256', '=', sha256)
    .returning(['sha256', 'type', 'bytes'])
    .executeTakeFirst()
}

/** The checksums in every column of addresses: those whose name ends in `_url`, of whatever table. */
async function allReferences(db: Kysely<Database>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and column_name like '%\\_url' order by 1, 2`.execute(db)
  const each = rows.map(
    ({ table, column }) => sql`select substr(${sql.ref(column)}, ${sql.lit(START)}, 64) from ${sql.table(table)}
      where ${sql.ref(column)} like '/files/%'`,
  )
  return sql.join(each, sql` union `)
}

async function adoptStrays(db: Kysely<Database>, content: ContentStore, at: Date): Promise<void> {
  let batch: StoredContent[] = []
  const flush = async () => {
    const rows = batch.map((file) => ({ ...file, created_at: at, orphaned_at: at }))
    batch = []
    if (rows.length === 0) return
    await db
      .insertInto('files')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute()
  }
  for await (const file of content.all()) {
    batch.push(file)
    if (batch.length >= 1000) await flush()
  }
  await flush()
}
