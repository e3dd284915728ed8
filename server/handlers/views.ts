import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type AccountView, MOST_ACCOUNT_VIEWS, type views } from '../../src/api/contract/views.ts'
import type { ServiceHandlers } from '../bind.ts'
import { isDuplicate } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import type { SavedViewTable } from '../db/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { earlierAnswer, once, oneMakerAtATime, repeatable } from '../idempotency.ts'

/** The views that people keep, each their own. */
export const viewHandlers = ({ db, now }: Deps): ServiceHandlers<typeof views> => ({
  async list({ query: { list } }, { caller }) {
    let mine = db.selectFrom('saved_views').selectAll().where('user_id', '=', caller.id)
    if (list !== undefined) mine = mine.where('list', '=', list)
    return { data: (await mine.orderBy('list').orderBy('name').execute()).map(shown) }
  },

  async create({ body }, call) {
    const { caller } = call
    if (caller.anonymous) throw new Refusal('FORBIDDEN', 'Guests keep no views on the server. Sign up first.')
    const request = repeatable(call, 'views.create', body)
    const earlier = await earlierAnswer<AccountView>(db, request)
    if (earlier) return earlier
    const at = now()
    return once(db, request, at, async (trx) => {
      await oneMakerAtATime(trx, caller.id)
      await refuseTooMany(trx, caller.id)
      const row = { id: uuidv7(), user_id: caller.id, list: body.list, name: body.name, updated_at: at }
      const made = await trx
        .insertInto('saved_views')
        .values({ ...row, query: JSON.stringify(body.query) })
        .onConflict((on) => on.columns(['user_id', 'list', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!made) throw nameTaken()
      return shown(made)
    })
  },

  async update({ params: { id }, body: { name, query } }, { caller }) {
    const changed = await db
      .updateTable('saved_views')
      .set({
        updated_at: now(),
        ...(name !== undefined && { name }),
        ...(query !== undefined && { query: JSON.stringify(query) }),
      })
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returningAll()
      .executeTakeFirst()
      .catch(asNameTaken)
    if (!changed) throw notFound('The view')
    return shown(changed)
  },

  async remove({ params: { id } }, { caller }) {
    const { numDeletedRows } = await db
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('The view')
    return {}
  },
})

const nameTaken = () => new Refusal('NAME_TAKEN', 'There is already a view of this list with this name.')

function asNameTaken(fault: unknown): never {
  throw isDuplicate(fault) ? nameTaken() : fault
}

async function refuseTooMany(db: Kysely<Database>, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('saved_views')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_ACCOUNT_VIEWS)
    throw new Refusal('LIMIT_REACHED', `An account keeps at most ${MOST_ACCOUNT_VIEWS} views. Delete one first.`)
}

const shown = ({ id, list, name, query, updated_at }: SavedViewTable): AccountView => ({
  id,
  list,
  name,
  query: JSON.parse(query),
  updatedAt: updated_at.toISOString(),
})
