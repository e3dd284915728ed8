import type { Page } from '@playwright/test'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import type { listMachine } from '../../machines/list/list.model.ts'
import { assetRows, expect } from '../support.ts'
import type { PageModel, PathRun, ScreenCheck } from './page-model.ts'
import { goOnline } from './path-tests.ts'
import { signInAsNewUser } from './sign-in.ts'

/** Names of the loading states as visible on the page. States with one name look the same. */
const SCREEN_NAMES: Record<string, string> = {
  uninitialized: 'starting',
  'loading.fetching': 'loading',
  'success.loaded': 'success',
  'success.prefetching': 'success',
  'success.idle': 'success',
  'error.idle': 'error',
}

export const DEBOUNCE_MS = 260

export const listContextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof listMachine>
const regionsOf = ({ value }: { value: unknown }) => value as { load: string | Record<string, string>; pace: string }

/** Returns the name of the state as visible on the page. A debounced change looks the same in every state in which it started. */
export const screenStateOf = (snapshot: { value: unknown }): string => {
  const { load } = regionsOf(snapshot)
  const name = typeof load === 'string' ? load : Object.entries(load)[0]!.join('.')
  return SCREEN_NAMES[name] ?? name.split('.').at(-1)!
}
export const isPaceIdle = (snapshot: { value: unknown }) => regionsOf(snapshot).pace === 'idle'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Name or ID' })
const head = (page: Page) => page.getByRole('columnheader', { name: 'Asset' })
const address = (page: Page) => new URL(page.url()).searchParams

/** Records the numbers of the pages that were loaded in the default order, not by name. */
const recordPrefetches = (visit: PathRun) =>
  visit.memoize('prefetches', async () => {
    const receivedPages: string[] = []
    visit.page.on('response', (answer) => {
      const { pathname, searchParams } = new URL(answer.url())
      const isPlain = !(searchParams.get('order') ?? '').includes('name')
      if (pathname === '/v1/assets' && isPlain) receivedPages.push(searchParams.get('page') ?? '')
    })
    return { receivedPages }
  })

