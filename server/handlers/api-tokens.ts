import type { apiTokens } from '../../src/api/contract/api-tokens.ts'
import { addApiToken, listApiTokens, revokeApiToken } from '../auth/api-tokens.ts'
import type { Deps } from '../boot/deps.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createApiTokenHandlers = (deps: Deps): ServiceHandlers<typeof apiTokens> => ({
  list: async (_, { caller }) => ({ data: await listApiTokens(deps.db, caller.id) }),

  create: ({ body }, call) => addApiToken(deps, call, body),

  async revoke({ params }, call) {
    await revokeApiToken(deps, call, params.id)
    return {}
  },
})
