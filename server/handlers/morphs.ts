import { sql } from 'kysely'
import { parseOrder } from '../../src/api/contract/list.ts'
import type {
  applicationMorphedAssets,
  MorphQueueStatus,
  morphedAssetQueue,
  morphedAssets,
  privateMorphedAssets,
} from '../../src/api/contract/morphs.ts'
import { mustRead } from '../assets/write.ts'
import { alsoPrivately, type ServiceHandlers } from '../bind.ts'
import { readPage } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { addMorphToApplication } from '../fitting/application-morphs.ts'
import { askForMorph } from '../fitting/generate.ts'
import {
  asEntry,
  asMorphed,
  ENTRY_COLUMNS,
  type EntryRow,
  MORPHED_COLUMNS,
  type MorphedRow,
  matchingEntries,
  newestEntries,
} from '../fitting/queue.ts'
import { once, repeatable } from '../idempotency.ts'

/** Models fitted to other bodies, as those ask for them who may change the asset. */
export const morphedAssetHandlers = (deps: Deps): ServiceHandlers<typeof morphedAssets> => ({
  generate: ({ body }, call) =>
    once(deps.db, repeatable(call, 'morphedAssets.generate', body), deps.now(), (trx) =>
      askForMorph(trx, deps, call, body),
    ),
})

/** The same, and what was made, as admins see it. */
export const privateMorphedAssetHandlers = (deps: Deps): ServiceHandlers<typeof privateMorphedAssets> => ({
  ...alsoPrivately(morphedAssetHandlers(deps)),

  async list({ query: { page, limit, after, order, assetId, bodyId, applicationId } }) {
    const { db } = deps
    const found = await readPage<MorphedRow>(db, {
      matching: db
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
      columns: MORPHED_COLUMNS,
      order: ['created_at', parseOrder(order)['createdAt'] ?? 'desc'],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(asMorphed) }
  },

  async status({ query: { assetId } }) {
    const { db } = deps
    await mustRead(db, assetId)
    const { rows } = await sql<MorphedRow>`
      select ${MORPHED_COLUMNS} from morphed_assets as row where asset_id = ${assetId}`.execute(db)
    const entries = await newestEntries(db, assetId)
    const bodies = [...new Set([...rows, ...entries].map(({ bodyId }) => bodyId))].sort()
    return {
      assetId,
      bodies: bodies.map((bodyId) => {
        const row = rows.find((it) => it.bodyId === bodyId)
        const entry = entries.find((it) => it.bodyId === bodyId)
        return { bodyId, ...(row && { morphedAsset: asMorphed(row) }), ...(entry && { entry }) }
      }),
    }
  },
})

/** The morphs that were asked for. */
export const morphedAssetQueueHandlers = ({ db }: Deps): ServiceHandlers<typeof morphedAssetQueue> => ({
  async list({ query: { page, limit, after, order, ...filter } }, { caller }) {
    const found = await readPage<EntryRow>(db, {
      matching: matchingEntries(caller, filter),
      columns: ENTRY_COLUMNS,
      order: ['created_at', parseOrder(order)['createdAt'] ?? 'desc'],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(asEntry) }
  },

  async status({ query }, { caller }) {
    const { rows } = await sql<MorphQueueStatus>`select
        count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running,
        count(*) filter (where status = 'done')::int as done, count(*) filter (where status = 'failed')::int as failed
      from (${matchingEntries(caller, query)}) as entry`.execute(db)
    return rows[0]!
  },
})

/** The morphs that applications use. */
export const applicationMorphedAssetHandlers = (deps: Deps): ServiceHandlers<typeof applicationMorphedAssets> => ({
  create: ({ body }, call) => addMorphToApplication(deps, call, body),
})
