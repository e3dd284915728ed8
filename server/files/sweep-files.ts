import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { dueAt, lockFile, removeFile, uncharge } from './charges.ts'
import type { ContentStore, StoredContent } from './content-store.ts'
import { allReferences } from './references.ts'

/** How many files one sweep removes at most: the next one goes on. */
const MOST_AT_ONCE = 10_000

/**
 * Marks the files that nothing refers to, unmarks those that are referred to again, and removes what has been marked for a
 * day. Files without a row, left by a server that fell, are given one, and so go the same way. Afterwards every file that
 * something refers to or somebody sent is charged.
 */
export async function sweepFiles(db: Kysely<Database>, content: ContentStore, at: Date): Promise<void> {
  await adoptStrays(db, content, at)
  await chargeSenders(db)
  const references = await allReferences(db)
  await sql`update files set orphaned_at = null
    where orphaned_at is not null and sha256 in (${references})`.execute(db)
  await sql`update files set orphaned_at = ${at}
    where orphaned_at is null and sha256 not in (${references})`.execute(db)
  await endCharges(db, at)
  const old = await db
    .selectFrom('files')
    .select('sha256')
    .where('orphaned_at', '<=', dueAt(at))
    .where((on) => on.or([on('claimed_until', 'is', null), on('claimed_until', '<=', at)]))
    .limit(MOST_AT_ONCE)
    .execute()
  await eachOf(old, (file) => removeFile(db, content, file, at))
  await chargeMakers(db)
}

/** Does something with all, also where it fails with one; then throws the first fault. */
export async function eachOf<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const one of all) await work(one).catch((fault) => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}

/** Ends the charges of those who gave a file up while something referred to it, where others still have it. */
async function endCharges(db: Kysely<Database>, at: Date): Promise<void> {
  const { rows } = await sql<{ sha256: string; owner_id: string }>`
    select sha256, owner_id from file_charges join files using (sha256)
    where orphaned_at is not null
      and exists (select from uploads where sha256 = file_charges.sha256)
      and not exists (select from uploads where sha256 = file_charges.sha256 and owner_id = file_charges.owner_id)
    limit ${MOST_AT_ONCE}`.execute(db)
  await eachOf(rows, ({ sha256, owner_id }) =>
    db.transaction().execute(async (trx) => {
      const file = await lockFile(trx, sha256)
      if (file) await uncharge(trx, file, owner_id, at)
    }),
  )
}

/** Charges those who sent files while another version of the server ran. */
async function chargeSenders(db: Kysely<Database>): Promise<void> {
  await sql`insert into file_charges (owner_id, sha256)
    select uploads.owner_id, uploads.sha256 from uploads join files using (sha256)
    where not exists (select from file_charges
      where file_charges.sha256 = uploads.sha256 and file_charges.owner_id = uploads.owner_id)
    for key share of files
    on conflict do nothing`.execute(db)
}

/** Charges a file that nobody sent, such as those of the demo, to whoever made the assets and cages that refer to it. */
async function chargeMakers(db: Kysely<Database>): Promise<void> {
  await sql`insert into file_charges (owner_id, sha256)
    select made.created_by, files.sha256
    from (
      select created_by, used.url
      from assets cross join lateral (values (model_url), (icon_url), (texture_url), (psd_url)) as used (url)
      union all select created_by, model_url from cage_meshes
    ) as made
    join files on files.sha256 = substr(made.url, 8, 64)
    join users on users.id = made.created_by
    where not exists (select from file_charges where file_charges.sha256 = files.sha256)
    for key share of files
    on conflict do nothing`.execute(db)
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
