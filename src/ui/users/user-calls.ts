import type { Account, AssignableRole } from '../../api/contract/accounts.ts'
import type { AuditRecord } from '../../api/contract/audit.ts'
import type { AccountSession } from '../../api/contract/auth.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'

const MAX_LATEST_ENTRIES = 5

/** API calls of a user's page. All reject with `ApiError`. */
export interface UserCalls {
  read: (signal: AbortSignal) => Promise<Account>
  giveRole: (role: AssignableRole) => Promise<Account>
  sessions: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  endSession: (sessionId: string) => Promise<unknown>
  endSessions: () => Promise<unknown>
  latest: (signal: AbortSignal) => Promise<readonly AuditRecord[]>
}

export const createUserCalls = (api: Pick<Client<typeof contract>, 'accounts' | 'audit'>, id: string): UserCalls => ({
  read: (signal) => api.accounts.get({ id }, { signal }),
  giveRole: (role) => api.accounts.giveRole({ id, body: { role } }),
  sessions: async (signal) => (await api.accounts.sessions({ id }, { signal })).data,
  endSession: (sessionId) => api.accounts.endSession({ id, sessionId }),
  endSessions: () => api.accounts.endSessions({ id }),
  latest: async (signal) =>
    (await api.audit.list({ query: { userId: id, limit: MAX_LATEST_ENTRIES } }, { signal })).data,
})
