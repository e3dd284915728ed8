import { sql, type Transaction } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { place } from './applications.ts'
import { mayChangeApplication, setApplications } from './links.ts'

/** Takes an asset out of its applications, which close the gap, and keeps its places; earlier ones that it never came back to go. */
export async function leavePlaces(trx: Transaction<Database>, { id, applications }: Asset): Promise<void> {
  const ids = applications.map(({ applicationId }) => applicationId)
  // Before their places are read: whoever moves others about would change them meanwhile.
  if (ids.length > 0)
    await trx.selectFrom('applications').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await trx.deleteFrom('trashed_applications').where('asset_id', '=', id).execute()
  await sql`insert into trashed_applications (asset_id, application_id, is_visible, position, owner_id)
    select asset_id, application_id, is_visible, position, owner_id
    from asset_applications join applications on applications.id = application_id where asset_id = ${id}`.execute(trx)
  await setApplications(trx, id, [])
}

/** Which places of an asset are kept: of those, which the caller may give back, and which applications do not take it. */
interface KeptPlaces {
  readonly back: readonly { readonly applicationId: string; readonly isVisible: boolean; readonly position: number }[]
  readonly leftOut: readonly string[]
}

/** The places that are kept for an asset, whose row the caller has locked. An application that went to another owner takes it back only from who may change it. */
export async function keptPlaces(trx: Transaction<Database>, caller: Caller, id: string): Promise<KeptPlaces> {
  const all = await trx
    .selectFrom('trashed_applications as kept')
    .innerJoin('applications', 'applications.id', 'application_id')
    .where('asset_id', '=', id)
    // In one order, so that two wait in turn: no application changes hands, or goes, before its place is taken.
    .orderBy('application_id')
    .forUpdate('applications')
    .select([
      'application_id as applicationId',
      'is_visible as isVisible',
      'position',
      'kept.owner_id as was',
      'applications.owner_id as is',
    ])
    .execute()
  const mayGoBack = ({ was, is }: (typeof all)[number]) => was === is || mayChangeApplication(caller, is)
  return {
    back: all.filter(mayGoBack).map(({ was: _, is: __, ...kept }) => kept),
    leftOut: all.filter((kept) => !mayGoBack(kept)).map(({ applicationId }) => applicationId),
  }
}

/** Gives an asset places back beside those it has; they are kept no longer. */
export async function takePlaces(
  trx: Transaction<Database>,
  { id, applications }: Pick<Asset, 'id' | 'applications'>,
  back: KeptPlaces['back'],
): Promise<void> {
  const all = [...applications, ...back].map(({ applicationId }) => applicationId)
  await setApplications(trx, id, all)
  for (const placing of back) await place(trx, id, placing)
}
