import type { Kysely } from 'kysely'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { privateUserAssets, UserAssets, userAssets } from '../../src/api/contract/user-assets.ts'
import { IS_LIVE_SQL } from '../auth/allowed-assets.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import { forbiddenError } from '../auth/authenticate-caller.ts'
import { type AuthenticatedCall, isAdmin } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { invalidInputError, notFoundError } from '../errors/http-error.ts'
import { writeEvents } from '../events/outbox.ts'
import { type ServiceHandlers, toPrivateHandlers } from './bind-routes.ts'

export const createUserAssetHandlers = ({ db }: Deps): ServiceHandlers<typeof userAssets> => ({
  get({ params: { userId } }, { caller }) {
    // Other users must not learn whether the account exists.
    if (userId !== caller.id && !isAdmin(caller)) throw forbiddenError()
    return readWardrobe(db, userId)
  },
})

export const createPrivateUserAssetHandlers = (deps: Deps): ServiceHandlers<typeof privateUserAssets> => ({
  ...toPrivateHandlers(createUserAssetHandlers(deps)),

  add: ({ params: { userId }, body }, call) =>
    changeWardrobe(deps, call, userId, 'wardrobe-added', async (trx, at) => {
      const assetIds = [...new Set(body.assetIds)]
      // A concurrent request that trashes the asset waits for this lock, and then removes the asset from this wardrobe too.
      const found = await trx
        .selectFrom('assets')
        .select('id')
        .where('id', 'in', assetIds)
        .where(IS_LIVE_SQL)
        .orderBy('id')
        .forShare()
        .execute()
      const foundIds = new Set(found.map(({ id }) => id))
      const fieldErrors = body.assetIds.flatMap((id, i) =>
        foundIds.has(id) ? [] : [{ path: `body.assetIds.${i}`, message: 'There is no such asset.' }],
      )
      if (fieldErrors.length > 0) throw invalidInputError(fieldErrors)
      return trx
        .insertInto('user_assets')
        .values(assetIds.map((asset_id) => ({ user_id: userId, asset_id, added_at: at })))
        .onConflict((on) => on.doNothing())
        .returning('asset_id as id')
        .execute()
    }),

  remove: ({ params: { userId }, body }, call) =>
    changeWardrobe(deps, call, userId, 'wardrobe-removed', async (trx) => {
      // Without this lock, the deletes could miss a row that a concurrent trash or restore moves between the two tables.
      await trx.selectFrom('assets').select('id').where('id', 'in', body.assetIds).orderBy('id').forShare().execute()
      const removed = []
      // Deletes the row of a trashed asset too. Otherwise restoring the asset would add it to the wardrobe again.
      for (const table of ['user_assets', 'trashed_user_assets'] as const)
        removed.push(
          ...(await trx
            .deleteFrom(table)
            .where('user_id', '=', userId)
            .where('asset_id', 'in', body.assetIds)
            .returning('asset_id as id')
            .execute()),
        )
      return removed
    }),
})

/** Changes a wardrobe under a lock of its owner's row, writes the audit entry and an event for each added or removed asset. */
const changeWardrobe = (
  { db, now }: Deps,
  { caller, address }: AuthenticatedCall,
  userId: string,
  action: 'wardrobe-added' | 'wardrobe-removed',
  change: (trx: Kysely<Database>, at: Date) => Promise<{ id: string }[]>,
): Promise<UserAssets> =>
  transact(db, async (trx) => {
    // Not `for update`. A transaction that trashes an asset locks the asset and then refers to this row: both transactions would
    // deadlock.
    const owner = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!owner) throw notFoundError('The account')
    const at = now()
    const changed = await change(trx, at)
    if (changed.length > 0) {
      const assetIds = changed.map(({ id }) => id)
      await writeAuditEntry(trx, at, { action, userId, address, details: { by: caller.id, assetIds } })
      const key = EVENT_KEYS[action === 'wardrobe-added' ? 'userAssetsAdded' : 'userAssetsRemoved']
      await writeEvents(
        trx,
        caller.id,
        assetIds.map((id) => ({ key, id, at: at.toISOString() })),
      )
    }
    return readWardrobe(trx, userId)
  })

async function readWardrobe(db: Kysely<Database>, userId: string): Promise<UserAssets> {
  const found = await db
    .selectFrom('users')
    .leftJoin('user_assets', 'user_assets.user_id', 'users.id')
    .select(['asset_id', 'added_at'])
    .where('users.id', '=', userId)
    .orderBy('added_at', 'desc')
    .orderBy('asset_id')
    .execute()
  if (found.length === 0) throw notFoundError('The account')
  return {
    userId,
    assets: found.flatMap(({ asset_id, added_at }) =>
      asset_id !== null && added_at !== null ? [{ assetId: asset_id, addedAt: added_at.toISOString() }] : [],
    ),
  }
}
