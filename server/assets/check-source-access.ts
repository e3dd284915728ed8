import { type Kysely, sql } from 'kysely'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../errors/http-error.ts'
import { parseContentName } from '../files/content-store.ts'

/**
 * Throws `FILE_UNKNOWN` if the caller neither uploaded a layered source (PSD) nor is allowed to edit an asset that has the file.
 * Otherwise a caller who knows the address of a file could use the file in their own asset and download it.
 */
export async function checkSourceAccess(
  db: Kysely<Database>,
  { id, ability }: Pick<Caller, 'id' | 'ability'>,
  psdUrl: string | undefined,
): Promise<void> {
  const sha256 = psdUrl && parseContentName(psdUrl)?.sha256
  if (!sha256 || ability.can('manage', 'all')) return
  const { rows } = await sql<{ isAllowed: boolean }>`select
    exists (select from uploads where owner_id = ${id} and sha256 = ${sha256})
    or exists (select from assets where substr(psd_url, 8, 64) = ${sha256} and ${allowedAssetsSql(ability, 'update')})
      as "isAllowed"`.execute(db)
  if (!rows[0]!.isAllowed)
    throw new HttpError('FILE_UNKNOWN', 'This file is not on the server. Upload it first.', { path: 'body.psdUrl' })
}
