import type { Kysely, Selectable, Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  type AccountView,
  MOST_ACCOUNT_VIEWS,
  MOST_SHARED_OF_ACCOUNT,
  MOST_SHARED_OF_LIST,
  SHARED_LISTS,
  type views,
} from '../../src/api/contract/views.ts'
import { forbidden } from '../auth/caller.ts'
import type { ServiceHandlers } from '../bind.ts'
import { type Caller, isAdmin } from '../call.ts'
import { isDuplicate } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import type { SavedViewTable } from '../db/tables/accounts.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { earlierAnswer, once, oneMakerAtATime, repeatable } from '../idempotency.ts'

/** The views that people keep, each their own, and what they share of them. */
export const viewHandlers = ({ db, now }: Deps): ServiceHandlers<typeof views> => ({
  async list({ query: { list, of } }, { caller }) {
    if (of === 'others') return { data: await readShared(db, caller, list) }
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

  async update({ params: { id }, body }, { caller }) {
    const changed = await transact(db, async (trx) => {
      const view = await trx.selectFrom('saved_views').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!view || !mayChange(caller, view, body)) throw notFound('The view')
      const { name, query, isShared } = body
      if (isShared && !view.is_shared) await refuseSharing(trx, caller, view)
      return trx
        .updateTable('saved_views')
        .set({
          updated_at: now(),
          ...(name !== undefined && { name }),
          ...(query !== undefined && { query: JSON.stringify(query) }),
          ...(isShared !== undefined && { is_shared: isShared }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    }).catch(asNameTaken)
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

const shown = ({ id, list, name, query, updated_at, is_shared }: Selectable<SavedViewTable>): AccountView => ({
  id,
  list,
  name,
  query: JSON.parse(query),
  updatedAt: updated_at.toISOString(),
  isShared: is_shared,
})

/** Whose it is; and an admin, who may end the sharing of anybody's and do nothing else to it. */
const mayChange = (
  caller: Caller,
  { user_id, is_shared }: Selectable<SavedViewTable>,
  { name, query, isShared }: { name?: unknown; query?: unknown; isShared?: boolean | undefined },
) =>
  user_id === caller.id ||
  (is_shared && isShared === false && name === undefined && query === undefined && isAdmin(caller))

/** Whether a caller has the right that a list is read by. Guests have an account as often as they like: what colleagues share is not theirs. */
const reads = ({ ability, anonymous }: Caller, list: string) => {
  const right = Object.hasOwn(SHARED_LISTS, list) ? SHARED_LISTS[list] : undefined
  return right !== undefined && !anonymous && ability.can(...right)
}

async function refuseSharing(trx: Transaction<Database>, caller: Caller, { list }: { list: string }): Promise<void> {
  if (!reads(caller, list) || !caller.ability.can('update', 'Asset')) throw forbidden()
  await oneMakerAtATime(trx, caller.id)
  const { count } = await trx
    .selectFrom('saved_views')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', caller.id)
    .where('is_shared', '=', true)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_SHARED_OF_ACCOUNT)
    throw new Refusal('LIMIT_REACHED', `An account shares at most ${MOST_SHARED_OF_ACCOUNT} views. End one first.`)
}

/** What others share of a list, by name. */
async function readShared(db: Kysely<Database>, caller: Caller, list: string | undefined): Promise<AccountView[]> {
  if (list === undefined || !reads(caller, list)) return []
  const rows = await db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.user_id')
    .selectAll('saved_views')
    .select(['users.name as sharer', 'users.email'])
    .where('list', '=', list)
    .where('is_shared', '=', true)
    .where('user_id', '!=', caller.id)
    .orderBy('saved_views.name')
    .limit(MOST_SHARED_OF_LIST)
    .execute()
  const isColleague = caller.ability.can('update', 'Asset')
  return rows.map(({ sharer, email, ...row }) => ({
    ...shown(row),
    sharedBy: {
      id: row.user_id,
      ...(isColleague && sharer !== null && { name: sharer }),
      ...(isColleague && email !== null && { email }),
    },
  }))
}
