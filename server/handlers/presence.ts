import { type presence as calls, MOST_IN_LISTS, MOST_PRESENT } from '../../src/api/contract/presence.ts'
import { allowedAssets } from '../auth/allowed.ts'
import { forbidden } from '../auth/caller.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Caller } from '../call.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import type { Person } from '../events/presence.ts'

/** Who is at an asset, for those who may read it; guests are neither told nor shown. */
export const presenceHandlers = ({ db, presence }: Pick<Deps, 'db' | 'presence'>): ServiceHandlers<typeof calls> => ({
  async list({ query: { assetId: asked } }, { caller }) {
    if (caller.anonymous) throw forbidden()
    presence.count(caller.id)
    const found = [...new Set(asked)].flatMap((assetId) => {
      const people = presence.others(assetId, caller.id)
      return people.length > 0 ? [{ assetId, people }] : []
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
      .where(allowedAssets(caller.ability, 'read'))
      .execute()
    const told = found
      .filter(({ assetId }) => allowed.some(({ id }) => id === assetId))
      .map(({ assetId, people }) => ({
        assetId,
        total: people.length,
        people: people.toSorted((a, b) => Number(b.isEditing) - Number(a.isEditing)).slice(0, MOST_IN_LISTS),
      }))
    const named = await namesFor(
      db,
      caller,
      told.flatMap(({ people }) => people),
    )
    return { data: told.map((it) => ({ ...it, people: it.people.map(named) })) }
  },

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
    const first = others.slice(0, MOST_PRESENT)
    return { people: first.map(await namesFor(db, caller, first)), total: others.length }
  },
})

/** How people are told: with name and address where the caller changes assets too, which are for colleagues. */
async function namesFor(db: Deps['db'], { ability }: Caller, people: readonly Person[]) {
  const named = ability.can('update', 'Asset') ? await namesOf(db, people) : new Map()
  return ({ accountId: id, isEditing }: Person) => ({ id, ...named.get(id), isEditing })
}

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
