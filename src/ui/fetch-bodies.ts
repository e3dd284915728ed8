import type { Asset } from '../api/contract/assets.ts'
import type { Client } from '../api/contract/client.ts'
import type { contract } from '../api/contract/index.ts'
import { MAX_LIST_LIMIT } from '../api/contract/list.ts'
import { BODY_TYPE } from '../machines/asset/outfit.ts'

/** Loads at most 100 bodies, sorted by name. Rejects with `ApiError`. */
export const fetchBodies = async (
  assets: Client<typeof contract>['assets'],
  signal: AbortSignal,
): Promise<readonly Asset[]> =>
  (await assets.list({ query: { type: [BODY_TYPE], limit: MAX_LIST_LIMIT, order: 'name' } }, { signal })).data
