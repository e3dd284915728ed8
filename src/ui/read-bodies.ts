import type { Asset } from '../api/contract/assets.ts'
import type { Client } from '../api/contract/client.ts'
import type { contract } from '../api/contract/index.ts'
import { MAX_LIMIT } from '../api/contract/list.ts'
import { BODY } from '../machines/rules/outfit.ts'

/** The bodies that there are, by name, at most a hundred. Rejects with `ApiError`. */
export const readBodies = async (
  assets: Client<typeof contract>['assets'],
  signal: AbortSignal,
): Promise<readonly Asset[]> =>
  (await assets.list({ query: { type: [BODY], limit: MAX_LIMIT, order: 'name' } }, { signal })).data
