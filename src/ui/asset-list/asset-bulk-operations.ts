import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import { createApiError } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import { VARIANT_RECIPES } from '../../api/contract/recipes.ts'
import type { TagColor, TaggingResult } from '../../api/contract/tags.ts'
import type { BulkItem, BulkOutcome } from '../../machines/bulk/bulk.machine.ts'
import { fetchBodies } from '../fetch-bodies.ts'
import { type BulkAction, type BulkRequest, callForEachRow } from '../list/bulk-action.ts'

export type BulkCalls = Pick<Client<typeof contract>, 'applications' | 'assets' | 'jobs' | 'morphedAssets' | 'tags'>

/** Lazily loaded parts of a bulk action. */
export type BulkOperation = Required<Pick<BulkAction<Asset>, 'perform' | 'revert'>> & Pick<BulkAction<Asset>, 'choices'>

/** Bulk actions whose code is loaded on first use. */
export type LazyBulkActionId = 'lock' | 'unlock' | 'tag' | 'untag' | 'application' | 'body' | 'make' | 'fit'

const expectedVersionOf = ({ version }: BulkItem) => (version === undefined ? {} : { restores: version })
const expectedVersionsOf = ({ items }: BulkRequest) =>
  Object.fromEntries(items.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])))

export function createAssetBulkOperations({
  applications,
  assets,
  jobs,
  morphedAssets,
  tags,
}: BulkCalls): Readonly<Record<LazyBulkActionId, BulkOperation>> {
  const lock: BulkOperation = {
    perform: (request) =>
      callForEachRow(request, (id) => assets.lock({ id, body: request.choice ? { reason: request.choice } : {} })),
    revert: (request) => callForEachRow(request, (id, item) => assets.unlock({ id, body: expectedVersionOf(item) })),
  }
  const unlock: BulkOperation = {
    perform: (request) => callForEachRow(request, (id) => assets.unlock({ id, body: {} })),
    revert: (request) => callForEachRow(request, (id, item) => assets.lock({ id, body: expectedVersionOf(item) })),
  }
  const tag: BulkOperation = {
    choices: async (signal) =>
      (await tags.list({ query: { limit: MAX_LIST_LIMIT } }, { signal })).data.map(({ tagId, name, color }) => ({
        id: tagId,
        label: { text: name },
        pigment: color as TagColor,
      })),
    perform: (request) => changeTag(request, (body) => tags.setTag({ body })),
    revert: (request) =>
      changeTag(request, (body) => tags.removeTag({ body: { ...body, restores: expectedVersionsOf(request) } })),
  }
  const untag: BulkOperation = {
    ...tag,
    perform: (request) => changeTag(request, (body) => tags.removeTag({ body })),
    revert: (request) =>
      changeTag(request, (body) => tags.setTag({ body: { ...body, restores: expectedVersionsOf(request) } })),
  }
  const application: BulkOperation = {
    choices: async (signal) =>
      (await applications.list({ query: { limit: MAX_LIST_LIMIT, order: 'name' } }, { signal })).data.map(
        ({ id, name }) => ({
          id,
          label: { text: name },
        }),
      ),
    perform: async (request) =>
      withoutUnchanged(
        await callForEachRow(request, (id) =>
          assets.addToApplication({ id, body: { applicationId: request.choice ?? '' } }),
        ),
      ),
    revert: (request) =>
      callForEachRow(request, (id) =>
        assets.removeFromApplication({ id, body: { applicationId: request.choice ?? '' } }),
      ),
  }
  const bodies = async (signal: AbortSignal) =>
    (await fetchBodies(assets, signal)).map(({ id, name }) => ({ id, label: { text: name } }))
  const body: BulkOperation = {
    choices: async (signal) => [{ id: NO_BODY, label: 'assets.bulkBody.none' as const }, ...(await bodies(signal))],
    perform: async (request) => {
      const { choice = NO_BODY } = request
      const bodyId = choice === NO_BODY ? null : choice
      return withNewVersions(
        withoutUnchanged(await callForEachRow(request, (id) => assets.update({ id, body: { bodyId } }))),
      )
    },
    // `ifMatch` prevents overwriting a change made since.
    revert: (request) =>
      callForEachRow(request, (id, { bodyId, version }) =>
        assets.update({ id, body: { bodyId: bodyId ?? null } }, version === undefined ? {} : { ifMatch: version }),
      ),
  }
  const makeVariants: BulkOperation = {
    choices: async () => GENERATED_OUTPUTS.map((id) => ({ id, label: `assets.make.${id}` as const })),
    perform: (request) =>
      startJobs(request, request.items, async ({ id }) => {
        const recipe = VARIANT_RECIPES.find((candidate) => candidate === request.choice)
        return (recipe ? await assets.makeVariant({ id, body: { recipe } }) : await assets.generateIcon({ id })).job
      }),
    revert: (request) =>
      callForEachRow(request, (_, { jobs: jobIds = [] }) => Promise.all(jobIds.map((id) => jobs.cancel({ id })))),
  }
  const fitToBodies: BulkOperation = {
    ...makeVariants,
    choices: bodies,
    perform: (request) => {
      const bodies = (request.choice ?? '').split(' ')
      const rowItems = request.items.flatMap((item) =>
        bodies.filter((bodyId) => bodyId !== item.bodyId).map((bodyId) => ({ ...item, bodyId })),
      )
      return startJobs(request, rowItems, async ({ id, bodyId = '' }) => {
        const entry = await morphedAssets.generate({ body: { assetId: id, bodyId } })
        return entry.status === 'done' ? undefined : entry
      })
    },
  }
  return { lock, unlock, tag, untag, application, body, make: makeVariants, fit: fitToBodies }
}

