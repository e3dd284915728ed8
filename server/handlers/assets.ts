import { type RawBuilder, sql } from 'kysely'
import { type assets, type ChangelogEntry, MANUAL_ORDER } from '../../src/api/contract/assets.ts'
import type { Output, Received } from '../../src/api/contract/endpoint.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { pictures } from '../../src/api/contract/pictures.ts'
import type { revert } from '../../src/api/contract/revert.ts'
import { addToApplication, readLinks, removeFromApplication, updateApplication } from '../assets/applications.ts'
import { countsByType, countsOfMatching } from '../assets/counts.ts'
import { countedBy, inManualOrder, matchingAssets, shortcutsOf } from '../assets/filter.ts'
import { generateIcon } from '../assets/generate-icon.ts'
import { predictTexture } from '../assets/predict-texture.ts'
import { ASSET_COLUMNS, type AssetRow, asAsset, asSeenBy, readAsset } from '../assets/read.ts'
import { revertAsset } from '../assets/revert.ts'
import { removeAsset } from '../assets/trash.ts'
import { readTurntable } from '../assets/turntables.ts'
import { validateFiles } from '../assets/validate.ts'
import { inVariant } from '../assets/variants.ts'
import { versionTag } from '../assets/version-tag.ts'
import { createAsset, setLock, updateAsset } from '../assets/write.ts'
import { allowedAssets, usableAssets } from '../auth/allowed.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Caller } from '../call.ts'
import { readPage } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'

const ORDERS: Record<string, string> = {
  name: 'name_key',
  type: 'type',
  gender: 'gender',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  [MANUAL_ORDER]: 'position',
}

type ChangelogRow = Omit<ChangelogEntry, 'at' | 'actor'> & {
  at: Date
  actorId: string
  name: string | null
  email: string | null
}

/** The assets: read by all who may, written under their locks, every change kept. */
export const assetHandlers = (deps: Deps): ServiceHandlers<typeof assets & typeof pictures & typeof revert> => ({
  list: ({ query }, { caller }) => listAssets(deps, caller, query),

  authorizeDefault: ({ query }, { caller }) => listAssets(deps, caller, query, sql`assets.default_authorized`),

  authorized: ({ query }, { caller }) => listAssets(deps, caller, query, usableAssets(caller)),

  editable: ({ query }, { caller }) => listAssets(deps, caller, query, allowedAssets(caller.ability, 'update')),

  async countByType({ query }, { caller }) {
    const counted = countedBy(query, seesAll(caller))
    if (counted) return countsByType(deps.db, counted.among, counted.kinds)
    const allowed = allowedAssets(caller.ability, 'read')
    return countsOfMatching(deps.db, (among) => matchingAssets(deps.db, query, allowed, caller.id, among))
  },

  async get({ params: { id }, query: { variant } }, { caller, answerWith }) {
    const asset = await readAsset(deps.db, id, allowedAssets(caller.ability, 'read'))
    if (!asset) throw notFound('The asset')
    const seen = asSeenBy(caller, asset)
    const answer = variant === undefined ? seen : await inVariant(deps.db, seen, variant)
    answerWith('etag', versionTag(answer))
    return answer
  },

  create: ({ body }, call) => createAsset(deps, call, body),

  generateIcon: ({ params }, call) => generateIcon(deps, call, params.id),

  turntable: ({ params }, { caller }) => readTurntable(deps, caller, params.id),

  validate: ({ body }, { caller }) => validateFiles(deps, caller, body),

  predictTexture: ({ body }, { caller }) => predictTexture(deps, caller, body),

  async update({ params, body }, call) {
    const asset = await updateAsset(deps, call, params.id, body)
    call.answerWith('etag', versionTag(asset))
    return asset
  },

  async revert({ params, body }, call) {
    const reverted = await revertAsset(deps, call, params.id, body.entryId)
    call.answerWith('etag', versionTag(reverted.asset))
    return reverted
  },

  async remove({ params }, call) {
    await removeAsset(deps, call, params.id)
    return {}
  },

  lock: ({ params, body }, call) => setLock(deps, call, params.id, true, body),

  unlock: ({ params, body }, call) => setLock(deps, call, params.id, false, body),

  application({ params: { id }, query: { page, limit, after, order, applicationId } }, call) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    return readLinks(deps, call, id, {
      page,
      limit,
      after,
      order: [field as 'name' | 'position', direction],
      applicationId,
    })
  },

  addToApplication: ({ params, body }, call) => addToApplication(deps, call, params.id, body),

  updateApplication: ({ params, body }, call) => updateApplication(deps, call, params.id, body),

  removeFromApplication: ({ params, body }, call) => removeFromApplication(deps, call, params.id, body.applicationId),

  async changelog({ params: { id }, query: { page, limit, after, order } }, { caller }) {
    if (!(await readAsset(deps.db, id, allowedAssets(caller.ability, 'read')))) throw notFound('The asset')
    const found = await readPage<ChangelogRow>(deps.db, {
      matching: deps.db
        .selectFrom('changelog')
        .leftJoin('users', 'users.id', 'changelog.actor_id')
        .selectAll('changelog')
        .select(['users.email', 'users.name'])
        .where('asset_id', '=', id),
      columns: sql`row.id, row.at, row.actor_id as "actorId", row.name, row.email, row.action, row.changes`,
      order: ['at', order === 'at' ? 'asc' : 'desc'],
      page,
      limit,
      after,
    })
    // Names, addresses and why it was locked are for colleagues, not for everyone who may look.
    const isColleague = caller.ability.can('update', 'Asset')
    return {
      ...found,
      data: found.data.map(({ at, actorId, name, email, changes, ...entry }) => ({
        ...entry,
        changes: isColleague ? changes : changes.filter(({ field }) => field !== 'lockReason'),
        at: at.toISOString(),
        actor: {
          id: actorId,
          ...(name !== null && isColleague ? { name } : {}),
          ...(email !== null && isColleague ? { email } : {}),
        },
      })),
    }
  },
})

/** Whether a caller may see every asset there is. */
const seesAll = ({ ability }: Caller) => ability.rulesFor('read', 'Asset').some(({ conditions }) => !conditions)

type AssetQuery = Received<(typeof assets)['list']>['query']

/** A page of the assets that match and the caller may see; `among` (a condition on `assets`) narrows them. */
async function listAssets(
  { db }: Deps,
  caller: Caller,
  { page, limit, after, order, ...filter }: AssetQuery,
  among?: RawBuilder<boolean>,
): Promise<Output<(typeof assets)['list']>> {
  const [[field, direction] = ['createdAt', 'desc' as const]] = Object.entries(parseOrder(order))
  const readable = allowedAssets(caller.ability, 'read')
  const allowed = among ? sql<boolean>`(${readable} and ${among})` : readable
  const found = await readPage<AssetRow>(db, {
    matching: (field === MANUAL_ORDER ? inManualOrder : matchingAssets)(db, filter, allowed, caller.id).selectAll(
      'assets',
    ),
    ...shortcutsOf(db, filter, !among && seesAll(caller), field),
    columns: ASSET_COLUMNS,
    order: [ORDERS[field]!, direction],
    page,
    limit,
    after,
  })
  return { ...found, data: found.data.map((row) => asSeenBy(caller, asAsset(row))) }
}
