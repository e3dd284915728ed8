import type { Page } from '@playwright/test'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { heldOf, input, list, looked, pageOf, starts, turned, typed } from '../../machines/list.model.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { expect, rows } from '../support.ts'
import type { PageModel, Sign, Visit } from './page-model.ts'
import { asNewPerson } from './sign-in.ts'
import { online } from './walk-paths.ts'

/** The states of loading, as the page shows them. */
const NAMES: Record<string, string> = {
  uninitialized: 'starting',
  'loading.asking': 'loading',
  'success.arrived': 'success',
  'success.preparing': 'success',
  'success.resting': 'success',
  'error.resting': 'error',
}

/** A little more than the pause after which a list asks for what was typed, in milliseconds. */
const DEBOUNCE = 260

const first = { page: 1, limit: 10, order: { updatedAt: 'desc' }, filter: {} } as const
const fault = new Error('a fault')

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof list>
const regionsOf = ({ value }: { value: unknown }) => value as { load: string | Record<string, string>; pace: string }

/** A change that waits looks the same, whatever stood before it. */
const stateOf = (snapshot: { value: unknown }): string => {
  const { load } = regionsOf(snapshot)
  const name = typeof load === 'string' ? load : Object.entries(load)[0]!.join('.')
  return NAMES[name] ?? name.split('.').at(-1)!
}
const isCalm = (snapshot: { value: unknown }) => regionsOf(snapshot).pace === 'calm'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Name or ID' })
const head = (page: Page) => page.getByRole('columnheader', { name: 'Asset' })
const address = (page: Page) => new URL(page.url()).searchParams

/** The pages that came of the list as it is sorted at first. */
const askedAhead = (visit: Visit) =>
  visit.own('ahead', async () => {
    const came: string[] = []
    visit.page.on('response', (answer) => {
      const { pathname, searchParams } = new URL(answer.url())
      const isPlain = !(searchParams.get('order') ?? '').includes('name')
      if (pathname === '/v1/assets' && isPlain) came.push(searchParams.get('page') ?? '')
    })
    return { came }
  })

