import type { Page } from '@playwright/test'
import { SESSION_KEY } from '../../src/machines/rules/session-record.ts'
import { faultsInBothSchemes } from './axe.ts'
import { holdCode, keepSettings, standing } from './early.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { ADMIN, answerOf, expect, openAs, PASSWORD, rows, test } from './support.ts'

const START = /\/assets\/app-[^/]+\.js$/

/** What draws the first page. */
const DRAWING = /\/assets\/early-en-[^/]+\.js$/

/** Opens the list with the app's code held back, until what is given back is called; the first page needs none of it. */
async function openEarly(page: Page, { path = '/assets', email = ADMIN } = {}): Promise<() => void> {
  await openAs(page, '/settings', email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  const release = await holdCode(page, START)
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

/** The app runs: its frame is there, which the first page has not. */
const appOf = (page: Page) => page.getByRole('navigation', { name: /^(Main|Haupt)/ }).first()

for (const [name, { width, email, settings }] of Object.entries({
  'an admin': { width: 1280, email: ADMIN, settings: {} },
  'a developer, in German and dark, in a narrow window': {
    width: 1000,
    email: 'developer@atelier.example',
    settings: { 'atelier:language': 'de', 'atelier:theme': 'dark' },
  },
  'a user, in a wide window': { width: 1700, email: 'user@atelier.example', settings: {} },
  'an admin, on a phone': { width: 390, email: ADMIN, settings: {} },
  'a user, on a phone, in German and dark': {
    width: 360,
    email: 'user@atelier.example',
    settings: { 'atelier:language': 'de', 'atelier:theme': 'dark' },
  },
}))
  test(`the first page of ${name} is the app’s own, drawn before it: nothing moves as it comes`, async ({
    page,
    shot,
  }) => {
    await watchShifts(page)
    await keepSettings(page, settings)
    await page.setViewportSize({ width, height: 800 })
    const release = await openEarly(page, { email })
    await expect(rows(page)).toHaveCount(10)
    await expect(appOf(page)).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    const theme = await page.evaluate(() => document.documentElement.dataset['theme'])
    expect(theme).toBe(settings['atelier:theme' as never])
    const early = await standing(page)
    expect(early.length).toBeGreaterThan(width > 700 ? 100 : 60)
    await shot(`first-page-${width}`)
    // What is drawn a frame later, too.
    await expect(page.locator('time')).toHaveCount(10)
    const { sum } = await shiftsOf(page)
    expect(sum).toBeLessThan(0.001)
    release()
    await expect(appOf(page)).toBeVisible()
    const late = new Set(await standing(page))
    await shot(`first-page-${width}-app`)
    // The names of applications and tags come a moment after the rows, to the app too; "a minute ago" grows older meanwhile.
    expect(early.filter((it) => !late.has(it) && !/…|^span (None|Keine)|^time /.test(it))).toEqual([])
    expect((await shiftsOf(page)).sum - sum).toBeLessThan(0.001)
  })

test('every page is in the light that was chosen from its first picture on', async ({ page }) => {
  await openAs(page, '/health')
  await page.evaluate(() => localStorage.setItem('atelier:theme', 'dark'))
  await page.emulateMedia({ colorScheme: 'light' })
  // No code comes.
  await page.route(/\/assets\/[^/]+\.js$/, () => {})
  await page.goto('/tags', { waitUntil: 'commit' })
  const wall = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(wall).toBe('dark')
})

test('the first rows wait for ten requests at most, and for none of the app’s code', async ({ page }) => {
  await openAs(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  await page.addInitScript(() => {
    const seen = { rowsAt: Number.POSITIVE_INFINITY }
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      if (document.querySelector('tbody [data-row]')) seen.rowsAt = Math.min(seen.rowsAt, performance.now())
    }).observe(document, { childList: true, subtree: true })
  })
  // All that they can do without is never answered.
  await page.route(/\/assets\/(?!early-)[^/]+\.js$/, () => {})
  await page.goto('/assets', { waitUntil: 'commit' })
  await expect(rows(page)).toHaveCount(10)
  const asked = await page.evaluate(() => {
    const { rowsAt } = (globalThis as unknown as { seen: { rowsAt: number } }).seen
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rowsAt)
    return ['the page', ...files.map(({ name }) => name)]
  })
  expect(asked.filter((name) => name.includes('/v1/assets?'))).toHaveLength(1)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(10)
})

test('what the page begins with imports nothing but what loads files: all else comes after what draws', async ({
  page,
}) => {
  const html = await (await page.request.get('/assets', { headers: { accept: 'text/html' } })).text()
  const [, address = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html)!
  const script = await (await page.request.get(address)).text()
  const imports = [...script.matchAll(/(?:from|import)"\.\/([\w-]+?)-[\w-]{8}\.js"/g)].map(([, name]) => name)
  expect(imports).toEqual(['runtime'])
})

test('behind the first page the app draws its frame, then the page: nothing that is done meanwhile waits for both', async ({
  page,
}) => {
  const drawn: string[] = []
  await page.exposeFunction('tellDrawn', (parts: string) => drawn.push(parts))
  await page.addInitScript(() => {
    const create = document.createElement.bind(document)
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      const made = create(name, options)
      const tell = () => {
        if (made.id !== 'app' || made.isConnected) return
        const parts = ['nav', 'h1'].filter((part) => made.querySelector(part))
        ;(window as unknown as { tellDrawn: (parts: string) => void }).tellDrawn(parts.join(' and '))
      }
      if (name === 'div') new MutationObserver(tell).observe(made, { childList: true, subtree: true })
      return made
    }) as typeof document.createElement
  })
  const release = await openEarly(page)
  await expect(rows(page)).toHaveCount(10)
  release()
  await expect(appOf(page)).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
  expect([...new Set(drawn)].slice(-2)).toEqual(['nav', 'nav and h1'])
})