const NO_BODY = 'none'

const GENERATED_OUTPUTS = ['icon', ...VARIANT_RECIPES] as const

/**
 * Starts one job per item of `items` and stores the job ids for Undo. If an item fails, its row is reported as failed, but the
 * row's other jobs continue. An item whose result exists already starts no job.
 */
async function startJobs(
  request: BulkRequest,
  items: readonly BulkItem[],
  call: (item: BulkItem) => Promise<{ id: string } | undefined>,
): Promise<BulkOutcome> {
  const jobIdsByAsset = new Map<string, string[]>()
  const { failures } = await callForEachRow({ ...request, items }, async (id, item) => {
    const job = await call(item)
    if (job) jobIdsByAsset.set(id, [...(jobIdsByAsset.get(id) ?? []), job.id])
  })
  return {
    changed: request.items.flatMap((item) =>
      jobIdsByAsset.has(item.id) ? [{ ...item, jobs: jobIdsByAsset.get(item.id) }] : [],
    ),
    failures: failures.filter(({ item }, at) => failures.findIndex((other) => other.item.id === item.id) === at),
  }
}

const versionsById = (rows: NonNullable<BulkOutcome['rows']>) =>
  new Map((rows as readonly Asset[]).map(({ id, updatedAt }) => [id, updatedAt]))

/** Excludes rows that the action did not change, so that Undo does not revert another user's change. */
function withoutUnchanged({ changed, rows, failures }: BulkOutcome): BulkOutcome {
  if (!rows) return { changed, failures }
  const versions = versionsById(rows)
  return { changed: changed.filter(({ id, version }) => versions.get(id) !== version), rows, failures }
}

/** Sets the versions after the change, so that Undo detects later changes. */
function withNewVersions({ changed, rows = [], failures }: BulkOutcome): BulkOutcome {
  const versions = versionsById(rows)
  return { changed: changed.map((item) => ({ ...item, version: versions.get(item.id) })), rows, failures }
}

/** Tags or untags all rows in one request. Rows that did not change are excluded from Undo. */
async function changeTag(
  { items, choice = '' }: BulkRequest,
  call: (body: { tagId: string; assetIds: string[] }) => Promise<TaggingResult>,
) {
  const { changed, assets, refused } = await call({ tagId: choice, assetIds: items.map(({ id }) => id) })
  const changedIds = new Set(changed)
  return {
    changed: items.filter(({ id }) => changedIds.has(id)),
    rows: assets,
    failures: refused.flatMap(({ assetId, code }) => {
      const item = items.find(({ id }) => id === assetId)
      return item ? [{ item, error: createApiError('tags', code) }] : []
    }),
  }
}
