import { type Kysely, sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Asset } from '../../src/api/contract/assets.ts'
import { type RestoredAsset, TRASH_DAYS } from '../../src/api/contract/trash.ts'
import { allowedInTrash } from '../auth/allowed.ts'
import type { Caller, CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { place } from './applications.ts'
import { changesBetween, nextChangeAt, writeChange } from './changelog.ts'
import { askForIcon, withIcon } from './icons.ts'
import { mayChangeApplication, setApplications } from './links.ts'
import { tellPointing } from './tell-pointing.ts'
import { transact } from './transact.ts'
import { lockRow, mustBeAllowed, mustRead, refuseLocked, refuseStale } from './write.ts'

/** How long an asset stays in the trash, in milliseconds. */
export const TRASH_MS = TRASH_DAYS * 86_400_000

/** So many are purged by one statement. */
const BATCH = 500

/** Actor of automatic purges. */
const SYSTEM_ACTOR = 'system'

/**
 * Puts an asset into the trash with all that it is part of: its files stay, the others of its applications close the gap.
 * Throws `ASSET_LOCKED`, `STALE_WRITE`.
 */
export async function removeAsset(deps: Deps, { caller, ifMatch }: CallOfMember, id: string): Promise<void> {
  await mustBeAllowed(deps.db, caller, 'delete', id)
  await transact(deps.db, async (trx) => {
    const before = await lockRow(trx, id)
    refuseLocked(before)
    refuseStale(before, ifMatch)
    await mustBeAllowed(trx, caller, 'delete', id)
    await detach(trx, before)
    const at = await nextChangeAt(trx, before, deps.now())
    await trx.updateTable('assets').set({ deleted_at: at, deleted_by: caller.id }).where('id', '=', id).execute()
    const changes = changesBetween(before, undefined)
    await writeChange(trx, { assetId: id, at, actorId: caller.id, action: 'deleted', changes })
    await tellPointing(trx, id, { actorId: caller.id, at })
  })
}

/**
 * Takes an asset out of the trash: its tags, its places in applications, and the wardrobes it was in, as far as there still
 * are those; an icon that is missing is drawn. An application that went to another owner meanwhile takes it back only from
 * who may change it: `leftOut` names those that did not. Nothing happens to one that is not in the trash. Throws `NOT_FOUND`, `FORBIDDEN`.
 */
export async function restoreAsset(deps: Deps, { caller }: CallOfMember, id: string): Promise<RestoredAsset> {
  let job: string | undefined
  let leftOut: string[] = []
  const restored = await transact(deps.db, async (trx) => {
    if (!(await lockTrashed(trx, caller, id))) return mustBeAllowed(trx, caller, 'delete', id)
    await trx.updateTable('assets').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute()
    leftOut = await attach(trx, caller, id)
    const asset = await mustRead(trx, id)
    const at = await nextChangeAt(trx, asset, deps.now())
    await trx.updateTable('assets').set({ updated_at: at }).where('id', '=', id).execute()
    const changes = changesBetween(undefined, asset)
    await writeChange(trx, { assetId: id, at, actorId: caller.id, action: 'restored', changes })
    await tellPointing(trx, id, { actorId: caller.id, at })
    // One that was still to be drawn was given up when the asset went.
    if (!asset.iconUrl) job = await askForIcon(trx, deps, caller, asset)
    return mustRead(trx, id)
  })
  return { ...(await withIcon(deps, restored, job)), ...(leftOut.length > 0 ? { leftOut } : {}) }
}

/** Deletes an asset of the trash for good; its history stays in the store. Throws `NOT_FOUND`. */
export function purgeAsset({ db, now }: Deps, { caller }: CallOfMember, id: string): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await lockTrashed(trx, caller, id))) throw notFound('The asset in the trash')
    await trx.deleteFrom('assets').where('id', '=', id).execute()
    const entry = { asset_id: id, at: now(), actor_id: caller.id, action: 'purged', changes: json([]) }
    await trx
      .insertInto('changelog')
      .values({ id: uuidv7(), ...entry })
      .execute()
  })
}

