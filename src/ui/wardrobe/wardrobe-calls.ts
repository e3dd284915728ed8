import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import { ignorePermanentRejection } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { BODY_TYPE } from '../../machines/asset/outfit.ts'

const MAX_PARALLEL_READS = 6

const MAX_BODIES = 20

export interface Wardrobe {
  assets: readonly Asset[]
  /** Ids of all items, including those not loaded. */
  ids: readonly string[]
}

/** API calls of a wardrobe’s page. All reject with `ApiError`. */
export interface WardrobeCalls {
  /**
   * Loads the newest `limit` items, and the items in `extraIds` that belong to the wardrobe. Omits items that the server refuses,
   * for example because the user is not allowed to see them.
   */
  read: (limit: number, extraIds: readonly string[], signal: AbortSignal) => Promise<Wardrobe>
  bodies: (signal: AbortSignal) => Promise<readonly Asset[]>
  /** Loads the owner's name. Called only for admins who view another user's wardrobe. */
  owner: (signal: AbortSignal) => Promise<{ name?: string | undefined; email?: string | undefined }>
  change: (change: WardrobeChange) => Promise<unknown>
  find: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly Asset[] }>
  get: (payload: { id: string }, signal: AbortSignal) => Promise<Asset>
}

export interface WardrobeChange {
  do: 'add' | 'remove'
  assetIds: readonly string[]
}

type Api = Pick<Client<typeof contract>, 'accounts' | 'assets' | 'userAssets' | 'privateUserAssets'>

export const createWardrobeCalls = (api: Api, userId: string): WardrobeCalls => ({
  async read(limit, extraIds, signal) {
    const { assets } = await api.userAssets.get({ userId }, { signal })
    const ids = assets.map(({ assetId }) => assetId)
    const idsToRead = ids.filter((id, index) => index < limit || extraIds.includes(id))
    return { assets: await readAll(idsToRead, (id) => api.assets.get({ id }, { signal }), signal), ids }
  },
  bodies: async (signal) =>
    (await api.assets.authorized({ query: { type: BODY_TYPE, limit: MAX_BODIES, order: 'name' } }, { signal })).data,
  owner: (signal) => api.accounts.get({ id: userId }, { signal }),
  change: ({ do: kind, assetIds }) => api.privateUserAssets[kind]({ userId, body: { assetIds: [...assetIds] } }),
  find: (query, signal) => api.assets.list({ query: query as { search?: string; limit?: number } }, { signal }),
  get: ({ id }, signal) => api.assets.get({ id }, { signal }),
})

/**
 * Loads items in batches, in order. Omits items that the server refuses, such as deleted ones. Rejects if a request fails for
 * another reason.
 */
async function readAll<A>(ids: readonly string[], read: (id: string) => Promise<A>, signal: AbortSignal): Promise<A[]> {
  const results: A[] = []
  for (let at = 0; at < ids.length; at += MAX_PARALLEL_READS) {
    const batch = ids.slice(at, at + MAX_PARALLEL_READS)
    const items = await Promise.all(batch.map((id) => read(id).catch(ignorePermanentRejection)))
    signal.throwIfAborted()
    results.push(...items.filter((item) => item !== undefined))
  }
  return results
}
