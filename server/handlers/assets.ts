import { type RawBuilder, sql } from 'kysely'
import { type assets, type ChangelogEntry, MANUAL_ORDER_FIELD } from '../../src/api/contract/assets.ts'
import type { HandlerInput, Output } from '../../src/api/contract/endpoint.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { pictures } from '../../src/api/contract/pictures.ts'
import type { revert } from '../../src/api/contract/revert.ts'
import { computeAssetETag } from '../assets/asset-etag.ts'
import { readCountsByType, readMatchingCountsByType } from '../assets/counts.ts'
import { createSourceLink } from '../assets/create-source-link.ts'
import { buildFastListQueries, selectInManualOrder, selectMatchingAssets, toCountScope } from '../assets/filter.ts'
import { generateIcon } from '../assets/generate-icon.ts'
import {
  addAssetToApplication,
  readPlacements,
  removeAssetFromApplication,
  updatePlacement,
} from '../assets/placements.ts'
import { predictTexture } from '../assets/predict-texture.ts'
import { ASSET_COLUMNS, type AssetRow, canEdit, readAsset, redactAssetFor, toAsset } from '../assets/read.ts'
import { revertAsset } from '../assets/revert-asset.ts'
import { moveAssetToTrash } from '../assets/trash.ts'
import { readTurntable } from '../assets/turntables.ts'
import { validateFiles } from '../assets/validate-files.ts'
import { withVariantModel } from '../assets/variants.ts'
import { createAsset, setAssetLock, updateAsset } from '../assets/write.ts'
import { canReadEveryAsset } from '../auth/abilities.ts'
import { allowedAssetsSql, usableAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import { notFoundError } from '../errors/http-error.ts'
import type { ServiceHandlers } from './bind-routes.ts'

const ORDERS: Record<string, string> = {
  name: 'name_key',
  type: 'type',
  gender: 'gender',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  [MANUAL_ORDER_FIELD]: 'position',
}

type ChangelogRow = Omit<ChangelogEntry, 'at' | 'actor'> & {
  at: Date
  actorId: string
  name: string | null
  email: string | null
}

/** Handlers of the assets API. Writes lock the asset's row and are stored in the changelog. */
export const createAssetHandlers = (deps: Deps): ServiceHandlers<typeof assets & typeof pictures & typeof revert> => ({
  list: ({ query }, { caller }) => listAssets(deps, caller, query),

  authorizeDefault: ({ query }, { caller }) => listAssets(deps, caller, query, sql`assets.default_authorized`),

  authorized: ({ query }, { caller }) => listAssets(deps, caller, query, usableAssetsSql(caller)),

  editable: ({ query }, { caller }) => listAssets(deps, caller, query, allowedAssetsSql(caller.ability, 'update')),

  async countByType({ query }, { caller }) {
    const countScope = toCountScope(query, canReadEveryAsset(caller.ability))
    if (countScope) return readCountsByType(deps.db, countScope.scope, countScope.filter)
    const allowed = allowedAssetsSql(caller.ability, 'read')
    return readMatchingCountsByType(deps.db, (baseQuery) =>
      selectMatchingAssets(deps.db, query, allowed, caller.id, baseQuery),
    )
  },

  async get({ params: { id }, query: { variant } }, { caller, setResponseHeader }) {
    const asset = await readAsset(deps.db, id, allowedAssetsSql(caller.ability, 'read'))
    if (!asset) throw notFoundError('The asset')
    const visible = redactAssetFor(caller, asset)
    const response = variant === undefined ? visible : await withVariantModel(deps.db, visible, variant)
    setResponseHeader('etag', computeAssetETag(response))
    return response
  },

  create: ({ body }, call) => createAsset(deps, call, body),

  generateIcon: ({ params }, call) => generateIcon(deps, call, params.id),

  turntable: ({ params }, { caller }) => readTurntable(deps, caller, params.id),

  source: ({ params }, { caller }) => createSourceLink(deps, caller, params.id),

  validate: ({ body }, { caller }) => validateFiles(deps, caller, body),

  predictTexture: ({ body }, { caller }) => predictTexture(deps, caller, body),

  async update({ params, body }, call) {
    const asset = await updateAsset(deps, call, params.id, body)
    call.setResponseHeader('etag', computeAssetETag(asset))
    return asset
  },

  async revert({ params, body }, call) {
    const reverted = await revertAsset(deps, call, params.id, body.entryId)
    call.setResponseHeader('etag', computeAssetETag(reverted.asset))
    return reverted
  },

  async remove({ params }, call) {
    await moveAssetToTrash(deps, call, params.id)
    return {}
  },

  lock: ({ params, body }, call) => setAssetLock(deps, call, params.id, true, body),

  unlock: ({ params, body }, call) => setAssetLock(deps, call, params.id, false, body),

  application({ params: { id }, query: { page, limit, after, order, applicationId } }, call) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    return readPlacements(deps, call, id, {
      page,
      limit,
      after,
      order: [field as 'name' | 'position', direction],
      applicationId,
    })
  },

  addToApplication: ({ params, body }, call) => addAssetToApplication(deps, call, params.id, body),

  updateApplication: ({ params, body }, call) => updatePlacement(deps, call, params.id, body),

  removeFromApplication: ({ params, body }, call) =>
    removeAssetFromApplication(deps, call, params.id, body.applicationId),

  async changelog({ params: { id }, query: { page, limit, after, order } }, { caller }) {
    const asset = await readAsset(deps.db, id, allowedAssetsSql(caller.ability, 'read'))
    if (!asset) throw notFoundError('The asset')
    const found = await readListPage<ChangelogRow>(deps.db, {
      matchingQuery: deps.db
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
    // Only team members see names, email addresses and lock reasons. Only callers allowed to edit this asset see its source.
    const isColleague = caller.ability.can('update', 'Asset')
    const hidden = [...(isColleague ? [] : ['lockReason']), ...(canEdit(caller, asset) ? [] : ['psdUrl'])]
    return {
      ...found,
      data: found.data.map(({ at, actorId, name, email, changes, ...entry }) => ({
        ...entry,
        changes: changes.filter(({ field }) => !hidden.includes(field)),
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

type AssetQuery = HandlerInput<(typeof assets)['list']>['query']

async function listAssets(
  { db }: Deps,
  caller: Caller,
  { page, limit, after, order, ...filter }: AssetQuery,
  extraCondition?: RawBuilder<boolean>,
): Promise<Output<(typeof assets)['list']>> {
  const [[field, direction] = ['createdAt', 'desc' as const]] = Object.entries(parseOrder(order))
  const readable = allowedAssetsSql(caller.ability, 'read')
  const allowed = extraCondition ? sql<boolean>`(${readable} and ${extraCondition})` : readable
  const found = await readListPage<AssetRow>(db, {
    matchingQuery: (field === MANUAL_ORDER_FIELD ? selectInManualOrder : selectMatchingAssets)(
      db,
      filter,
      allowed,
      caller.id,
    ).selectAll('assets'),
    ...buildFastListQueries(db, filter, !extraCondition && canReadEveryAsset(caller.ability), field),
    columns: ASSET_COLUMNS,
    order: [ORDERS[field]!, direction],
    page,
    limit,
    after,
  })
  return { ...found, data: found.data.map((row) => redactAssetFor(caller, toAsset(row))) }
}
