import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { BODY } from '../../machines/rules/outfit.ts'

/** So many assets are asked for at once. */
const AT_ONCE = 6

/** So many bodies are offered beside those in the wardrobe. */
const MOST_BODIES = 20

/** A wardrobe as far as it was asked for, the newest first. */
export interface Wardrobe {
  assets: readonly Asset[]
  /** Ids of all that is in it, also of what was not asked for. */
  ids: readonly string[]
}

/** The calls of a wardrobe’s page. All reject with `ApiError`. */
export interface WardrobeCalls {
  /** Reads its newest `most` assets, and those of `besides` that are in it; what the person may not see is left out. */
  read: (most: number, besides: readonly string[], signal: AbortSignal) => Promise<Wardrobe>
  /** Bodies that the person may use. */
  bodies: (signal: AbortSignal) => Promise<readonly Asset[]>
  /** What whose wardrobe it is is called; nobody but admins asks for another’s. */
  owner: (signal: AbortSignal) => Promise<{ name?: string | undefined; email?: string | undefined }>
  change: (change: WardrobeChange) => Promise<unknown>
  find: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly Asset[] }>
  get: (payload: { id: string }, signal: AbortSignal) => Promise<Asset>
}

/** What is put into a wardrobe, or taken out. */
export interface WardrobeChange {
  do: 'add' | 'remove'
  assetIds: readonly string[]
}

type Api = Pick<Client<typeof contract>, 'accounts' | 'assets' | 'userAssets' | 'privateUserAssets'>

/** The calls about the wardrobe of one user. */
export const wardrobeCalls = (api: Api, userId: string): WardrobeCalls => ({
  async read(most, besides, signal) {
    const { assets } = await api.userAssets.get({ userId }, { signal })
    const ids = assets.map(({ assetId }) => assetId)
    const wanted = ids.filter((id, index) => index < most || besides.includes(id))
    return { assets: await readAll(wanted, (id) => api.assets.get({ id }, { signal }), signal), ids }
  },
  bodies: async (signal) =>
    (await api.assets.authorized({ query: { type: BODY, limit: MOST_BODIES, order: 'name' } }, { signal })).data,
  owner: (signal) => api.accounts.get({ id: userId }, { signal }),
  change: ({ do: kind, assetIds }) => api.privateUserAssets[kind]({ userId, body: { assetIds: [...assetIds] } }),
  find: (query, signal) => api.assets.list({ query: query as { search?: string; limit?: number } }, { signal }),
  get: ({ id }, signal) => api.assets.get({ id }, { signal }),
})

/** Reads some at a time, in their order; one that cannot be read takes none of the others with it. */
async function readAll<A>(ids: readonly string[], read: (id: string) => Promise<A>, signal: AbortSignal): Promise<A[]> {
  const found: A[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const answers = await Promise.allSettled(ids.slice(at, at + AT_ONCE).map(read))
    signal.throwIfAborted()
    found.push(...answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
  }
  return found
}
