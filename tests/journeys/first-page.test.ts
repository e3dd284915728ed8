import type { Page } from '@playwright/test'
import { SESSION_KEY } from '../../src/machines/session/session-record.ts'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { blockScript, readScreenLayout, storeSettings } from './first-paint.ts'
import { readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'
import { ADMIN_EMAIL, assetRows, expect, openSignedIn, PASSWORD, retryWhileBusy, test } from './support.ts'

const START = /\/assets\/app-[^/]+\.js$/

const DRAWING = /\/assets\/early-[a-z]{2}-[^/]+\.js$/

/**
 * Opens the list with the app's script blocked until the returned function is called. The prerendered page does not need that
 * script. The fonts are loaded first, because fonts that load late on a busy machine would shift the page's texts.
 */
async function openPrerendered(page: Page, { path = '/assets', email = ADMIN_EMAIL } = {}): Promise<() => void> {
  await openSignedIn(page, '/settings', email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  const release = await blockScript(page, START)
  const startDrawing = await blockScript(page, DRAWING)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.fonts.size > 0)
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
  startDrawing()
  return release
}

/** Returns the app's navigation. The prerendered page has none. */
const appOf = (page: Page) => page.getByRole('navigation', { name: /^(Main|Haupt)/ }).first()

for (const [name, { width, email, settings }] of Object.entries({
  'an admin': { width: 1280, email: ADMIN_EMAIL, settings: {} },
  'a developer, in German and dark, in a narrow window': {
    width: 1000,
    email: 'developer@atelier.example',
    settings: { 'atelier:language': 'de', 'atelier:theme': 'dark' },
  },
  'a user, in a wide window': { width: 1700, email: 'user@atelier.example', settings: {} },
  'an admin, on a phone': { width: 390, email: ADMIN_EMAIL, settings: {} },
  'a user, on a phone, in German and dark': {
    width: 360,
    email: 'user@atelier.example',
    settings: { 'atelier:language': 'de', 'atelier:theme': 'dark' },
  },
}))
  test(`prerenders the list as the app renders it, without layout shift when the app starts: ${name}`, async ({
    page,
    shot,
  }) => {
    await recordLayoutShifts(page)
    await storeSettings(page, settings)
    await page.setViewportSize({ width, height: 800 })
    const release = await openPrerendered(page, { email })
    await expect(assetRows(page)).toHaveCount(10)
    await expect(appOf(page)).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    const theme = await page.evaluate(() => document.documentElement.dataset['theme'])
    expect(theme).toBe(settings['atelier:theme' as never])
    const prerenderedLayout = await readScreenLayout(page)
    expect(prerenderedLayout.length).toBeGreaterThan(width > 700 ? 100 : 60)
    await shot(`first-page-${width}`)
    // The page fills in the times one frame later.
    await expect(page.locator('time')).toHaveCount(10)
    const { sum, movedElements } = await readLayoutShifts(page)
    expect(sum, movedElements.join('\n')).toBeLessThan(0.001)
    release()
    await expect(appOf(page)).toBeVisible()
    const appLayout = new Set(await readScreenLayout(page))
    await shot(`first-page-${width}-app`)
    // In the app too, the names of applications and tags load after the rows. Relative times may have changed since.
    expect(
      prerenderedLayout.filter((line) => !appLayout.has(line) && !/…|^span (None|Keine)|^time /.test(line)),
    ).toEqual([])
    // The hint for new users is the last element to load. The navigation rail, which contains the hint, is folded in narrower
    // windows.
    if (width > 1100) await expect(page.getByText('Jump to any asset')).toBeVisible()
    const after = await readLayoutShifts(page)
    expect(after.sum - sum, after.movedElements.slice(movedElements.length).join('\n')).toBeLessThan(0.001)
  })

test('paints a page in the chosen theme before any script file is loaded', async ({ page }) => {
  await openSignedIn(page, '/health')
  await page.evaluate(() => localStorage.setItem('atelier:theme', 'dark'))
  await page.emulateMedia({ colorScheme: 'light' })
  // Blocks all scripts.
  await page.route(/\/assets\/[^/]+\.js$/, () => {})
  await page.goto('/tags', { waitUntil: 'commit' })
  const wall = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(wall).toBe('dark')
})

test("prerenders the first rows after at most ten requests, before the app's code is loaded", async ({ page }) => {
  await openSignedIn(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  await page.addInitScript(() => {
    const times = { rowsAt: Number.POSITIVE_INFINITY }
    Object.assign(globalThis, { seen: times })
    new MutationObserver(() => {
      if (document.querySelector('tbody [data-row]')) times.rowsAt = Math.min(times.rowsAt, performance.now())
    }).observe(document, { childList: true, subtree: true })
  })
  // Requests for any other script get no response.
  await page.route(/\/assets\/(?!early-)[^/]+\.js$/, () => {})
  await page.goto('/assets', { waitUntil: 'commit' })
  await expect(assetRows(page)).toHaveCount(10)
  const requestNames = await page.evaluate(() => {
    const { rowsAt } = (globalThis as unknown as { seen: { rowsAt: number } }).seen
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rowsAt)
    return ['the page', ...files.map(({ name }) => name)]
  })
  expect(requestNames.filter((name) => name.includes('/v1/assets?'))).toHaveLength(1)
  expect(requestNames.length, requestNames.join('\n')).toBeLessThanOrEqual(10)
})

test('imports only the module loader in the entry script, so that the prerenderer loads first', async ({ page }) => {
  const html = await (await page.request.get('/assets', { headers: { accept: 'text/html' } })).text()
  const [, address = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html)!
  const script = await (await page.request.get(address)).text()
  const imports = [...script.matchAll(/(?:from|import)"\.\/([\w-]+?)-[\w-]{8}\.js"/g)].map(([, name]) => name)
  expect(imports).toEqual(['runtime'])
})

test("renders the app's frame and its page in separate tasks while the prerendered page is shown", async ({ page }) => {
  const renderedParts: string[] = []
  await page.exposeFunction('tellDrawn', (parts: string) => renderedParts.push(parts))
  await page.addInitScript(() => {
    const create = document.createElement.bind(document)
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      const element = create(name, options)
      const reportParts = () => {
        if (element.id !== 'app' || element.isConnected) return
        const parts = ['nav', 'h1'].filter((selector) => element.querySelector(selector))
        ;(window as unknown as { tellDrawn: (parts: string) => void }).tellDrawn(parts.join(' and '))
      }
      if (name === 'div') new MutationObserver(reportParts).observe(element, { childList: true, subtree: true })
      return element
    }) as typeof document.createElement
  })
  const release = await openPrerendered(page)
  await expect(assetRows(page)).toHaveCount(10)
  release()
  await expect(appOf(page)).toBeVisible()
  await expect(assetRows(page)).toHaveCount(10)
  expect([...new Set(renderedParts)].slice(-2)).toEqual(['nav', 'nav and h1'])
})