test('the first page is as accessible as the app: nothing that axe finds, light and dark', async ({ page }) => {
  await openEarly(page)
  await expect(rows(page)).toHaveCount(10)
  await expect(appOf(page)).toHaveCount(0)
  expect(await faultsInBothSchemes(page, async () => {})).toEqual([])
})

test('what is typed, pressed and focused on the first page is so in the app', async ({ page }) => {
  const release = await openEarly(page)
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('checkbox').nth(2).click()
  const search = page.getByRole('searchbox', { name: 'Name or ID' })
  await search.fill('tide')
  await page.getByRole('button', { name: 'Columns' }).click()
  release()
  await expect(appOf(page)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await expect(search).toHaveValue('tide')
  await expect(page).toHaveURL(/tide/)
})

test('a key pressed on the first page is the app’s, and a link is the browser’s', async ({ page }) => {
  let release = await openEarly(page)
  await expect(rows(page)).toHaveCount(10)
  await page.keyboard.press('/')
  await page.keyboard.type('tide')
  release()
  await expect(appOf(page)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Name or ID' })).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Name or ID' })).toHaveValue('tide')
  await expect(page).toHaveURL(/tide/)
  release = await openEarly(page)
  const link = rows(page).first().getByRole('link')
  const name = (await link.textContent()) ?? ''
  await link.click()
  release()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

for (const width of [1280, 390])
  test(`a picture that is pressed on the first page is previewed in the app, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const release = await openEarly(page)
    await expect(rows(page)).toHaveCount(10)
    const name = (await rows(page).nth(1).getByRole('link').first().textContent()) ?? ''
    await rows(page).nth(1).locator('[data-previews]').click()
    release()
    await expect(page.getByRole('complementary', { name: `Preview of ${name}` })).toBeVisible()
    await expect(page).toHaveURL(/\/assets$/)
  })

test('rows of an account that signs out elsewhere leave the page with it, before the app is there', async ({
  page,
  context,
}) => {
  const release = await openEarly(page)
  await expect(rows(page)).toHaveCount(10)
  const other = await context.newPage()
  await other.goto('/health')
  await other.evaluate((key) => localStorage.removeItem(key), SESSION_KEY)
  await expect(rows(page)).toHaveCount(0)
  release()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
})

test('a time that cannot be written keeps nobody from the app', async ({ page }) => {
  await page.route(/\/v1\/assets\?/, async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    list.data[0].updatedAt = 'soon'
    await route.fulfill({ response, json: list })
  })
  await openAs(page, '/assets')
  await expect(appOf(page)).toBeVisible()
})

test('rows that were answered to somebody else, or refused, are never drawn', async ({ page, context }) => {
  await openAs(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  const drawn: string[] = []
  await page.exposeFunction('tell', (text: string) => drawn.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const row = document.querySelector('[data-row]')
      if (row) (window as unknown as { tell: (text: string) => void }).tell(row.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  const other = await context.newPage()
  await other.goto('/health')
  let isSwitched = false
  await page.route(/\/v1\/assets\?/, async (route) => {
    const answer = await route.fetch()
    if (!isSwitched) {
      const data = { email: 'user@atelier.example', password: PASSWORD }
      const login = await answerOf(() => other.request.post('/v1/auth/login', { data }))
      const session = JSON.stringify({ data: await login.json(), isLoggedIn: true, isAnonymous: false })
      await other.evaluate(([key, text]) => localStorage.setItem(key!, text!), [SESSION_KEY, session])
      isSwitched = true
      const body = await answer.json()
      body.data[0].name = 'Only the admin’s'
      return route.fulfill({ response: answer, json: body })
    }
    return route.fulfill({ response: answer })
  })
  const admins = await other.evaluate((key) => localStorage.getItem(key)!, SESSION_KEY)
  // As the rows are on their way; and as what draws them is.
  for (const late of [START, DRAWING]) {
    await other.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, admins] as const)
    isSwitched = false
    const release = await holdCode(page, late)
    await page.goto('/assets', { waitUntil: 'commit' })
    if (late === START)
      await page.waitForFunction(() => document.querySelector('#app') && globalThis.atelierFirst === undefined)
    else await expect.poll(() => isSwitched).toBe(true)
    release()
    await expect(rows(page).first()).toBeVisible()
    expect(drawn.filter((text) => text.includes('Only the admin’s'))).toEqual([])
    await page.unroute(late)
    await page.goto('about:blank')
  }
  await page.unroute(/\/v1\/assets\?/)
  await page.route(/\/v1\/assets\?/, (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'UNAUTHORIZED', message: 'no', status: 401 } } }),
  )
  // What the page still tells has come by then.
  await page.goto('about:blank')
  drawn.length = 0
  await page.goto('/assets')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(drawn).toEqual([])
})

for (const [what, name] of [
  ['pictures', 'Grid'],
  ['a selection of columns', 'Columns'],
] as const)
  test(`${what} instead of what the first page knows are left to the app`, async ({ page }) => {
    await openAs(page, '/assets')
    await expect(appOf(page)).toBeVisible()
    await page.getByRole('button', { name }).click()
    if (name === 'Columns') await page.getByRole('dialog').getByRole('checkbox', { name: 'Gender' }).click()
    else await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    const release = await openEarly(page)
    // The app was told that nothing is drawn, and begins.
    await page.waitForFunction(() => document.querySelector('#app') && globalThis.atelierFirst === undefined)
    await expect(rows(page)).toHaveCount(0)
    release()
    await expect(rows(page)).toHaveCount(10)
  })
