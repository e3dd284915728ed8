import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import {
  computeUnreferencedCutoff,
  endUploadsAndCharges,
  type FileRemovalDeps,
  lockFileRow,
  removeFile,
  unchargeOwner,
} from './charges.ts'
import { allReferencesSql } from './file-references.ts'

/** Maximum number of files removed by one sweep; the next sweep continues. */
const MAX_REMOVED_FILES = 10_000

/**
 * Sets `orphaned_at` of files that became unreferenced, and clears it for files that are referenced again. Unreferenced files
 * stop counting towards quotas after a day. Files that were never used are removed at that time, other files after the grace
 * period. Every referenced or uploaded file counts towards a quota. Files without a row are ignored.
 */
export async function sweepFiles(db: Kysely<Database>, removal: FileRemovalDeps, at: Date): Promise<void> {
  await chargeSenders(db)
  const references = await allReferencesSql(db)
  await sql`update files set orphaned_at = null, used = true
    where (orphaned_at is not null or not used) and sha256 in (${references})`.execute(db)
  await sql`update files set orphaned_at = ${at}
    where orphaned_at is null and sha256 not in (${references})`.execute(db)
  await endCharges(db, at)
  const removable = await selectUnneeded(db, at)
    .where(({ or, eb }) =>
      or([eb('used', '=', false), eb('orphaned_at', '<=', new Date(at.getTime() - removal.graceMs))]),
    )
    .execute()
  const retirable = await selectUnneeded(db, at)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('uploads').select('id').whereRef('uploads.sha256', '=', 'files.sha256')),
        exists(selectFrom('file_charges').select('owner_id').whereRef('file_charges.sha256', '=', 'files.sha256')),
      ]),
    )
    .execute()
  await forEachCollectingErrors(
    [
      ...removable.map((file) => () => removeFile(db, removal, file, at)),
      ...retirable.map(
        ({ sha256 }) =>
          () =>
            endUploadsAndCharges(db, sha256, at),
      ),
    ],
    (work) => work(),
  )
  await chargeReferrers(db)
}

const selectUnneeded = (db: Kysely<Database>, at: Date) =>
  db
    .selectFrom('files')
    .select('files.sha256')
    .where('orphaned_at', '<=', computeUnreferencedCutoff(at))
    .where((on) => on.or([on('claimed_until', 'is', null), on('claimed_until', '<=', at)]))
    .limit(MAX_REMOVED_FILES)

/** Runs work for every item, then throws the first error. */
export async function forEachCollectingErrors<T>(all: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const item of all) await work(item).catch((error) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/**
 * Stops counting a file towards the quota of an owner who deleted their upload while the file was referenced. Requires that
 * another user has an upload of the file.
 */
async function endCharges(db: Kysely<Database>, at: Date): Promise<void> {
  const { rows } = await sql<{ sha256: string; owner_id: string }>`
    select sha256, owner_id from file_charges join files using (sha256)
    where orphaned_at is not null
      and exists (select from uploads where sha256 = file_charges.sha256)
      and not exists (select from uploads where sha256 = file_charges.sha256 and owner_id = file_charges.owner_id)
    limit ${MAX_REMOVED_FILES}`.execute(db)
  await forEachCollectingErrors(rows, ({ sha256, owner_id }) =>
    db.transaction().execute(async (trx) => {
      const file = await lockFileRow(trx, sha256)
      if (file) await unchargeOwner(trx, file, owner_id, at)
    }),
  )
}

/** Counts files towards their uploaders' quotas, for uploads that another version of the server received. */
async function chargeSenders(db: Kysely<Database>): Promise<void> {
  await sql`insert into file_charges (owner_id, sha256)
    select uploads.owner_id, uploads.sha256 from uploads join files using (sha256)
    where not exists (select from file_charges
      where file_charges.sha256 = uploads.sha256 and file_charges.owner_id = uploads.owner_id)
    for key share of files
    on conflict do nothing`.execute(db)
}

/**
 * Counts a file that no user uploaded, such as a demo file. The file counts towards the quotas of the creators of the assets and
 * cages that refer to it.
 */
async function chargeReferrers(db: Kysely<Database>): Promise<void> {
  await sql`insert into file_charges (owner_id, sha256)
    select referrer.created_by, files.sha256
    from (
      select created_by, used.url
      from assets cross join lateral (values (model_url), (icon_url), (texture_url), (psd_url)) as used (url)
      union all select created_by, model_url from cage_meshes
    ) as referrer
    join files on files.sha256 = substr(referrer.url, 8, 64)
    join users on users.id = referrer.created_by
    where not exists (select from file_charges where file_charges.sha256 = files.sha256)
    for key share of files
    on conflict do nothing`.execute(db)
}
