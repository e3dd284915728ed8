import { type Asset, MAX_LOCK_REASON } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import { refusal } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import { RECIPES } from '../../api/contract/recipes.ts'
import type { TagColor, Tagged } from '../../api/contract/tags.ts'
import type { BulkItem, BulkOutcome } from '../../machines/bulk.machine.ts'
import { type BulkAction, type BulkWork, eachRow } from '../list/bulk.ts'
import { DELETE } from './asset-shape.ts'

/** The calls behind the actions on several assets. */
export type BulkCalls = Pick<Client<typeof contract>, 'applications' | 'assets' | 'tags'>

const ageOf = ({ version }: BulkItem) => (version === undefined ? {} : { restores: version })
const agesOf = ({ items }: BulkWork) =>
  Object.fromEntries(items.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])))

const isLocked = ({ locked }: Asset) => locked
const isOpen = ({ locked }: Asset) => !locked

/** What can be done to several assets. */
export function assetBulk({ applications, assets, tags }: BulkCalls): readonly BulkAction<Asset>[] {
  const lock: BulkAction<Asset> = {
    id: 'lock',
    title: 'assets.bulkLock',
    icon: 'lock',
    needs: ['lock', 'Asset'],
    fits: isOpen,
    leftOut: 'assets.bulkAlreadyLocked',
    remark: {
      title: 'assets.bulkLock.title',
      label: 'assets.bulkLock.reason',
      why: 'assets.bulkLock.why',
      most: MAX_LOCK_REASON,
    },
    perform: (work) => eachRow(work, (id) => assets.lock({ id, body: work.choice ? { reason: work.choice } : {} })),
    revert: (work) => eachRow(work, (id, item) => assets.unlock({ id, body: ageOf(item) })),
    done: 'assets.bulkLocked',
    failed: 'assets.bulkFailed',
  }
  const { remark: _, ...plainly } = lock
  const unlock: BulkAction<Asset> = {
    ...plainly,
    id: 'unlock',
    title: 'assets.bulkUnlock',
    icon: 'unlock',
    fits: isLocked,
    leftOut: 'assets.bulkAlreadyUnlocked',
    perform: (work) => eachRow(work, (id) => assets.unlock({ id, body: {} })),
    revert: (work) => eachRow(work, (id, item) => assets.lock({ id, body: ageOf(item) })),
    done: 'assets.bulkUnlocked',
  }
  const tag: BulkAction<Asset> = {
    id: 'tag',
    title: 'assets.bulkTag',
    icon: 'tag',
    needs: ['update', 'Asset'],
    fits: isOpen,
    leftOut: 'assets.bulkSkipped',
    choices: async (signal) =>
      (await tags.list({ query: { limit: MAX_LIMIT } }, { signal })).data.map(({ tagId, name, color }) => ({
        id: tagId,
        label: name,
        pigment: color as TagColor,
      })),
    perform: (work) => tagging(work, (body) => tags.setTag({ body })),
    revert: (work) => tagging(work, (body) => tags.removeTag({ body: { ...body, restores: agesOf(work) } })),
    done: 'assets.bulkTagged',
    failed: 'assets.bulkFailed',
  }
  const untag: BulkAction<Asset> = {
    ...tag,
    id: 'untag',
    title: 'assets.bulkUntag',
    offers: (tagId, rows) => rows.some((asset) => asset.tags.includes(tagId)),
    perform: (work) => tagging(work, (body) => tags.removeTag({ body })),
    revert: (work) => tagging(work, (body) => tags.setTag({ body: { ...body, restores: agesOf(work) } })),
    done: 'assets.bulkUntagged',
  }
  const link: BulkAction<Asset> = {
    id: 'application',
    title: 'assets.bulkLink',
    icon: 'application',
    needs: ['update', 'Asset'],
    fits: isOpen,
    leftOut: 'assets.bulkSkipped',
    choices: async (signal) =>
      (await applications.list({ query: { limit: MAX_LIMIT, order: 'name' } }, { signal })).data.map(
        ({ id, name }) => ({
          id,
          label: name,
        }),
      ),
    perform: async (work) =>
      withoutUntouched(
        await eachRow(work, (id) => assets.addToApplication({ id, body: { applicationId: work.choice ?? '' } })),
      ),
    revert: (work) =>
      eachRow(work, (id) => assets.removeFromApplication({ id, body: { applicationId: work.choice ?? '' } })),
    done: 'assets.bulkLinked',
    failed: 'assets.bulkFailed',
  }
  const make: BulkAction<Asset> = {
    id: 'make',
    title: 'assets.bulkMake',
    icon: 'images',
    needs: ['update', 'Asset'],
    fits: isOpen,
    leftOut: 'assets.bulkSkipped',
    choices: async () => MAKINGS.map((id) => ({ id, label: `assets.make.${id}` })),
    perform: (work) =>
      eachRow(work, (id) => {
        const recipe = RECIPES.find((it) => it === work.choice)
        return recipe ? assets.makeVariant({ id, body: { recipe } }) : assets.generateIcon({ id })
      }),
    done: 'assets.bulkMade',
    failed: 'assets.bulkFailed',
  }
  const remove: BulkAction<Asset> = {
    id: DELETE,
    title: 'assets.bulkDelete',
    icon: 'delete',
    color: 'bad',
    needs: ['delete', 'Asset'],
    fits: isOpen,
    leftOut: 'assets.bulkSkipped',
    perform: (work) => eachRow(work, (id) => assets.remove({ id }, { keepalive: work.isLeaving })),
    done: 'assets.bulkDeleted',
    failed: 'assets.bulkFailed',
  }
  return [lock, unlock, tag, untag, link, make, remove]
}

/** What can be made of a model: its icon, and its variants. */
const MAKINGS = ['icon', ...RECIPES] as const

/** Those that were as they should be already are not changed, so that Undo leaves them to who made them so. */
function withoutUntouched({ changed, rows, failures }: BulkOutcome): BulkOutcome {
  if (!rows) return { changed, failures }
  const now = new Map((rows as readonly Asset[]).map(({ id, updatedAt }) => [id, updatedAt]))
  return { changed: changed.filter(({ id, version }) => now.get(id) !== version), rows, failures }
}

/** One call for all; those that carried the tag already are not changed, so that Undo leaves it to them. */
async function tagging(
  { items, choice = '' }: BulkWork,
  call: (body: { tagId: string; assetIds: string[] }) => Promise<Tagged>,
) {
  const { changed, assets, refused } = await call({ tagId: choice, assetIds: items.map(({ id }) => id) })
  const there = new Set(changed)
  return {
    changed: items.filter(({ id }) => there.has(id)),
    rows: assets,
    failures: refused.flatMap(({ assetId, code }) => {
      const item = items.find(({ id }) => id === assetId)
      return item ? [{ item, error: refusal('tags', code) }] : []
    }),
  }
}
