import type { GrantedSource } from '../../src/api/contract/pictures.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import { forbiddenError } from '../auth/authenticate-caller.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { notFoundError } from '../errors/http-error.ts'
import { parseContentName } from '../files/content-store.ts'
import { canEdit, readAsset } from './read.ts'

/**
 * Returns a link to the asset's layered source for a caller who is allowed to edit the asset. Throws `NOT_FOUND` or `FORBIDDEN`.
 */
export async function createSourceLink({ db, tokens }: Deps, caller: Caller, id: string): Promise<GrantedSource> {
  const asset = await readAsset(db, id, allowedAssetsSql(caller.ability, 'read'))
  if (!asset) throw notFoundError('The asset')
  if (!canEdit(caller, asset)) throw forbiddenError()
  const name = asset.psdUrl && parseContentName(asset.psdUrl)?.name
  if (!name) throw notFoundError('The source')
  const { grant, expiresAt } = await tokens.signGrant(name)
  return { url: `${asset.psdUrl}?grant=${grant}`, expiresAt: expiresAt.toISOString() }
}
