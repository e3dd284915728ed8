import { sql } from 'kysely'
import type { AuditRecord, audit } from '../../src/api/contract/audit.ts'
import type { HandlerInput } from '../../src/api/contract/endpoint.ts'
import type { ListPage } from '../../src/api/contract/list.ts'
import { readAssetEvents } from '../assets/read-asset-events.ts'
import { readRecentChanges } from '../assets/recent-changes.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { ServiceHandlers } from './bind-routes.ts'

type Row = Omit<AuditRecord, 'at' | 'userId' | 'email' | 'name'> & {
  at: Date
  userId: string | null
  email: string | null
  name: string | null
}

export const createAuditHandlers = (deps: Deps): ServiceHandlers<typeof audit> => ({
  list: ({ query }) => readTrail(deps, query),

  own: ({ query }, { caller }) => readTrail(deps, { ...query, userId: caller.id }),

  events: ({ query }, { caller }) => readAssetEvents(deps.db, caller, query),

  assets: async (_, { caller }) => ({ data: await readRecentChanges(deps.db, caller) }),
})

async function readTrail(
  { db }: Deps,
  { page, limit, after, order, action, since, until, userId, address }: HandlerInput<(typeof audit)['list']>['query'],
): Promise<ListPage<AuditRecord>> {
  let matching = db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'user_id')
    .selectAll('audit')
    .select(['users.email', 'users.name'])
  if (action?.length) matching = matching.where('action', 'in', action)
  if (since !== undefined) matching = matching.where('at', '>=', new Date(since))
  if (until !== undefined) matching = matching.where('at', '<', new Date(until))
  if (userId !== undefined) matching = matching.where('user_id', '=', userId)
  if (address !== undefined) matching = matching.where('address', '=', address)
  const found = await readListPage<Row>(db, {
    matchingQuery: matching,
    columns: sql`row.id, row.at, row.action, row.user_id as "userId", row.email, row.name, row.address, row.details`,
    order: ['at', order === 'at' ? 'asc' : 'desc'],
    page,
    limit,
    after,
  })
  return { ...found, data: found.data.map(toAuditRecord) }
}

const toAuditRecord = ({ at, userId, email, name, ...row }: Row): AuditRecord => ({
  ...row,
  at: at.toISOString(),
  ...(userId !== null && { userId }),
  ...(email !== null && { email }),
  ...(name !== null && { name }),
})
