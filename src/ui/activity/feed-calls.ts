import type { AssetActivity } from '../../api/contract/audit.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { FeedCalls } from './AssetFeed.tsx'
import { DEFAULT_EVENT_KEYS } from './feed-search.ts'

type Api = Pick<Client<typeof contract>, 'accounts' | 'assets' | 'audit'>

/** Creates the calls of the feed. `canFindPeople` enables the user filter, which needs admin rights. */
export const createFeedCalls = (api: Api, canFindPeople: boolean): FeedCalls => ({
  async read({ key = DEFAULT_EVENT_KEYS, ...search }, maxEvents, signal) {
    const events: AssetActivity[] = []
    let cursor: string | undefined
    do {
      const limit = Math.min(maxEvents - events.length, MAX_LIST_LIMIT)
      const query = { key, ...search, limit, ...(cursor !== undefined && { after: cursor }) }
      const { data, pagination } = await api.audit.events({ query }, { signal })
      events.push(...data)
      cursor = pagination.nextCursor
    } while (cursor !== undefined && events.length < maxEvents)
    return { events, hasMore: cursor !== undefined }
  },
  people: canFindPeople ? api.accounts : null,
  findAssets: (query, signal) => api.assets.list({ query }, { signal }),
  getAsset: ({ id }, signal) => api.assets.get({ id }, { signal }),
})
