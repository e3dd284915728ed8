import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'
import type { ContentStore, ListedContent } from './content-store.ts'

/** Interval between searches for unknown files. Listing the store costs one request per 1,000 objects. */
const SEARCH_INTERVAL_MS = 86_400_000

const LOOKUP_BATCH = 1000

export interface FileCount {
  files: number
  bytes: number
}

/**
 * Lists the stored files that have no row in the database. This database does not use these files, because it writes a row before
 * it stores the bytes. The files belong to a later state of the database, to another database, or to a server that crashed.
 */
export async function* listUnknownFiles(db: Kysely<Database>, content: ContentStore): AsyncIterable<ListedContent> {
  let batch: ListedContent[] = []
  const selectUnknown = async () => {
    const candidates = batch
    batch = []
    if (candidates.length === 0) return []
    const names = candidates.map(({ sha256 }) => sha256)
    const rows = await db.selectFrom('files').select('sha256').where('sha256', 'in', names).execute()
    const knownHashes = new Set(rows.map(({ sha256 }) => sha256))
    return candidates.filter(({ sha256 }) => !knownHashes.has(sha256))
  }
  for await (const file of content.list()) {
    batch.push(file)
    if (batch.length >= LOOKUP_BATCH) yield* await selectUnknown()
  }
  yield* await selectUnknown()
}

/** Logs the number of unknown files once a day, in one process only. */
export async function logUnknownFiles(
  db: Kysely<Database>,
  content: ContentStore,
  at: Date,
  log: Pick<Logger, 'warn'> | undefined,
): Promise<void> {
  const before = new Date(at.getTime() - SEARCH_INTERVAL_MS)
  const due = await db
    .updateTable('file_store')
    .set({ listed_at: at })
    .where((on) => on.or([on('listed_at', 'is', null), on('listed_at', '<=', before), on('listed_at', '>', at)]))
    .returning('id')
    .executeTakeFirst()
  if (!due) return
  const count = { files: 0, bytes: 0 }
  for await (const { bytes } of listUnknownFiles(db, content)) addToCount(count, bytes)
  if (count.files > 0)
    log?.warn(count, 'the file store holds files that this database does not know: npm run files -- list')
}

/** Inserts rows for unknown files, so that they are removed after the grace period if nothing uses them. */
export async function adoptUnknownFiles(db: Kysely<Database>, content: ContentStore, at: Date): Promise<FileCount> {
  const count = { files: 0, bytes: 0 }
  for await (const { sha256, type, bytes } of listUnknownFiles(db, content)) {
    await db
      .insertInto('files')
      .values({ sha256, type, bytes, created_at: at, orphaned_at: at, used: true })
      .onConflict((on) => on.doNothing())
      .execute()
    addToCount(count, bytes)
  }
  return count
}

/**
 * Removes unknown files that were stored before the time `before`. Skips files that are being uploaded. Calls `assertOwner`
 * before each removal, because another database may adopt the files in the meantime. Rejects if `assertOwner` does.
 */
export async function deleteUnknownFiles(
  db: Kysely<Database>,
  content: ContentStore,
  before: Date,
  assertOwner: () => Promise<void>,
): Promise<FileCount> {
  const count = { files: 0, bytes: 0 }
  for await (const file of listUnknownFiles(db, content)) {
    if (file.storedAt >= before) continue
    await assertOwner()
    if (await removeUnknown(db, content, file)) addToCount(count, file.bytes)
  }
  return count
}

/** Removes one unknown file. Inserts its row first, so that an upload of the same content waits for the removal. */
function removeUnknown(db: Kysely<Database>, content: ContentStore, file: ListedContent): Promise<boolean> {
  const { sha256, type, bytes, storedAt } = file
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('files')
      .values({ sha256, type, bytes, created_at: storedAt })
      .onConflict((on) => on.doNothing())
      .returning('sha256')
      .executeTakeFirst()
    if (!inserted) return false
    await content.remove(file)
    await trx.deleteFrom('files').where('sha256', '=', sha256).execute()
    return true
  })
}

function addToCount(count: FileCount, bytes: number): void {
  count.files += 1
  count.bytes += bytes
}