/** Deletes for good what has been in the trash for its time; answers how many. One that is being restored is left alone. */
export async function purgeTrash(db: Kysely<Database>, now: Date): Promise<number> {
  const due = new Date(now.getTime() - TRASH_MS)
  for (let purged = 0; ; ) {
    const { rows } = await sql`
      with due as (
        select id from assets where deleted_at <= ${due} order by deleted_at, id limit ${BATCH} for update skip locked),
      gone as (delete from assets using due where assets.id = due.id returning assets.id)
      insert into changelog (id, asset_id, at, actor_id, action, changes)
      select gen_random_uuid()::text, id, ${now}, ${SYSTEM_ACTOR}, 'purged', '[]' from gone
      returning id`.execute(db)
    purged += rows.length
    if (rows.length < BATCH) return purged
  }
}

/** Whether an asset is in the trash and the caller may have it, under its row's lock. */
async function lockTrashed(trx: Transaction<Database>, { ability }: Caller, id: string): Promise<boolean> {
  await trx.selectFrom('assets').select('id').where('id', '=', id).forUpdate().execute()
  const found = await trx
    .selectFrom('assets')
    .select('id')
    .where('id', '=', id)
    .where(allowedInTrash(ability, 'delete'))
    .executeTakeFirst()
  return found !== undefined
}

async function detach(trx: Transaction<Database>, { id, applications }: Asset): Promise<void> {
  const ids = applications.map(({ applicationId }) => applicationId)
  // Before their places are read: whoever moves others about would change them meanwhile.
  if (ids.length > 0)
    await trx.selectFrom('applications').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await sql`insert into trashed_applications (asset_id, application_id, is_visible, position, owner_id)
    select asset_id, application_id, is_visible, position, owner_id
    from asset_applications join applications on applications.id = application_id where asset_id = ${id}`.execute(trx)
  await setApplications(trx, id, [])
  await move(trx, id, ['asset_tags', 'trashed_tags'], ['tag_id'])
  await move(trx, id, ['user_assets', 'trashed_user_assets'], ['user_id', 'added_at'])
}

/** Puts an asset back into what it was part of; answers the applications that do not take it back. */
async function attach(trx: Transaction<Database>, caller: Caller, id: string): Promise<string[]> {
  const all = await trx
    .deleteFrom('trashed_applications')
    .using('applications')
    .whereRef('applications.id', '=', 'application_id')
    .where('asset_id', '=', id)
    .returning([
      'application_id',
      'is_visible',
      'position',
      'trashed_applications.owner_id as was',
      'applications.owner_id as is',
    ])
    .execute()
  const links = all.filter((link) => link.was === link.is || mayChangeApplication(caller, link.is))
  await setApplications(
    trx,
    id,
    links.map(({ application_id }) => application_id),
  )
  for (const { application_id: applicationId, is_visible: isVisible, position } of links.toSorted(byApplication))
    await place(trx, id, { applicationId, isVisible, position })
  await move(trx, id, ['trashed_tags', 'asset_tags'], ['tag_id'])
  await move(trx, id, ['trashed_user_assets', 'user_assets'], ['user_id', 'added_at'])
  return all.filter((link) => !links.includes(link)).map(({ application_id }) => application_id)
}

type Link = { application_id: string }

const byApplication = (one: Link, other: Link) => (one.application_id < other.application_id ? -1 : 1)

/** Moves what one table says of an asset into another. */
async function move(
  trx: Transaction<Database>,
  id: string,
  [from, to]: readonly [keyof Database, keyof Database],
  columns: readonly string[],
): Promise<void> {
  const all = sql.join(['asset_id', ...columns].map((column) => sql.ref(column)))
  await sql`with moved as (delete from ${sql.table(from)} where asset_id = ${id} returning ${all})
    insert into ${sql.table(to)} (${all}) select ${all} from moved`.execute(trx)
}
