import { type Asset, MOST_TAGS_OF_ASSET } from '../../src/api/contract/assets.ts'
import type { Tagged } from '../../src/api/contract/tags.ts'
import type { CallOfMember } from '../call.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { setTags } from './links.ts'
import { changeAsset, mustBeAllowed, refuseLocked } from './write.ts'

/** What is asked: `restores` gives for an asset since when it was what it is to be again. */
interface Tagging {
  tagId: string
  assetIds: readonly string[]
  restores?: Readonly<Record<string, string>> | undefined
}

/** Gives a tag to assets, or takes it off them. Each asset is a change of its own: what one refuses, another may take. */
export async function tagAssets(
  deps: Deps,
  call: CallOfMember,
  { tagId, assetIds, restores = {} }: Tagging,
  has: boolean,
): Promise<Tagged> {
  if (!(await deps.db.selectFrom('tags').select('id').where('id', '=', tagId).executeTakeFirst()))
    throw notFound('The tag')
  const outcome: Tagged = { changed: [], assets: [], refused: [] }
  for (const assetId of new Set(assetIds)) {
    try {
      const after = await tagAsset(deps, call, assetId, { tagId, has, restores: restores[assetId] })
      if (!after) continue
      outcome.changed.push(assetId)
      outcome.assets.push(after)
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault
      outcome.refused.push({ assetId, code: fault.code })
    }
  }
  return outcome
}

/** The asset as it stands; `undefined` where nothing changed. */
async function tagAsset(
  deps: Deps,
  { caller }: CallOfMember,
  id: string,
  { tagId, has, restores }: { tagId: string; has: boolean; restores: string | undefined },
): Promise<Asset | undefined> {
  const current = await mustBeAllowed(deps.db, caller, 'update', id)
  refuseLocked(current)
  if (current.tags.includes(tagId) === has) return undefined
  return transact(deps.db, async (trx) => {
    const retag = async (before: Asset) => {
      refuseLocked(before)
      await mustBeAllowed(trx, caller, 'update', id)
      const others = before.tags.filter((tag) => tag !== tagId)
      if (has && others.length >= MOST_TAGS_OF_ASSET)
        throw new Refusal('TOO_MANY_TAGS', `An asset has at most ${MOST_TAGS_OF_ASSET} tags.`)
      await setTags(trx, id, has ? [...others, tagId] : others)
      return {}
    }
    const after = await changeAsset(trx, deps, caller, id, 'updated', retag, { restores })
    return after.updatedAt === current.updatedAt ? undefined : after
  })
}
