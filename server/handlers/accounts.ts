import { type Kysely, sql } from 'kysely'
import type { Account, accounts } from '../../src/api/contract/accounts.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import { forbidden } from '../auth/caller.ts'
import { listSessions } from '../auth/sessions.ts'
import { giveRole } from '../auth/set-role.ts'
import { endAllSessions, endSessionOf } from '../auth/sign-out.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { CallOfMember } from '../call.ts'
import { readPage } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { containing, fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'

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

/** Stands for nothing that is known, and comes before all that is. */
const NEVER = sql<Date>`'epoch'::timestamptz`

/** What {@link fold} makes of a name, in the database's words. */
const FOLDED = sql<string>`lower(regexp_replace(normalize(coalesce(name, ''), NFKD), '[\u0300-\u036f]', '', 'g'))`

/** The users of the platform, as admins see and manage them. */
export const accountHandlers = (deps: Deps): ServiceHandlers<typeof accounts> => ({
  async list({ query: { page, limit, after, order, search, role, kind } }) {
    const [[field, direction] = ['createdAt', 'desc' as const]] = Object.entries(parseOrder(order))
    let matching = seen(deps.db)
    if (role?.length) matching = matching.where('role', 'in', role)
    if (kind) matching = matching.where('email', kind === 'registered' ? 'is not' : 'is', null)
    if (search)
      matching = matching.where(({ eb, or }) =>
        or([eb('email', 'like', containing(search.toLowerCase())), eb(FOLDED, 'like', containing(fold(search)))]),
      )
    const found = await readPage<Row>(deps.db, {
      matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(shown) }
  },

  get: ({ params }) => readAccount(deps.db, params.id),

  async giveRole({ params: { id }, body: { role } }, call) {
    refuseTokens(call)
    await giveRole(deps, call, id, role)
    return readAccount(deps.db, id)
  },

  async sessions({ params: { id } }, { caller }) {
    await readAccount(deps.db, id)
    return { data: await listSessions(deps, id, caller.sessionId) }
  },

  async endSession({ params: { id, sessionId } }, call) {
    refuseTokens(call)
    if (!(await endSessionOf(deps, id, sessionId, call))) throw notFound('The session')
    return {}
  },

  async endSessions({ params: { id } }, call) {
    refuseTokens(call)
    await readAccount(deps.db, id)
    await endAllSessions(deps, id, call)
    return {}
  },
})

/** A token that leaked must not make its holder's friends admins, nor keep the others out. */
function refuseTokens({ caller }: CallOfMember): void {
  if (caller.scopes !== undefined) throw forbidden()
}

const seen = (db: Kysely<Database>) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role', 'created_at', 'verified_at'])
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('sessions')
            .whereRef('user_id', '=', 'users.id')
            .select((of) => of.fn.max('last_used_at').as('at')),
          NEVER,
        )
        .as('last_seen_at'),
    )

async function readAccount(db: Kysely<Database>, id: string): Promise<Account> {
  const row = await seen(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The account')
  return shown(row)
}

const shown = ({ email, name, created_at, verified_at, last_seen_at, ...row }: Row): Account => ({
  ...row,
  createdAt: created_at.toISOString(),
  ...(email !== null && { email }),
  ...(name !== null && { name }),
  ...(verified_at && { verifiedAt: verified_at.toISOString() }),
  ...(last_seen_at.getTime() > 0 && { lastSeenAt: last_seen_at.toISOString() }),
})
