import { type presence as calls, MAX_LISTED_USERS, MAX_USERS_PER_ROW } from '../../src/api/contract/presence.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import { assertMember } from '../auth/assert-member.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { notFoundError } from '../errors/http-error.ts'
import type { PresentAccount } from '../events/presence.ts'
import type { ServiceHandlers } from './bind-routes.ts'

/**
 * Handlers for presence at assets, for callers who are allowed to read the asset. Guests do not see other users, and are not
 * listed.
 */
export const createPresenceHandlers = ({
  db,
  presence,
}: Pick<Deps, 'db' | 'presence'>): ServiceHandlers<typeof calls> => ({
  async list({ query: { assetId: assetIds } }, { caller }) {
    assertMember(caller, 'Guests cannot see who else is viewing an asset. Sign up first.')
    presence.countMessage(caller.id)
    const found = [...new Set(assetIds)].flatMap((assetId) => {
      const accounts = presence.others(assetId, caller.id)
      return accounts.length > 0 ? [{ assetId, people: accounts }] : []
    })
    if (found.length === 0) return { data: [] }
    const allowed = await db
      .selectFrom('assets')
      .select('id')
      .where(
        'id',
        'in',
        found.map(({ assetId }) => assetId),
      )
      .where(allowedAssetsSql(caller.ability, 'read'))
      .execute()
    const visible = found
      .filter(({ assetId }) => allowed.some(({ id }) => id === assetId))
      .map(({ assetId, people }) => ({
        assetId,
        total: people.length,
        people: people.toSorted((a, b) => Number(b.isEditing) - Number(a.isEditing)).slice(0, MAX_USERS_PER_ROW),
      }))
    const named = await createPersonFormatter(
      db,
      caller,
      visible.flatMap(({ people }) => people),
    )
    return { data: visible.map((it) => ({ ...it, people: it.people.map(named) })) }
  },

  async announce({ params: { id: assetId }, body: { tab, is } }, { caller }) {
    assertMember(caller, 'Guests cannot see who else is viewing an asset. Sign up first.')
    presence.countMessage(caller.id)
    const page = { accountId: caller.id, tab, assetId }
    if (is === 'gone') {
      presence.leave(page)
      return { people: [], total: 0 }
    }
    const endArrival = presence.arrive(page)
    const asset = await db
      .selectFrom('assets')
      .select(allowedAssetsSql(caller.ability, 'update').as('mayEdit'))
      .where('id', '=', assetId)
      .where(allowedAssetsSql(caller.ability, 'read'))
      .executeTakeFirst()
      .finally(endArrival)
    if (endArrival()) return { people: [], total: 0 }
    if (!asset) {
      presence.leave(page)
      throw notFoundError('The asset')
    }
    presence.announce({ ...page, sessionId: caller.sessionId, isEditing: is === 'editing' && asset.mayEdit })
    const others = presence.others(assetId, caller.id)
    const first = others.slice(0, MAX_LISTED_USERS)
    return { people: first.map(await createPersonFormatter(db, caller, first)), total: others.length }
  },
})

/**
 * Returns a function that formats a present user. Name and email address are included only for callers who are allowed to change
 * assets.
 */
async function createPersonFormatter(db: Deps['db'], { ability }: Caller, accounts: readonly PresentAccount[]) {
  const named = ability.can('update', 'Asset') ? await readNames(db, accounts) : new Map()
  return ({ accountId: id, isEditing }: PresentAccount) => ({ id, ...named.get(id), isEditing })
}

async function readNames(db: Deps['db'], accounts: readonly PresentAccount[]): Promise<Map<string, object>> {
  if (accounts.length === 0) return new Map()
  const found = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(
      'id',
      'in',
      accounts.map(({ accountId }) => accountId),
    )
    .execute()
  return new Map(
    found.map(({ id, name, email }) => [id, { ...(name !== null && { name }), ...(email !== null && { email }) }]),
  )
}
