import { sql } from 'kysely'
import { parseOrder } from '../../src/api/contract/list.ts'
import type {
  applicationMorphedAssets,
  MorphQueueStatus,
  morphedAssetQueue,
  morphedAssets,
  privateMorphedAssets,
} from '../../src/api/contract/morphs.ts'
import { requireAsset } from '../assets/write.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import { addMorphToApplication } from '../fitting/application-morphs.ts'
import {
  MORPH_QUEUE_COLUMNS,
  MORPHED_ASSET_COLUMNS,
  type MorphedAssetRow,
  type MorphQueueRow,
  readLatestMorphQueueEntries,
  selectMorphQueue,
  toMorphedAsset,
  toMorphQueueEntry,
} from '../fitting/morph-queue.ts'
import { requestMorph } from '../fitting/request-morph.ts'
import { readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { type ServiceHandlers, toPrivateHandlers } from './bind-routes.ts'

export const createMorphedAssetHandlers = (deps: Deps): ServiceHandlers<typeof morphedAssets> => ({
  generate: ({ body }, call) =>
    runOnce(deps.db, readIdempotentRequest(call, 'morphedAssets.generate', body), deps.now(), (trx) =>
      requestMorph(trx, deps, call, body),
    ),
})

export const createPrivateMorphedAssetHandlers = (deps: Deps): ServiceHandlers<typeof privateMorphedAssets> => ({
  ...toPrivateHandlers(createMorphedAssetHandlers(deps)),

  async list({ query: { page, limit, after, order, assetId, bodyId, applicationId } }) {
    const { db } = deps
    const found = await readListPage<MorphedAssetRow>(db, {
      matchingQuery: db
        .selectFrom('morphed_assets')
        .selectAll()
        .$if(assetId !== undefined, (all) => all.where('asset_id', 'in', assetId!))
        .$if(bodyId !== undefined, (all) => all.where('body_id', 'in', bodyId!))
        .$if(applicationId !== undefined, (all) =>
          all.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('application_morphed_assets as link')
                .whereRef('link.asset_id', '=', 'morphed_assets.asset_id')
                .whereRef('link.body_id', '=', 'morphed_assets.body_id')
                .where('link.application_id', 'in', applicationId!),
            ),
          ),
        ),
      columns: MORPHED_ASSET_COLUMNS,
      order: ['created_at', parseOrder(order)['createdAt'] ?? 'desc'],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(toMorphedAsset) }
  },

  async status({ query: { assetId } }) {
    const { db } = deps
    await requireAsset(db, assetId)
    const { rows } = await sql<MorphedAssetRow>`
      select ${MORPHED_ASSET_COLUMNS} from morphed_assets as row where asset_id = ${assetId}`.execute(db)
    const entries = await readLatestMorphQueueEntries(db, assetId)
    const bodies = [...new Set([...rows, ...entries].map(({ bodyId }) => bodyId))].sort()
    return {
      assetId,
      bodies: bodies.map((bodyId) => {
        const row = rows.find((it) => it.bodyId === bodyId)
        const entry = entries.find((it) => it.bodyId === bodyId)
        return { bodyId, ...(row && { morphedAsset: toMorphedAsset(row) }), ...(entry && { entry }) }
      }),
    }
  },
})

export const createMorphedAssetQueueHandlers = ({ db }: Deps): ServiceHandlers<typeof morphedAssetQueue> => ({
  async list({ query: { page, limit, after, order, ...filter } }, { caller }) {
    const found = await readListPage<MorphQueueRow>(db, {
      matchingQuery: selectMorphQueue(caller, filter),
      columns: MORPH_QUEUE_COLUMNS,
      order: ['created_at', parseOrder(order)['createdAt'] ?? 'desc'],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(toMorphQueueEntry) }
  },

  async status({ query }, { caller }) {
    const { rows } = await sql<MorphQueueStatus>`select
        count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running,
        count(*) filter (where status = 'done')::int as done, count(*) filter (where status = 'failed')::int as failed
      from (${selectMorphQueue(caller, query)}) as entry`.execute(db)
    return rows[0]!
  },
})

export const createApplicationMorphedAssetHandlers = (
  deps: Deps,
): ServiceHandlers<typeof applicationMorphedAssets> => ({
  create: ({ body }, call) => addMorphToApplication(deps, call, body),
})
