import { type Kysely, sql } from 'kysely'
import type { Account, accounts } from '../../src/api/contract/accounts.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import { listSessions } from '../auth/sessions.ts'
import { setRoleAsAdmin } from '../auth/set-role.ts'
import { endAllSessions, endUserSession } from '../auth/sign-out.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import { toLikePattern, toNameKey } from '../db/values.ts'
import { notFoundError } from '../errors/http-error.ts'
import type { ServiceHandlers } from './bind-routes.ts'

interface Row {
  id: string
  email: string | null
  name: string | null
  role: Account['role']
  created_at: Date
  verified_at: Date | null
  last_seen_at: Date
}

const COLUMNS = sql`row.id, row.email, row.name, row.role, row.created_at, row.verified_at, row.last_seen_at`
const ORDERS: Record<string, string> = { createdAt: 'created_at', lastSeenAt: 'last_seen_at' }

/** Substitute for an unknown time. Sorts before all known times. */
const EPOCH_SQL = sql<Date>`'epoch'::timestamptz`

/** SQL equivalent of {@link toNameKey}. */
const NAME_KEY_SQL = sql<string>`lower(regexp_replace(normalize(coalesce(name, ''), NFKD), '[\u0300-\u036f]', '', 'g'))`

export const createAccountHandlers = (deps: Deps): ServiceHandlers<typeof accounts> => ({
  async list({ query: { page, limit, after, order, search, role, kind } }) {
    const [[field, direction] = ['createdAt', 'desc' as const]] = Object.entries(parseOrder(order))
    let matching = selectAccounts(deps.db)
    if (role?.length) matching = matching.where('role', 'in', role)
    if (kind) matching = matching.where('email', kind === 'registered' ? 'is not' : 'is', null)
    if (search)
      matching = matching.where(({ eb, or }) =>
        or([
          eb('email', 'like', toLikePattern(search.toLowerCase())),
          eb(NAME_KEY_SQL, 'like', toLikePattern(toNameKey(search))),
        ]),
      )
    const found = await readListPage<Row>(deps.db, {
      matchingQuery: matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(toAccount) }
  },

  get: ({ params }) => readAccount(deps.db, params.id),

  async giveRole({ params: { id }, body: { role } }, call) {
    await setRoleAsAdmin(deps, call, id, role)
    return readAccount(deps.db, id)
  },

  async sessions({ params: { id } }, { caller }) {
    await readAccount(deps.db, id)
    return { data: await listSessions(deps, id, caller.sessionId) }
  },

  async endSession({ params: { id, sessionId } }, call) {
    if (!(await endUserSession(deps, id, sessionId, call))) throw notFoundError('The session')
    return {}
  },

  async endSessions({ params: { id } }, call) {
    await readAccount(deps.db, id)
    await endAllSessions(deps, id, call)
    return {}
  },
})

const selectAccounts = (db: Kysely<Database>) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role', 'created_at', 'verified_at'])
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('sessions')
            .whereRef('user_id', '=', 'users.id')
            .select((of) => of.fn.max('last_used_at').as('at')),
          EPOCH_SQL,
        )
        .as('last_seen_at'),
    )

async function readAccount(db: Kysely<Database>, id: string): Promise<Account> {
  const row = await selectAccounts(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFoundError('The account')
  return toAccount(row)
}

const toAccount = ({ email, name, created_at, verified_at, last_seen_at, ...row }: Row): Account => ({
  ...row,
  createdAt: created_at.toISOString(),
  ...(email !== null && { email }),
  ...(name !== null && { name }),
  ...(verified_at && { verifiedAt: verified_at.toISOString() }),
  ...(last_seen_at.getTime() > 0 && { lastSeenAt: last_seen_at.toISOString() }),
})
