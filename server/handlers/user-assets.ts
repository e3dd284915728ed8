import type { Kysely } from 'kysely'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { privateUserAssets, UserAssets, userAssets } from '../../src/api/contract/user-assets.ts'
import { IS_LIVE } from '../auth/allowed.ts'
import { audit } from '../auth/audit.ts'
import { forbidden } from '../auth/caller.ts'
import { alsoPrivately, type ServiceHandlers } from '../bind.ts'
import { type CallOfMember, isAdmin } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound } from '../errors.ts'
import { writeEvents } from '../events/outbox.ts'

/** Wardrobes, as their owners read them. */
export const userAssetHandlers = ({ db }: Deps): ServiceHandlers<typeof userAssets> => ({
  get({ params: { userId } }, { caller }) {
    // Whether the account exists is not for others to know.
    if (userId !== caller.id && !isAdmin(caller)) throw forbidden()
    return readWardrobe(db, userId)
  },
})

/** Wardrobes, as admins fill them. */
export const privateUserAssetHandlers = (deps: Deps): ServiceHandlers<typeof privateUserAssets> => ({
  ...alsoPrivately(userAssetHandlers(deps)),

  add: ({ params: { userId }, body }, call) =>
    changeWardrobe(deps, call, userId, 'wardrobe-added', async (trx, at) => {
      const wanted = [...new Set(body.assetIds)]
      // Who puts one into the trash meanwhile waits, and takes it out of this wardrobe too.
      const found = await trx
        .selectFrom('assets')
        .select('id')
        .where('id', 'in', wanted)
        .where(IS_LIVE)
        .orderBy('id')
        .forShare()
        .execute()
      const known = new Set(found.map(({ id }) => id))
      const faults = body.assetIds.flatMap((id, i) =>
        known.has(id) ? [] : [{ path: `body.assetIds.${i}`, message: 'There is no such asset.' }],
      )
      if (faults.length > 0) throw invalidInput(faults)
      return trx
        .insertInto('user_assets')
        .values(wanted.map((asset_id) => ({ user_id: userId, asset_id, added_at: at })))
        .onConflict((on) => on.doNothing())
        .returning('asset_id as id')
        .execute()
    }),

  remove: ({ params: { userId }, body }, call) =>
    changeWardrobe(deps, call, userId, 'wardrobe-removed', async (trx) => {
      // Who puts one into the trash or takes it out meanwhile would move it past this.
      await trx.selectFrom('assets').select('id').where('id', 'in', body.assetIds).orderBy('id').forShare().execute()
      const taken = []
      // Of one in the trash too, or it would come back with it.
      for (const table of ['user_assets', 'trashed_user_assets'] as const)
        taken.push(
          ...(await trx
            .deleteFrom(table)
            .where('user_id', '=', userId)
            .where('asset_id', 'in', body.assetIds)
            .returning('asset_id as id')
            .execute()),
        )
      return taken
    }),
})

/** Changes a wardrobe under its owner's row, writes down by whom, and tells of each asset that came or went. */
const changeWardrobe = (
  { db, now }: Deps,
  { caller, address }: CallOfMember,
  userId: string,
  action: 'wardrobe-added' | 'wardrobe-removed',
  change: (trx: Kysely<Database>, at: Date) => Promise<{ id: string }[]>,
): Promise<UserAssets> =>
  transact(db, async (trx) => {
    // Not `for update`: whoever moves an asset into the trash has that, and refers to this row then.
    const owner = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!owner) throw notFound('The account')
    const at = now()
    const changed = await change(trx, at)
    if (changed.length > 0) {
      const assetIds = changed.map(({ id }) => id)
      await audit(trx, at, { action, userId, address, details: { by: caller.id, assetIds } })
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
  if (found.length === 0) throw notFound('The account')
  return {
    userId,
    assets: found.flatMap(({ asset_id, added_at }) =>
      asset_id !== null && added_at !== null ? [{ assetId: asset_id, addedAt: added_at.toISOString() }] : [],
    ),
  }
}
