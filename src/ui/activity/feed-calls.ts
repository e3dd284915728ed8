import type { AssetActivity } from '../../api/contract/audit.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { FeedCalls } from './AssetFeed.tsx'
import { TOLD_ONCE } from './feed-search.ts'

type Api = Pick<Client<typeof contract>, 'accounts' | 'assets' | 'audit'>

/** The calls of the feed; `canFindPeople` is for admins. */
export const feedCalls = (api: Api, canFindPeople: boolean): FeedCalls => ({
  async read({ key = TOLD_ONCE, ...search }, most, signal) {
    const events: AssetActivity[] = []
    let after: string | undefined
    do {
      const limit = Math.min(most - events.length, MAX_LIMIT)
      const query = { key, ...search, limit, ...(after !== undefined && { after }) }
      const { data, pagination } = await api.audit.events({ query }, { signal })
      events.push(...data)
      after = pagination.nextCursor
    } while (after !== undefined && events.length < most)
    return { events, hasMore: after !== undefined }
  },
  people: canFindPeople ? api.accounts : null,
  findAssets: (query, signal) => api.assets.list({ query }, { signal }),
  getAsset: ({ id }, signal) => api.assets.get({ id }, { signal }),
})
