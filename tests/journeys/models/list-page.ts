import type { Page } from '@playwright/test'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import type { listMachine } from '../../machines/list/list.model.ts'
import { assetRows, expect } from '../support.ts'
import type { PageModel, PathRun, ScreenCheck } from './page-model.ts'
import { goOnline } from './path-tests.ts'
import { signInAsNewUser } from './sign-in.ts'

/** Names of the loading states as visible on the page. States with the same name look the same. */
const SCREEN_NAMES: Record<string, string> = {
  uninitialized: 'starting',
  'loading.fetching': 'loading',
  'success.loaded': 'success',
  'success.prefetching': 'success',
  'success.idle': 'success',
  'error.idle': 'error',
}

export const DEBOUNCE_MS = 260

export const getListContext = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof listMachine>
const getRegions = ({ value }: { value: unknown }) => value as { load: string | Record<string, string>; pace: string }

/** Returns the name of the state as visible on the page. */
export const getScreenState = (snapshot: { value: unknown }): string => {
  const { load } = getRegions(snapshot)
  const name = typeof load === 'string' ? load : Object.entries(load)[0]!.join('.')
  return SCREEN_NAMES[name] ?? name.split('.').at(-1)!
}
export const isPaceIdle = (snapshot: { value: unknown }) => getRegions(snapshot).pace === 'idle'

const getSearchField = (page: Page) => page.getByRole('searchbox', { name: 'Name or ID' })
const getColumnHeader = (page: Page) => page.getByRole('columnheader', { name: 'Asset' })
const getSearchParams = (page: Page) => new URL(page.url()).searchParams

/** Records the numbers of the list pages that were loaded in the default order. */
const recordPrefetches = (run: PathRun) =>
  run.memoize('prefetches', async () => {
    const receivedPages: string[] = []
    run.page.on('response', (response) => {
      const { pathname, searchParams } = new URL(response.url())
      const isPlain = !(searchParams.get('order') ?? '').includes('name')
      if (pathname === '/v1/assets' && isPlain) receivedPages.push(searchParams.get('page') ?? '')
    })
    return { receivedPages }
  })

/** Opens the list and advances the clock until the list is shown. */
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
    expected: (snapshot) => String(getListContext(snapshot).query.filter.search ?? ''),
    actual: ({ page }) => getSearchField(page).inputValue(),
  },
  'the search in the URL': {
    expected: (snapshot) => String(getListContext(snapshot).query.filter.search ?? ''),
    actual: async ({ page }) => JSON.parse(getSearchParams(page).get('filter') ?? '{}').search ?? '',
  },
  'the page in the URL': {
    expected: (snapshot) => String(getListContext(snapshot).query.page),
    actual: async ({ page }) => getSearchParams(page).get('page') ?? '1',
  },
  'the order in the URL': {
    expected: (snapshot) => ('name' in getListContext(snapshot).query.order ? 'by name' : 'default'),
    actual: async ({ page }) => (/name/.test(getSearchParams(page).get('order') ?? '') ? 'by name' : 'default'),
  },
  'the sort order at the column header': {
    expected: (snapshot) =>
      getScreenState(snapshot) === 'error' ? null : DIRECTIONS[getListContext(snapshot).query.order.name ?? 'none'],
    actual: async ({ page }) =>
      (await getColumnHeader(page).count())
        ? ((await getColumnHeader(page).getAttribute('aria-sort')) ?? 'none')
        : null,
  },
  'the rows of a page': {
    expected: (snapshot) =>
      getScreenState(snapshot) === 'success'
        ? getListContext(snapshot).query.filter.search
          ? 'rows with Drift'
          : 'all'
        : null,
    actual: async ({ page }) => {
      if (await page.getByRole('progressbar', { name: 'Loading' }).count()) return null
      const names = await assetRows(page).allInnerTexts()
      if (names.length === 0) return null
      return names.every((name) => /drift/i.test(name)) ? 'rows with Drift' : 'all'
    },
  },
  'the page number': {
    expected: (snapshot) =>
      getScreenState(snapshot) === 'success' ? String(getListContext(snapshot).query.page) : null,
    actual: async ({ page }) => {
      if (await page.getByRole('progressbar', { name: 'Loading' }).count()) return null
      const pages = page.getByRole('navigation', { name: 'Pages' })
      return (await pages.count()) ? pages.locator('[aria-current="page"]').innerText() : null
    },
  },
  'the displayed error': {
    expected: (snapshot, { expectedMessage }) => (getScreenState(snapshot) === 'error' ? expectedMessage : null),
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
  stateOf: getScreenState,
  equivalentStates: {
    starting: ['loading', 'the page opens with placeholders for its rows'],
    debouncing: ['loading', 'a debounced filter shows the loading state immediately'],
  },
  requestMatchers: {
    // Excludes prefetches of the next page, and the request for the count in the navigation rail, which has no `page`.
    loadPage: ({ method, path, query }, snapshot) =>
      method === 'GET' &&
      path === '/v1/assets' &&
      query.has('page') &&
      (snapshot === undefined || query.get('page') === String(getListContext(snapshot).query.page)),
  },
  reconnectingActions: ['retry.requested'],
  actions: {
    '0 elapses': ['the list is opened', enterList],
    'debounce elapses': ['the debounce elapses', ({ page }) => page.clock.runFor(DEBOUNCE_MS)],
    'filter.changed': [
      'a name is typed into the search field',
      ({ page }, { value }: { value: string }) => getSearchField(page).fill(value),
    ],
    'filters.cleared': [
      'Clear is pressed',
      ({ page }) => page.getByRole('button', { name: 'Clear', exact: true }).click(),
    ],
    'order.toggled': [
      'a column header is pressed',
      ({ page }) => getColumnHeader(page).getByRole('button').first().click(),
    ],
    'limit.chosen': [
      'more rows per page are chosen',
      async ({ page }, { limit }: { limit: number }) => {
        await page.getByRole('button', { name: /per page$/ }).click()
        await page.getByRole('menuitemradio', { name: `${limit} per page` }).click()
      },
    ],
    'page.requested': [
      'the next page is requested',
      async (run) => {
        const { page } = run
        // Waits until the list has prefetched the next page.
        const { requests } = run
        const { nextSnapshot } = requests
        requests.nextSnapshot = undefined
        requests.forwardLater('loadPage')
        await page.clock.runFor(DEBOUNCE_MS)
        const { receivedPages } = await recordPrefetches(run)
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
      async (run) => {
        // The client retries automatically when the browser is online again.
        if (run.fault?.isOffline) return goOnline(run)
        await run.page.getByRole('button', { name: 'Retry' }).click()
      },
    ],
  },
  open: async (run) => {
    await recordPrefetches(run)
    await signInAsNewUser('/account')(run)
  },
} satisfies Partial<PageModel>