/** Lets time pass until a list is there that its page waits for. */
async function entersList({ page }: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Assets', exact: true }).click()
  await expect
    .poll(async () => {
      await page.clock.runFor(50)
      return page.getByRole('heading', { level: 1, name: 'Assets' }).isVisible()
    })
    .toBe(true)
  await page.clock.runFor(50)
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending', none: 'none' }

const signs: Record<string, Sign> = {
  'the search field': {
    wanted: (snapshot) => String(contextOf(snapshot).query.filter.search ?? ''),
    seen: ({ page }) => search(page).inputValue(),
  },
  'the search in the address': {
    wanted: (snapshot) => String(contextOf(snapshot).query.filter.search ?? ''),
    seen: async ({ page }) => JSON.parse(address(page).get('filter') ?? '{}').search ?? '',
  },
  'the page in the address': {
    wanted: (snapshot) => String(contextOf(snapshot).query.page),
    seen: async ({ page }) => address(page).get('page') ?? '1',
  },
  'the order in the address': {
    wanted: (snapshot) => ('name' in contextOf(snapshot).query.order ? 'by name' : 'as it was'),
    seen: async ({ page }) => (/name/.test(address(page).get('order') ?? '') ? 'by name' : 'as it was'),
  },
  'the order at the column': {
    wanted: (snapshot) =>
      stateOf(snapshot) === 'error' ? null : DIRECTIONS[contextOf(snapshot).query.order.name ?? 'none'],
    seen: async ({ page }) =>
      (await head(page).count()) ? ((await head(page).getAttribute('aria-sort')) ?? 'none') : null,
  },
  'the rows of a page': {
    wanted: (snapshot) =>
      stateOf(snapshot) === 'success' ? (contextOf(snapshot).query.filter.search ? 'those with Drift' : 'all') : null,
    seen: async ({ page }) => {
      if (await page.getByRole('progressbar', { name: 'Loading' }).count()) return null
      const names = await rows(page).allInnerTexts()
      if (names.length === 0) return null
      return names.every((name) => /drift/i.test(name)) ? 'those with Drift' : 'all'
    },
  },
  'the number of the page': {
    wanted: (snapshot) => (stateOf(snapshot) === 'success' ? String(contextOf(snapshot).query.page) : null),
    seen: async ({ page }) => {
      if (await page.getByRole('progressbar', { name: 'Loading' }).count()) return null
      const pages = page.getByRole('navigation', { name: 'Pages' })
      return (await pages.count()) ? pages.locator('[aria-current="page"]').innerText() : null
    },
  },
  'says why it failed': {
    wanted: (snapshot, { said }) => (stateOf(snapshot) === 'error' ? said : null),
    seen: async ({ page }) => {
      const text = await page.getByRole('alert').locator('p').allInnerTexts()
      return text[0]?.replace(' Your filters are still set.', '').trim() ?? null
    },
  },
}

const looks: PageModel['looks'] = (page) => {
  const busy = page.getByRole('progressbar', { name: 'Loading' })
  const failed = page.getByRole('heading', { name: 'The assets didn’t load' })
  return {
    loading: { shows: [busy], lacks: [failed] },
    success: { shows: [page.getByRole('button', { name: /^Actions for/ })], lacks: [busy, failed] },
    error: { shows: [failed, page.getByRole('button', { name: 'Retry' })], lacks: [busy] },
  }
}

const isAt = (state: string) => (snapshot: { value: unknown }) => stateOf(snapshot) === state
const rests = isAt('success')

const shared = {
  timeStands: true,
  looks,
  signs,
  stateOf,
  alike: {
    starting: ['loading', 'the page opens with what stands for its rows'],
    waiting: ['loading', 'what is typed is asked for a moment later, and shown as loading at once'],
  },
  outcomes: {
    // The page after this one is asked for ahead, which is `loadAhead` alone.
    loadPage: ({ method, path, query }, now) =>
      method === 'GET' &&
      path === '/v1/assets' &&
      (now === undefined || query.get('page') === String(contextOf(now).query.page)),
  },
  comesOnline: ['retry.requested'],
  actions: {
    '0 passes': ['the list is opened', entersList],
    'debounce passes': ['a moment passes', ({ page }) => page.clock.runFor(DEBOUNCE)],
    'filter.changed': ['a name is searched for', ({ page }, { value }: { value: string }) => search(page).fill(value)],
    'filters.cleared': [
      'Clear is pressed',
      ({ page }) => page.getByRole('button', { name: 'Clear', exact: true }).click(),
    ],
    'order.toggled': ['the head of a column is pressed', ({ page }) => head(page).getByRole('button').first().click()],
    'limit.chosen': [
      'more rows to a page are chosen',
      async ({ page }, { limit }: { limit: number }) => {
        await page.getByRole('button', { name: /per page$/ }).click()
        await page.getByRole('menuitemradio', { name: `${limit} per page` }).click()
      },
    ],
    'page.requested': [
      'the next page is wanted',
      async (visit) => {
        const { page } = visit
        // It is asked for ahead, a moment after the list came to rest, and held by then.
        const { requests } = visit
        const { now } = requests
        requests.now = undefined
        requests.pass('loadPage')
        await page.clock.runFor(DEBOUNCE)
        const { came } = await askedAhead(visit)
        await expect.poll(() => came.includes('2')).toBe(true)
        requests.settle()
        requests.now = now
        await page.getByRole('button', { name: 'Page 2' }).click()
      },
    ],
    'query.restored': [
      'Back is pressed',
      async ({ page }) => {
        await page.goBack()
      },
    ],
    'retry.requested': [
      'it is tried again',
      async (visit) => {
        // The browser itself tries again once it is back online.
        if (visit.fault?.isOffline) return online(visit)
        await visit.page.getByRole('button', { name: 'Retry' }).click()
      },
    ],
  },
  open: async (visit) => {
    await askedAhead(visit)
    await asNewPerson('/account')(visit)
  },
} satisfies Partial<PageModel>

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
  ...shared,
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
  ...shared,
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
  ...shared,
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
    ...shared.outcomes,
    loadAhead: ({ method, path, query }, now) =>
      method === 'GET' &&
      path === '/v1/assets' &&
      now !== undefined &&
      query.get('page') === String(contextOf(now).query.page + 1),
  },
  actions: {
    ...shared.actions,
    'ahead passes': ['a moment passes', ({ page }) => page.clock.runFor(DEBOUNCE)],
    'page.requested': [
      'the next page is wanted at once',
      ({ page }) => page.getByRole('button', { name: 'Page 2' }).click(),
    ],
  },
}