test('prerenders a list in which axe finds no fault, light or dark', async ({ page }) => {
  await openPrerendered(page)
  await expect(assetRows(page)).toHaveCount(10)
  await expect(appOf(page)).toHaveCount(0)
  expect(await findAxeViolationsInBothSchemes(page, async () => {})).toEqual([])
})

test('keeps text typed on the prerendered page in the app, and replays a button press there', async ({ page }) => {
  const release = await openPrerendered(page)
  await expect(assetRows(page)).toHaveCount(10)
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

test('continues a search started with the / key on the prerendered page, and follows a link clicked there', async ({
  page,
}) => {
  let release = await openPrerendered(page)
  await expect(assetRows(page)).toHaveCount(10)
  await page.keyboard.press('/')
  await page.keyboard.type('tide')
  release()
  await expect(appOf(page)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Name or ID' })).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Name or ID' })).toHaveValue('tide')
  await expect(page).toHaveURL(/tide/)
  release = await openPrerendered(page)
  const link = assetRows(page).first().getByRole('link')
  const name = (await link.textContent()) ?? ''
  await link.click()
  release()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

for (const width of [1280, 390])
  test(`shows the preview in the app for a picture clicked on the prerendered page, at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const release = await openPrerendered(page)
    await expect(assetRows(page)).toHaveCount(10)
    const name = (await assetRows(page).nth(1).getByRole('link').first().textContent()) ?? ''
    await assetRows(page).nth(1).locator('[data-previews]').click()
    release()
    await expect(page.getByRole('complementary', { name: `Preview of ${name}` })).toBeVisible()
    await expect(page).toHaveURL(/\/assets$/)
  })

test('removes the rows from the prerendered page when the account signs out in another tab', async ({
  page,
  context,
}) => {
  const release = await openPrerendered(page)
  await expect(assetRows(page)).toHaveCount(10)
  const other = await context.newPage()
  await other.goto('/health')
  await other.evaluate((key) => localStorage.removeItem(key), SESSION_KEY)
  await expect(assetRows(page)).toHaveCount(0)
  release()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(assetRows(page)).toHaveCount(0)
})

test('starts the app even if a row of the prerendered list has an invalid date', async ({ page }) => {
  await page.route(/\/v1\/assets\?/, async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    list.data[0].updatedAt = 'soon'
    await route.fulfill({ response, json: list })
  })
  await openSignedIn(page, '/assets')
  await expect(appOf(page)).toBeVisible()
})

test('prerenders no rows after another tab signs in to another account, or if the request is refused', async ({
  page,
  context,
}) => {
  await openSignedIn(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  const renderedRows: string[] = []
  await page.exposeFunction('tell', (text: string) => renderedRows.push(text))
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
      const login = await retryWhileBusy(() => other.request.post('/v1/auth/login', { data }))
      const session = JSON.stringify({ data: await login.json(), isLoggedIn: true, isAnonymous: false })
      await other.evaluate(([key, text]) => localStorage.setItem(key!, text!), [SESSION_KEY, session])
      // Local storage reaches the process of another tab late.
      await page.waitForFunction(([key, text]) => localStorage.getItem(key!) === text, [SESSION_KEY, session])
      isSwitched = true
      const body = await answer.json()
      body.data[0].name = 'Only the admin’s'
      return route.fulfill({ response: answer, json: body })
    }
    return route.fulfill({ response: answer })
  })
  const admins = await other.evaluate((key) => localStorage.getItem(key)!, SESSION_KEY)
  // Switches accounts while the rows are in flight, then while the chunk that renders the rows is in flight.
  for (const blockedScript of [START, DRAWING]) {
    await other.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, admins] as const)
    isSwitched = false
    const release = await blockScript(page, blockedScript)
    await page.goto('/assets', { waitUntil: 'commit' })
    if (blockedScript === START)
      await page.waitForFunction(() => document.querySelector('#app') && globalThis.atelierFirst === undefined)
    else await expect.poll(() => isSwitched).toBe(true)
    release()
    await expect(assetRows(page).first()).toBeVisible()
    expect(renderedRows.filter((text) => text.includes('Only the admin’s'))).toEqual([])
    await page.unroute(blockedScript)
    await page.goto('about:blank')
  }
  await page.unroute(/\/v1\/assets\?/)
  await page.route(/\/v1\/assets\?/, (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'UNAUTHORIZED', message: 'no', status: 401 } } }),
  )
  // When `about:blank` is loaded, the pending calls of the previous page have ended.
  await page.goto('about:blank')
  renderedRows.length = 0
  await page.goto('/assets')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(renderedRows).toEqual([])
})

for (const [description, name] of [
  ['a stored grid view', 'Grid'],
  ['a stored selection of columns', 'Columns'],
] as const)
  test(`prerenders no rows of a list with ${description}, which only the app supports`, async ({ page }) => {
    await openSignedIn(page, '/assets')
    await expect(appOf(page)).toBeVisible()
    await page.getByRole('button', { name }).click()
    if (name === 'Columns') await page.getByRole('dialog').getByRole('checkbox', { name: 'Gender' }).click()
    else await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    const release = await openPrerendered(page)
    // The prerenderer has reported that it rendered nothing, so the app starts.
    await page.waitForFunction(() => document.querySelector('#app') && globalThis.atelierFirst === undefined)
    await expect(assetRows(page)).toHaveCount(0)
    release()
    await expect(assetRows(page)).toHaveCount(10)
  })