/** Opens the list and advances the clock until it is shown. */
async function enterList({ page }: PathRun): Promise<void> {
  await page.getByRole('link', { name: /^Assets( \d+)?$/ }).click()
  await expect
    .poll(async () => {
      await page.clock.runFor(50)
      return page.getByRole('heading', { level: 1, name: 'Assets' }).isVisible()
    })
    .toBe(true)
  await page.clock.runFor(50)
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending', none: 'none' }

const checks: Record<string, ScreenCheck> = {
  'the search field': {
    expected: (snapshot) => String(listContextOf(snapshot).query.filter.search ?? ''),
    actual: ({ page }) => search(page).inputValue(),
  },
  'the search in the address': {
    expected: (snapshot) => String(listContextOf(snapshot).query.filter.search ?? ''),
    actual: async ({ page }) => JSON.parse(address(page).get('filter') ?? '{}').search ?? '',
  },
  'the page in the address': {
    expected: (snapshot) => String(listContextOf(snapshot).query.page),
    actual: async ({ page }) => address(page).get('page') ?? '1',
  },
  'the order in the address': {
    expected: (snapshot) => ('name' in listContextOf(snapshot).query.order ? 'by name' : 'as it was'),
    actual: async ({ page }) => (/name/.test(address(page).get('order') ?? '') ? 'by name' : 'as it was'),
  },
  'the order at the column': {
    expected: (snapshot) =>
      screenStateOf(snapshot) === 'error' ? null : DIRECTIONS[listContextOf(snapshot).query.order.name ?? 'none'],
    actual: async ({ page }) =>
      (await head(page).count()) ? ((await head(page).getAttribute('aria-sort')) ?? 'none') : null,
  },
  'the rows of a page': {
    expected: (snapshot) =>
      screenStateOf(snapshot) === 'success'
        ? listContextOf(snapshot).query.filter.search
          ? 'those with Drift'
          : 'all'
        : null,
    actual: async ({ page }) => {
      if (await page.getByRole('progressbar', { name: 'Loading' }).count()) return null
      const names = await assetRows(page).allInnerTexts()
      if (names.length === 0) return null
      return names.every((name) => /drift/i.test(name)) ? 'those with Drift' : 'all'
    },
  },
  'the page number': {
    expected: (snapshot) => (screenStateOf(snapshot) === 'success' ? String(listContextOf(snapshot).query.page) : null),
    actual: async ({ page }) => {
      if (await page.getByRole('progressbar', { name: 'Loading' }).count()) return null
      const pages = page.getByRole('navigation', { name: 'Pages' })
      return (await pages.count()) ? pages.locator('[aria-current="page"]').innerText() : null
    },
  },
  'the displayed error': {
    expected: (snapshot, { expectedMessage }) => (screenStateOf(snapshot) === 'error' ? expectedMessage : null),
    actual: async ({ page }) => {
      const text = await page.getByRole('alert').locator('p').allInnerTexts()
      return text[0]?.replace(' Your filters are still set.', '').trim() ?? null
    },
  },
}

const screens: PageModel['screens'] = (page) => {
  const progressBar = page.getByRole('progressbar', { name: 'Loading' })
  const errorHeading = page.getByRole('heading', { name: 'The assets didn’t load' })
  return {
    loading: { visible: [progressBar], absent: [errorHeading] },
    success: { visible: [page.getByRole('button', { name: /^Actions for/ })], absent: [progressBar, errorHeading] },
    error: { visible: [errorHeading, page.getByRole('button', { name: 'Retry' })], absent: [progressBar] },
  }
}

export const listPageModel = {
  isClockFrozen: true,
  advancesFrames: true,
  screens,
  checks,
  stateOf: screenStateOf,
  equivalentStates: {
    starting: ['loading', 'the page opens with placeholders for its rows'],
    debouncing: ['loading', 'a debounced filter shows the loading state immediately'],
  },
  requestMatchers: {
    // Requests for the next page belong to `prefetchPage`, which prefetches it. The request for the count in the navigation rail
    // loads no page.
    loadPage: ({ method, path, query }, snapshot) =>
      method === 'GET' &&
      path === '/v1/assets' &&
      query.has('page') &&
      (snapshot === undefined || query.get('page') === String(listContextOf(snapshot).query.page)),
  },
  reconnectingActions: ['retry.requested'],
  actions: {
    '0 passes': ['the list is opened', enterList],
    'debounce passes': ['the debounce elapses', ({ page }) => page.clock.runFor(DEBOUNCE_MS)],
    'filter.changed': [
      'a name is typed into the search field',
      ({ page }, { value }: { value: string }) => search(page).fill(value),
    ],
    'filters.cleared': [
      'Clear is pressed',
      ({ page }) => page.getByRole('button', { name: 'Clear', exact: true }).click(),
    ],
    'order.toggled': ['a column header is pressed', ({ page }) => head(page).getByRole('button').first().click()],
    'limit.chosen': [
      'more rows to a page are chosen',
      async ({ page }, { limit }: { limit: number }) => {
        await page.getByRole('button', { name: /per page$/ }).click()
        await page.getByRole('menuitemradio', { name: `${limit} per page` }).click()
      },
    ],
    'page.requested': [
      'the next page is requested',
      async (visit) => {
        const { page } = visit
        // The list prefetches the next page a moment after it settles, so that page is cached by then.
        const { requests } = visit
        const { nextSnapshot } = requests
        requests.nextSnapshot = undefined
        requests.letThrough('loadPage')
        await page.clock.runFor(DEBOUNCE_MS)
        const { receivedPages } = await recordPrefetches(visit)
        await expect.poll(() => receivedPages.includes('2')).toBe(true)
        requests.settle()
        requests.nextSnapshot = nextSnapshot
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
      'Retry is pressed',
      async (visit) => {
        // The client retries automatically when the browser is online again.
        if (visit.fault?.isOffline) return goOnline(visit)
        await visit.page.getByRole('button', { name: 'Retry' }).click()
      },
    ],
  },
  open: async (visit) => {
    await recordPrefetches(visit)
    await signInAsNewUser('/account')(visit)
  },
} satisfies Partial<PageModel>
