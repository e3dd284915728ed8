import type { Kysely, Selectable, Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  type AccountView,
  MAX_SHARED_VIEWS_PER_ACCOUNT,
  MAX_SHARED_VIEWS_PER_LIST,
  MAX_VIEW_QUERY_LENGTH,
  MAX_VIEWS_PER_ACCOUNT,
  SHARED_LISTS,
  type views,
} from '../../src/api/contract/views.ts'
import { type JsonLimits, parseJson } from '../../src/files/parse-json.ts'
import { assertMember } from '../auth/assert-member.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import { forbiddenError } from '../auth/authenticate-caller.ts'
import { type Caller, isAdmin, isMember } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import type { SavedViewTable } from '../db/tables/accounts.ts'
import { transact } from '../db/transact.ts'
import { isUniqueViolation } from '../errors/database-errors.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { findEarlierResponse, lockAccountForCreation, readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createViewHandlers = ({ db, now }: Deps): ServiceHandlers<typeof views> => ({
  async list({ query: { list, of } }, { caller }) {
    if (of === 'others') return { data: await readSharedViews(db, caller, list) }
    let ownViews = db.selectFrom('saved_views').selectAll().where('user_id', '=', caller.id)
    if (list !== undefined) ownViews = ownViews.where('list', '=', list)
    return { data: (await ownViews.orderBy('list').orderBy('name').execute()).map(toAccountView) }
  },

  async create({ body }, call) {
    const { caller } = call
    assertMember(caller, 'Guests cannot save views on the server. Sign up first.')
    const request = readIdempotentRequest(call, 'views.create', body)
    const earlier = await findEarlierResponse<AccountView>(db, request)
    if (earlier) return earlier
    const at = now()
    return runOnce(db, request, at, async (trx) => {
      await lockAccountForCreation(trx, caller.id)
      await assertBelowViewLimit(trx, caller.id)
      const row = { id: uuidv7(), user_id: caller.id, list: body.list, name: body.name, updated_at: at }
      const created = await trx
        .insertInto('saved_views')
        .values({ ...row, query: JSON.stringify(body.query) })
        .onConflict((on) => on.columns(['user_id', 'list', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!created) throw nameTakenError()
      return toAccountView(created)
    })
  },

  async update({ params: { id }, body }, { caller, address }) {
    const changed = await transact(db, async (trx) => {
      const view = await trx.selectFrom('saved_views').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!view || !canChangeView(caller, view, body)) throw notFoundError('The view')
      const { name, query, isShared } = body
      if (isShared && !view.is_shared) await assertCanShare(trx, caller, view)
      if (view.user_id !== caller.id) {
        const details = { by: caller.id, viewId: id, list: view.list, name: view.name }
        await writeAuditEntry(trx, now(), { action: 'view-unshared', userId: view.user_id, address, details })
      }
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
    }).catch(rethrowNameTaken)
    return toAccountView(changed)
  },

  async remove({ params: { id } }, { caller }) {
    const { numDeletedRows } = await db
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFoundError('The view')
    return {}
  },
})

const nameTakenError = () => new HttpError('NAME_TAKEN', 'There is already a view of this list with this name.')

function rethrowNameTaken(error: unknown): never {
  throw isUniqueViolation(error) ? nameTakenError() : error
}

async function assertBelowViewLimit(db: Kysely<Database>, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('saved_views')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_VIEWS_PER_ACCOUNT)
    throw new HttpError(
      'LIMIT_REACHED',
      `An account can save at most ${MAX_VIEWS_PER_ACCOUNT} views. Delete one first.`,
    )
}

/** Limits of a stored query: those of the API, with up to three bytes per character. */
const QUERY_LIMITS: JsonLimits = { bytes: 3 * MAX_VIEW_QUERY_LENGTH, depth: 32, values: 10_000 }

const toAccountView = ({ id, list, name, query, updated_at, is_shared }: Selectable<SavedViewTable>): AccountView => ({
  id,
  list,
  name,
  query: parseJson(query, QUERY_LIMITS) as AccountView['query'],
  updatedAt: updated_at.toISOString(),
  isShared: is_shared,
})

/** Returns whether the caller is allowed to change a view: the owner in any way, an admin only to stop sharing the view. */
const canChangeView = (
  caller: Caller,
  { user_id, is_shared }: Selectable<SavedViewTable>,
  { name, query, isShared }: { name?: unknown; query?: unknown; isShared?: boolean | undefined },
) =>
  user_id === caller.id ||
  (is_shared && isShared === false && name === undefined && query === undefined && isAdmin(caller))

/**
 * Returns whether a caller has the right to read a list. Shared views are for members only, because anyone can become a guest.
 */
const canReadList = (caller: Caller, list: string) => {
  const right = Object.hasOwn(SHARED_LISTS, list) ? SHARED_LISTS[list] : undefined
  return right !== undefined && isMember(caller) && caller.ability.can(...right)
}

async function assertCanShare(trx: Transaction<Database>, caller: Caller, { list }: { list: string }): Promise<void> {
  if (!canReadList(caller, list) || !caller.ability.can('update', 'Asset')) throw forbiddenError()
  await lockAccountForCreation(trx, caller.id)
  const { count } = await trx
    .selectFrom('saved_views')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', caller.id)
    .where('is_shared', '=', true)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_SHARED_VIEWS_PER_ACCOUNT)
    throw new HttpError(
      'LIMIT_REACHED',
      `An account can share at most ${MAX_SHARED_VIEWS_PER_ACCOUNT} views. Stop sharing one first.`,
    )
}

async function readSharedViews(db: Kysely<Database>, caller: Caller, list: string | undefined): Promise<AccountView[]> {
  if (list === undefined || !canReadList(caller, list)) return []
  const rows = await db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.user_id')
    .selectAll('saved_views')
    .select(['users.name as sharer', 'users.email'])
    .where('list', '=', list)
    .where('is_shared', '=', true)
    .where('user_id', '!=', caller.id)
    .orderBy('saved_views.name')
    .limit(MAX_SHARED_VIEWS_PER_LIST)
    .execute()
  const isColleague = caller.ability.can('update', 'Asset')
  return rows.map(({ sharer, email, ...row }) => ({
    ...toAccountView(row),
    sharedBy: {
      id: row.user_id,
      ...(isColleague && sharer !== null && { name: sharer }),
      ...(isColleague && email !== null && { email }),
    },
  }))
}
