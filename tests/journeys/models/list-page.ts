import type { Page } from '@playwright/test'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import type { list } from '../../machines/list.model.ts'
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
export const DEBOUNCE = 260

export const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof list>
const regionsOf = ({ value }: { value: unknown }) => value as { load: string | Record<string, string>; pace: string }

/** A change that waits looks the same, whatever stood before it. */
export const stateOf = (snapshot: { value: unknown }): string => {
  const { load } = regionsOf(snapshot)
  const name = typeof load === 'string' ? load : Object.entries(load)[0]!.join('.')
  return NAMES[name] ?? name.split('.').at(-1)!
}
export const isCalm = (snapshot: { value: unknown }) => regionsOf(snapshot).pace === 'calm'

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

/** What all models of the list of assets have in common. */
export const listPage = {
  timeStands: true,
  hasFrames: true,
  looks,
  signs,
  stateOf,
  alike: {
    starting: ['loading', 'the page opens with what stands for its rows'],
    waiting: ['loading', 'what is typed is asked for a moment later, and shown as loading at once'],
  },
  outcomes: {
    // The page after this one is asked for ahead, which is `loadAhead` alone; the rail's count asks for no page.
    loadPage: ({ method, path, query }, now) =>
      method === 'GET' &&
      path === '/v1/assets' &&
      query.has('page') &&
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
