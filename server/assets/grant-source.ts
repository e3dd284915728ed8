import type { GrantedSource } from '../../src/api/contract/pictures.ts'
import { allowedAssets } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import { forbidden } from '../auth/caller.ts'
import type { Deps } from '../boot/deps.ts'
import { notFound } from '../errors/http-error.ts'
import { parseContentName } from '../files/content-store.ts'
import { canEdit, readAsset } from './read.ts'

/**
 * Returns a link to the asset's layered source for a caller who is allowed to edit the asset. Throws `NOT_FOUND` or `FORBIDDEN`.
 */
export async function grantSource({ db, tokens }: Deps, caller: Caller, id: string): Promise<GrantedSource> {
  const asset = await readAsset(db, id, allowedAssets(caller.ability, 'read'))
  if (!asset) throw notFound('The asset')
  if (!canEdit(caller, asset)) throw forbidden()
  const name = asset.psdUrl && parseContentName(asset.psdUrl)?.name
  if (!name) throw notFound('The source')
  const { grant, expiresAt } = await tokens.signGrant(name)
  return { url: `${asset.psdUrl}?grant=${grant}`, expiresAt: expiresAt.toISOString() }
}
