import type { Account, GivenRole } from '../../api/contract/accounts.ts'
import type { AuditRecord } from '../../api/contract/audit.ts'
import type { AccountSession } from '../../api/contract/auth.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'

/** How many of the latest entries a user's page shows. */
const MOST = 5

/** The calls of a user's page. All reject with `ApiError`. */
export interface UserCalls {
  read: (signal: AbortSignal) => Promise<Account>
  giveRole: (role: GivenRole) => Promise<Account>
  sessions: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  endSession: (sessionId: string) => Promise<unknown>
  endSessions: () => Promise<unknown>
  /** The latest entries of the audit, the latest first. */
  latest: (signal: AbortSignal) => Promise<readonly AuditRecord[]>
}

/** The calls about one user. */
export const userCalls = (api: Pick<Client<typeof contract>, 'accounts' | 'audit'>, id: string): UserCalls => ({
  read: (signal) => api.accounts.get({ id }, { signal }),
  giveRole: (role) => api.accounts.giveRole({ id, body: { role } }),
  sessions: async (signal) => (await api.accounts.sessions({ id }, { signal })).data,
  endSession: (sessionId) => api.accounts.endSession({ id, sessionId }),
  endSessions: () => api.accounts.endSessions({ id }),
  latest: async (signal) => (await api.audit.list({ query: { userId: id, limit: MOST } }, { signal })).data,
})
