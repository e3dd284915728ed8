import type { Tagged } from '../../src/api/contract/tags.ts'
import type { CallOfMember } from '../call.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { setTags } from './links.ts'
import { telling } from './told.ts'
import { transact } from './transact.ts'
import { changeAsset, mustBeAllowed, refuseLocked } from './write.ts'

/** Gives a tag to assets, or takes it off them. Each asset is a change of its own: what one refuses, another may take. */
export async function tagAssets(
  deps: Deps,
  call: CallOfMember,
  { tagId, assetIds }: { tagId: string; assetIds: readonly string[] },
  has: boolean,
): Promise<Tagged> {
  if (!(await deps.db.selectFrom('tags').select('id').where('id', '=', tagId).executeTakeFirst()))
    throw notFound('The tag')
  const outcome: Tagged = { changed: [], refused: [] }
  for (const assetId of new Set(assetIds)) {
    try {
      if (await telling(deps.events, () => tagAsset(deps, call, assetId, tagId, has))) outcome.changed.push(assetId)
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault
      outcome.refused.push({ assetId, code: fault.code })
    }
  }
  return outcome
}

/** Tells whether anything changed. */
async function tagAsset(
  deps: Deps,
  { caller }: CallOfMember,
  id: string,
  tagId: string,
  has: boolean,
): Promise<boolean> {
  const current = await mustBeAllowed(deps.db, caller, 'update', id)
  refuseLocked(current)
  if (current.tags.includes(tagId) === has) return false
  return transact(deps.db, async (trx) => {
    const after = await changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      refuseLocked(before)
      await mustBeAllowed(trx, caller, 'update', id)
      const others = before.tags.filter((tag) => tag !== tagId)
      await setTags(trx, id, has ? [...others, tagId] : others)
      return {}
    })
    return after.updatedAt !== current.updatedAt
  })
}
