import type { ContextFrom } from 'xstate'
import { heldOf, input, list, looked, pageOf, starts, turned, typed } from '../../machines/list.model.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { contextOf, DEBOUNCE, isCalm, listPage, stateOf } from './list-page.ts'
import type { PageModel } from './page-model.ts'

const first = { page: 1, limit: 10, order: { updatedAt: 'desc' }, filter: {} } as const
const fault = new Error('a fault')
const rests = (snapshot: { value: unknown }) => stateOf(snapshot) === 'success'

const sees = ({ query: { page, limit, order, filter }, rows, error, heldPages }: ContextFrom<typeof list>) => [
  page,
  limit,
  order,
  filter,
  rows.map(({ id }) => id),
  String(error),
  heldPages,
]
const rowsCame = answers('loadPage', pageOf('ab'))

/** The list of assets: searched, sorted, cleared, failed and tried again. */
export const searchedList: PageModel = {
  ...listPage,
  model: model({
    machine: list,
    input: input({ query: first }),
    happenings: [
      starts,
      typed,
      turned,
      rowsCame,
      fails('loadPage', fault),
      { type: 'filter.changed', field: 'search', value: 'drift' },
      { type: 'filters.cleared' },
      { type: 'limit.chosen', limit: 25 },
      { type: 'retry.requested' },
    ],
    sees,
    allows: (snapshot, { type }) => {
      const { query } = snapshot.context
      if (stateOf(snapshot) === 'starting') return type === starts.type
      // It is tried four times before it counts as failed, which takes longer than the pause after typing.
      if (type === 'xstate.error.actor.loadPage') return isCalm(snapshot)
      // The first question is asked by the route, and goes on for the list to hold when it is not wanted any more.
      if (type === 'filter.changed')
        return stateOf(snapshot) !== 'error' && !query.filter.search && snapshot.context.rows.length > 0
      if (type === 'filters.cleared') return stateOf(snapshot) !== 'error' && Boolean(query.filter.search)
      if (type === 'limit.chosen') return rests(snapshot) && query.limit === 10
      if (type === 'retry.requested') return stateOf(snapshot) === 'error'
      return true
    },
  }),
}

/** The list of assets and the history: what was sorted or turned to is left by Back. */
export const restoredList: PageModel = {
  ...listPage,
  model: model({
    machine: list,
    input: input({ query: first, heldOf }),
    happenings: [
      starts,
      typed,
      turned,
      rowsCame,
      { type: 'order.toggled', field: 'name' },
      { type: 'page.requested', page: 2 },
      { type: 'query.restored', query: first },
    ],
    sees,
    allows: (snapshot, { type }) => {
      const { query } = snapshot.context
      const isFirst = query.page === 1 && !('name' in query.order)
      if (stateOf(snapshot) === 'starting') return type === starts.type
      if (type === 'order.toggled') return isFirst && rests(snapshot)
      if (type === 'page.requested') return isFirst && rests(snapshot) && isCalm(snapshot)
      if (type === 'query.restored') return !isFirst
      return true
    },
  }),
}

/** The list of assets whose next page is asked for while this one is looked at, and wanted before it is there. */
export const foresightedList: PageModel = {
  ...listPage,
  model: model({
    machine: list,
    input: input({ query: first, heldOf: () => undefined }),
    happenings: [
      starts,
      turned,
      looked,
      rowsCame,
      answers('loadPage', pageOf('cd', 2)),
      answers('loadAhead'),
      { type: 'page.requested', page: 2 },
    ],
    sees,
    allows: (snapshot, happening) => {
      const { query } = snapshot.context
      const { type } = happening
      if (stateOf(snapshot) === 'starting') return type === starts.type
      // Both pauses are as long: one of them passes alone only where the other is not under way.
      if (type === 'xstate.done.actor.loadPage')
        return isCalm(snapshot) && (happening === rowsCame) === (query.page === 1)
      if (type === 'page.requested')
        return (
          query.page === 1 &&
          (snapshot.matches({ load: { success: 'arrived' } }) || snapshot.matches({ load: { success: 'preparing' } }))
        )
      return true
    },
  }),
  outcomes: {
    ...listPage.outcomes,
    loadAhead: ({ method, path, query }, now) =>
      method === 'GET' &&
      path === '/v1/assets' &&
      now !== undefined &&
      query.get('page') === String(contextOf(now).query.page + 1),
  },
  actions: {
    ...listPage.actions,
    'ahead passes': ['a moment passes', ({ page }) => page.clock.runFor(DEBOUNCE)],
    'page.requested': [
      'the next page is wanted at once',
      ({ page }) => page.getByRole('button', { name: 'Page 2' }).click(),
    ],
  },
}
