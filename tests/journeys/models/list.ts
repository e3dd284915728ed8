import type { ContextFrom } from 'xstate'
import {
  cachedSecondPage,
  input,
  listMachine,
  pageOf,
  pagingDebounced,
  prefetchDelayElapsed,
  startDelayElapsed,
  typingDebounced,
} from '../../machines/list/list.model.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel } from '../../support/model/model.ts'
import { DEBOUNCE_MS, getListContext, getScreenState, isPaceIdle, listPageModel } from './list-page.ts'
import type { PageModel } from './page-model.ts'

const FIRST_QUERY = { page: 1, limit: 10, order: { updatedAt: 'desc' }, filter: {} } as const
const REQUEST_ERROR = new Error('a fault')
const isAtRest = (snapshot: { value: unknown }) => getScreenState(snapshot) === 'success'

const contextKey = ({
  query: { page, limit, order, filter },
  rows,
  error,
  loadedPages,
}: ContextFrom<typeof listMachine>) => [
  page,
  limit,
  order,
  filter,
  rows.map(({ id }) => id),
  String(error),
  loadedPages,
]
const ROWS_LOADED = actorDone('loadPage', pageOf('ab'))

/** The list of assets: search, clearing the search, another page size, a failed request and a retry. */
export const searchedList: PageModel = {
  ...listPageModel,
  model: defineModel({
    machine: listMachine,
    input: input({ query: FIRST_QUERY }),
    events: [
      startDelayElapsed,
      typingDebounced,
      pagingDebounced,
      ROWS_LOADED,
      actorFailed('loadPage', REQUEST_ERROR),
      { type: 'filter.changed', field: 'search', value: 'drift' },
      { type: 'filters.cleared' },
      { type: 'limit.chosen', limit: 25 },
      { type: 'retry.requested' },
    ],
    contextKey,
    isPossible: (snapshot, { type }) => {
      const { query } = snapshot.context
      if (getScreenState(snapshot) === 'starting') return type === startDelayElapsed.type
      // The client retries five times before a failure, which takes longer than the search debounce.
      if (type === 'xstate.error.actor.loadPage') return isPaceIdle(snapshot)
      // The route sends the first request, which is not aborted when a search makes its response useless.
      if (type === 'filter.changed')
        return getScreenState(snapshot) !== 'error' && !query.filter.search && snapshot.context.rows.length > 0
      if (type === 'filters.cleared') return getScreenState(snapshot) !== 'error' && Boolean(query.filter.search)
      if (type === 'limit.chosen') return isAtRest(snapshot) && query.limit === 10
      if (type === 'retry.requested') return getScreenState(snapshot) === 'error'
      return true
    },
  }),
}

/** The list of assets and browser history: Back reverts a change of order or page. */
export const restoredList: PageModel = {
  ...listPageModel,
  model: defineModel({
    machine: listMachine,
    input: input({ query: FIRST_QUERY, getCachedPage: cachedSecondPage }),
    events: [
      startDelayElapsed,
      typingDebounced,
      pagingDebounced,
      ROWS_LOADED,
      { type: 'order.toggled', field: 'name' },
      { type: 'page.requested', page: 2 },
      { type: 'query.restored', query: FIRST_QUERY },
    ],
    contextKey,
    isPossible: (snapshot, { type }) => {
      const { query } = snapshot.context
      const isFirst = query.page === 1 && !('name' in query.order)
      if (getScreenState(snapshot) === 'starting') return type === startDelayElapsed.type
      if (type === 'order.toggled') return isFirst && isAtRest(snapshot)
      if (type === 'page.requested') return isFirst && isAtRest(snapshot) && isPaceIdle(snapshot)
      if (type === 'query.restored') return !isFirst
      return true
    },
  }),
}

/** The list of assets during a prefetch of the next page. The user requests that page before the prefetch has ended. */
export const prefetchingList: PageModel = {
  ...listPageModel,
  model: defineModel({
    machine: listMachine,
    input: input({ query: FIRST_QUERY, getCachedPage: () => undefined }),
    events: [
      startDelayElapsed,
      pagingDebounced,
      prefetchDelayElapsed,
      ROWS_LOADED,
      actorDone('loadPage', pageOf('cd', 2)),
      actorDone('prefetchPage'),
      { type: 'page.requested', page: 2 },
    ],
    contextKey,
    isPossible: (snapshot, event) => {
      const { query } = snapshot.context
      const { type } = event
      if (getScreenState(snapshot) === 'starting') return type === startDelayElapsed.type
      // The debounce and the prefetch delay have equal lengths, so the clock always ends both together.
      if (type === 'xstate.done.actor.loadPage')
        return isPaceIdle(snapshot) && (event === ROWS_LOADED) === (query.page === 1)
      if (type === 'page.requested')
        return (
          query.page === 1 &&
          (snapshot.matches({ load: { success: 'loaded' } }) || snapshot.matches({ load: { success: 'prefetching' } }))
        )
      return true
    },
  }),
  requestMatchers: {
    ...listPageModel.requestMatchers,
    prefetchPage: ({ method, path, query }, snapshot) =>
      method === 'GET' &&
      path === '/v1/assets' &&
      snapshot !== undefined &&
      query.get('page') === String(getListContext(snapshot).query.page + 1),
  },
  actions: {
    ...listPageModel.actions,
    'prefetchDelay elapses': ['the prefetch delay elapses', ({ page }) => page.clock.runFor(DEBOUNCE_MS)],
    'page.requested': [
      'the next page is requested before the prefetch delay elapses',
      ({ page }) => page.getByRole('button', { name: 'Page 2' }).click(),
    ],
  },
}
