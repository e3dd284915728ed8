import { type presence as calls, MOST_PRESENT } from '../../src/api/contract/presence.ts'
import { allowedAssets } from '../auth/allowed.ts'
import { forbidden } from '../auth/caller.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import type { Person } from '../events/presence.ts'

/** Who is at an asset, for those who may read it; guests are neither told nor shown. */
export const presenceHandlers = ({ db, presence }: Pick<Deps, 'db' | 'presence'>): ServiceHandlers<typeof calls> => ({
  async announce({ params: { id: assetId }, body: { tab, is } }, { caller }) {
    if (caller.anonymous) throw forbidden()
    presence.count(caller.id)
    const page = { accountId: caller.id, tab, assetId }
    if (is === 'gone') {
      presence.leave(page)
      return { people: [], total: 0 }
    }
    const wasLeft = presence.arrive(page)
    const asset = await db
      .selectFrom('assets')
      .select(allowedAssets(caller.ability, 'update').as('mayEdit'))
      .where('id', '=', assetId)
      .where(allowedAssets(caller.ability, 'read'))
      .executeTakeFirst()
      .finally(wasLeft)
    if (wasLeft()) return { people: [], total: 0 }
    if (!asset) {
      presence.leave(page)
      throw notFound('The asset')
    }
    presence.announce({ ...page, sessionId: caller.sessionId, isEditing: is === 'editing' && asset.mayEdit })
    const others = presence.others(assetId, caller.id)
    // Names and addresses are for colleagues, not for everyone who may look.
    const named = caller.ability.can('update', 'Asset') ? await namesOf(db, others.slice(0, MOST_PRESENT)) : new Map()
    return {
      people: others
        .slice(0, MOST_PRESENT)
        .map(({ accountId: id, isEditing }) => ({ id, ...named.get(id), isEditing })),
      total: others.length,
    }
  },
})

/** Name and address of each, as far as they have one. */
async function namesOf(db: Deps['db'], people: readonly Person[]): Promise<Map<string, object>> {
  if (people.length === 0) return new Map()
  const found = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(
      'id',
      'in',
      people.map(({ accountId }) => accountId),
    )
    .execute()
  return new Map(
    found.map(({ id, name, email }) => [id, { ...(name !== null && { name }), ...(email !== null && { email }) }]),
  )
}
