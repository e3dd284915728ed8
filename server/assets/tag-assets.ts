import { type Asset, MAX_TAGS_PER_ASSET } from '../../src/api/contract/assets.ts'
import type { TaggingResult } from '../../src/api/contract/tags.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { transact } from '../db/transact.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { setTags } from './references.ts'
import { assertUnlocked, changeAsset, requireAllowedAsset } from './write.ts'

/** Tagging request. `restores` maps asset ids to the time of the earlier state that the change restores (ISO 8601). */
interface TaggingRequest {
  tagId: string
  assetIds: readonly string[]
  restores?: Readonly<Record<string, string>> | undefined
}

/**
 * Adds a tag to assets, or removes the tag. Each asset is a separate change, so an error for one asset does not affect others.
 */
export async function tagAssets(
  deps: Deps,
  call: AuthenticatedCall,
  { tagId, assetIds, restores = {} }: TaggingRequest,
  isAdding: boolean,
): Promise<TaggingResult> {
  if (!(await deps.db.selectFrom('tags').select('id').where('id', '=', tagId).executeTakeFirst()))
    throw notFoundError('The tag')
  const outcome: TaggingResult = { changed: [], assets: [], refused: [] }
  for (const assetId of new Set(assetIds)) {
    try {
      const after = await tagAsset(deps, call, assetId, { tagId, isAdding, restores: restores[assetId] })
      if (!after) continue
      outcome.changed.push(assetId)
      outcome.assets.push(after)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      outcome.refused.push({ assetId, code: error.code })
    }
  }
  return outcome
}

async function tagAsset(
  deps: Deps,
  { caller }: AuthenticatedCall,
  id: string,
  { tagId, isAdding, restores }: { tagId: string; isAdding: boolean; restores: string | undefined },
): Promise<Asset | undefined> {
  const current = await requireAllowedAsset(deps.db, caller, 'update', id)
  assertUnlocked(current)
  if (current.tags.includes(tagId) === isAdding) return undefined
  return transact(deps.db, async (trx) => {
    const retag = async (before: Asset) => {
      assertUnlocked(before)
      await requireAllowedAsset(trx, caller, 'update', id)
      const others = before.tags.filter((tag) => tag !== tagId)
      if (isAdding && others.length >= MAX_TAGS_PER_ASSET)
        throw new HttpError('TOO_MANY_TAGS', `An asset has at most ${MAX_TAGS_PER_ASSET} tags.`)
      await setTags(trx, id, isAdding ? [...others, tagId] : others)
      return {}
    }
    const after = await changeAsset(trx, deps, caller, id, 'updated', retag, { restores })
    return after.updatedAt === current.updatedAt ? undefined : after
  })
}
