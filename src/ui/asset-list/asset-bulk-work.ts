import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import { refusal } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import { RECIPES } from '../../api/contract/recipes.ts'
import type { TagColor, Tagged } from '../../api/contract/tags.ts'
import type { BulkItem, BulkOutcome } from '../../machines/bulk.machine.ts'
import { type BulkAction, type BulkWork, eachRow } from '../list/bulk.ts'
import { readBodies } from '../read-bodies.ts'

/** The calls behind the actions on several assets. */
export type BulkCalls = Pick<Client<typeof contract>, 'applications' | 'assets' | 'jobs' | 'morphedAssets' | 'tags'>

/** What an action asks for and does. */
export type Deferred = Required<Pick<BulkAction<Asset>, 'perform' | 'revert'>> & Pick<BulkAction<Asset>, 'choices'>

/** The actions on several assets whose work is loaded when the first of them is wanted. */
export type DeferredAction = 'lock' | 'unlock' | 'tag' | 'untag' | 'application' | 'body' | 'make' | 'fit'

const ageOf = ({ version }: BulkItem) => (version === undefined ? {} : { restores: version })
const agesOf = ({ items }: BulkWork) =>
  Object.fromEntries(items.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])))

/** What the actions on several assets do. Loaded when first wanted. */
export function assetBulkWork({
  applications,
  assets,
  jobs,
  morphedAssets,
  tags,
}: BulkCalls): Readonly<Record<DeferredAction, Deferred>> {
  const lock: Deferred = {
    perform: (work) => eachRow(work, (id) => assets.lock({ id, body: work.choice ? { reason: work.choice } : {} })),
    revert: (work) => eachRow(work, (id, item) => assets.unlock({ id, body: ageOf(item) })),
  }
  const unlock: Deferred = {
    perform: (work) => eachRow(work, (id) => assets.unlock({ id, body: {} })),
    revert: (work) => eachRow(work, (id, item) => assets.lock({ id, body: ageOf(item) })),
  }
  const tag: Deferred = {
    choices: async (signal) =>
      (await tags.list({ query: { limit: MAX_LIMIT } }, { signal })).data.map(({ tagId, name, color }) => ({
        id: tagId,
        label: name,
        pigment: color as TagColor,
      })),
    perform: (work) => tagging(work, (body) => tags.setTag({ body })),
    revert: (work) => tagging(work, (body) => tags.removeTag({ body: { ...body, restores: agesOf(work) } })),
  }
  const untag: Deferred = {
    ...tag,
    perform: (work) => tagging(work, (body) => tags.removeTag({ body })),
    revert: (work) => tagging(work, (body) => tags.setTag({ body: { ...body, restores: agesOf(work) } })),
  }
  const application: Deferred = {
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
  }
  const bodies = async (signal: AbortSignal) =>
    (await readBodies(assets, signal)).map(({ id, name }) => ({ id, label: name }))
  const body: Deferred = {
    choices: async (signal) => [{ id: NO_BODY, label: 'assets.bulkBody.none' }, ...(await bodies(signal))],
    perform: async (work) => {
      const { choice = NO_BODY } = work
      const bodyId = choice === NO_BODY ? null : choice
      return withNewAges(withoutUntouched(await eachRow(work, (id) => assets.update({ id, body: { bodyId } }))))
    },
    // Who changed it since then is not overwritten.
    revert: (work) =>
      eachRow(work, (id, { bodyId, version }) =>
        assets.update({ id, body: { bodyId: bodyId ?? null } }, version === undefined ? {} : { ifMatch: version }),
      ),
  }
  const make: Deferred = {
    choices: async () => MAKINGS.map((id) => ({ id, label: `assets.make.${id}` })),
    perform: (work) =>
      begin(work, work.items, async ({ id }) => {
        const recipe = RECIPES.find((it) => it === work.choice)
        return (recipe ? await assets.makeVariant({ id, body: { recipe } }) : await assets.generateIcon({ id })).job
      }),
    revert: (work) => eachRow(work, (_, { jobs: begun = [] }) => Promise.all(begun.map((id) => jobs.cancel({ id })))),
  }
  const fit: Deferred = {
    ...make,
    choices: bodies,
    perform: (work) => {
      const bodies = (work.choice ?? '').split(' ')
      const wanted = work.items.flatMap((item) =>
        bodies.filter((bodyId) => bodyId !== item.bodyId).map((bodyId) => ({ ...item, bodyId })),
      )
      return begin(work, wanted, async ({ id, bodyId = '' }) => {
        const entry = await morphedAssets.generate({ body: { assetId: id, bodyId } })
        return entry.status === 'done' ? undefined : entry
      })
    },
  }
  return { lock, unlock, tag, untag, application, body, make, fit }
}

/** The choice that an asset is made for no body. */
const NO_BODY = 'none'

/** What can be made of a model: its icon, and its variants. */
const MAKINGS = ['icon', ...RECIPES] as const

/**
 * Has jobs begun for the rows, one for each of `wanted`, and remembers them for Undo. A row of which a part fails is told, and
 * what was begun for it goes on; nothing is begun where what is asked for is there already.
 */
async function begin(
  work: BulkWork,
  wanted: readonly BulkItem[],
  call: (item: BulkItem) => Promise<{ id: string } | undefined>,
): Promise<BulkOutcome> {
  const begun = new Map<string, string[]>()
  const { failures } = await eachRow({ ...work, items: wanted }, async (id, item) => {
    const job = await call(item)
    if (job) begun.set(id, [...(begun.get(id) ?? []), job.id])
  })
  return {
    changed: work.items.flatMap((item) => (begun.has(item.id) ? [{ ...item, jobs: begun.get(item.id) }] : [])),
    failures: failures.filter(({ item }, at) => failures.findIndex((it) => it.item.id === item.id) === at),
  }
}

/** When each was changed last, as it was answered. */
const agesIn = (rows: NonNullable<BulkOutcome['rows']>) =>
  new Map((rows as readonly Asset[]).map(({ id, updatedAt }) => [id, updatedAt]))

/** Those that were as they should be already are not changed, so that Undo leaves them to who made them so. */
function withoutUntouched({ changed, rows, failures }: BulkOutcome): BulkOutcome {
  if (!rows) return { changed, failures }
  const now = agesIn(rows)
  return { changed: changed.filter(({ id, version }) => now.get(id) !== version), rows, failures }
}

/** As young as the change made them, so that Undo knows of another that came after it. */
function withNewAges({ changed, rows = [], failures }: BulkOutcome): BulkOutcome {
  const now = agesIn(rows)
  return { changed: changed.map((item) => ({ ...item, version: now.get(item.id) })), rows, failures }
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
