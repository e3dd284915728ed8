import type { Page } from '@playwright/test'
import { SESSION_KEY } from '../../src/machines/session/session-record.ts'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { blockScript, readScreenLayout, storeSettings } from './first-paint.ts'
import { readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'
import { ADMIN_EMAIL, assetRows, expect, openSignedIn, PASSWORD, retryWhileBusy, test } from './support.ts'

const APP_SCRIPT = /\/assets\/app-[^/]+\.js$/

const PRERENDERER_SCRIPT = /\/assets\/early-[a-z]{2}-[^/]+\.js$/

/**
 * Opens the list and blocks the app's script until the returned function is called. The prerendered page does not need that
 * script. The fonts are loaded first, because fonts that load late on a busy machine would shift the page's texts.
 */
async function openPrerendered(page: Page, { path = '/assets', email = ADMIN_EMAIL } = {}): Promise<() => void> {
  await openSignedIn(page, '/settings', email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  const release = await blockScript(page, APP_SCRIPT)
  const releasePrerenderer = await blockScript(page, PRERENDERER_SCRIPT)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.fonts.size > 0)
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
  releasePrerenderer()
  return release
}

/** Returns the app's navigation. The prerendered page has none. */
const getAppNavigation = (page: Page) => page.getByRole('navigation', { name: /^(Main|Haupt)/ }).first()

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
    await expect(getAppNavigation(page)).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    const theme = await page.evaluate(() => document.documentElement.dataset['theme'])
    expect(theme).toBe(settings['atelier:theme' as never])
    const prerenderedLayout = await readScreenLayout(page)
    expect(prerenderedLayout.length).toBeGreaterThan(width > 700 ? 100 : 60)
    await shot(`first-page-${width}`)
    // The prerendered page fills in the times one frame after the rows.
    await expect(page.locator('time')).toHaveCount(10)
    const { sum, movedElements } = await readLayoutShifts(page)
    expect(sum, movedElements.join('\n')).toBeLessThan(0.001)
    release()
    await expect(getAppNavigation(page)).toBeVisible()
    const appLayout = new Set(await readScreenLayout(page))
    await shot(`first-page-${width}-app`)
    // Excludes the names of applications and tags, which load after the rows, and relative times, which may have changed.
    expect(
      prerenderedLayout.filter((line) => !appLayout.has(line) && !/…|^span (None|Keine)|^time /.test(line)),
    ).toEqual([])
    // The hint for new users is the last element to load. Narrower windows fold the navigation rail, which contains the hint.
    if (width > 1100) await expect(page.getByText('Jump to any asset')).toBeVisible()
    const after = await readLayoutShifts(page)
    expect(after.sum - sum, after.movedElements.slice(movedElements.length).join('\n')).toBeLessThan(0.001)
  })

test('paints a page in the stored theme before any script file is loaded', async ({ page }) => {
  await openSignedIn(page, '/health')
  await page.evaluate(() => localStorage.setItem('atelier:theme', 'dark'))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.route(/\/assets\/[^/]+\.js$/, () => {})
  await page.goto('/tags', { waitUntil: 'commit' })
  const readColorScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(readColorScheme).toBe('dark')
})

test("prerenders the first rows after at most ten requests, before the app's code is loaded", async ({ page }) => {
  await openSignedIn(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('about:blank')
  await page.addInitScript(() => {
    const times = { rowsAt: Number.POSITIVE_INFINITY }
    Object.assign(globalThis, { rowTimes: times })
    new MutationObserver(() => {
      if (document.querySelector('tbody [data-row]')) times.rowsAt = Math.min(times.rowsAt, performance.now())
    }).observe(document, { childList: true, subtree: true })
  })
  // Requests for other scripts than the prerenderer get no response.
  await page.route(/\/assets\/(?!early-)[^/]+\.js$/, () => {})
  await page.goto('/assets', { waitUntil: 'commit' })
  await expect(assetRows(page)).toHaveCount(10)
  const requestedUrls = await page.evaluate(() => {
    const { rowsAt } = (globalThis as unknown as { rowTimes: { rowsAt: number } }).rowTimes
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rowsAt)
    return ['the page', ...files.map(({ name }) => name)]
  })
  expect(requestedUrls.filter((name) => name.includes('/v1/assets?'))).toHaveLength(1)
  expect(requestedUrls.length, requestedUrls.join('\n')).toBeLessThanOrEqual(10)
})

test('imports only the module loader in the entry script of the page', async ({ page }) => {
  const html = await (await page.request.get('/assets', { headers: { accept: 'text/html' } })).text()
  const [, address = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html)!
  const script = await (await page.request.get(address)).text()
  const imports = [...script.matchAll(/(?:from|import)"\.\/([\w-]+?)-[\w-]{8}\.js"/g)].map(([, name]) => name)
  expect(imports).toEqual(['runtime'])
})

test("renders the app's navigation before the page's heading, both behind the prerendered page", async ({ page }) => {
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
  await expect(getAppNavigation(page)).toBeVisible()
  await expect(assetRows(page)).toHaveCount(10)
  expect([...new Set(renderedParts)].slice(-2)).toEqual(['nav', 'nav and h1'])
})

test('prerenders a list in which axe finds no violations, in light and dark', async ({ page }) => {
  await openPrerendered(page)
  await expect(assetRows(page)).toHaveCount(10)
  await expect(getAppNavigation(page)).toHaveCount(0)
  expect(await findAxeViolationsInBothSchemes(page, async () => {})).toEqual([])
})

test('keeps text typed on the prerendered page, and replays a button press once the app has started', async ({
  page,
}) => {
  const release = await openPrerendered(page)
  await expect(assetRows(page)).toHaveCount(10)
  await page.getByRole('checkbox').nth(2).click()
  const search = page.getByRole('searchbox', { name: 'Name or ID' })
  await search.fill('tide')
  await page.getByRole('button', { name: 'Columns' }).click()
  release()
  await expect(getAppNavigation(page)).toBeVisible()
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
  await expect(getAppNavigation(page)).toBeVisible()
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
  test(`opens the preview of an asset whose picture was clicked before the app started, at ${width} pixels`, async ({
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

test('removes the rows from the prerendered page when the user signs out in another tab', async ({ page, context }) => {
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
  await expect(getAppNavigation(page)).toBeVisible()
})

test('prerenders no row of an admin after another tab switches accounts, and no row after a 401 response', async ({
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
    const response = await route.fetch()
    if (!isSwitched) {
      const data = { email: 'user@atelier.example', password: PASSWORD }
      const login = await retryWhileBusy(() => other.request.post('/v1/auth/login', { data }))
      const session = JSON.stringify({ data: await login.json(), isLoggedIn: true, isAnonymous: false })
      await other.evaluate(([key, text]) => localStorage.setItem(key!, text!), [SESSION_KEY, session])
      // Local storage reaches the process of another tab late.
      await page.waitForFunction(([key, text]) => localStorage.getItem(key!) === text, [SESSION_KEY, session])
      isSwitched = true
      const body = await response.json()
      body.data[0].name = 'Only the admin’s'
      return route.fulfill({ response, json: body })
    }
    return route.fulfill({ response })
  })
  const adminSession = await other.evaluate((key) => localStorage.getItem(key)!, SESSION_KEY)
  // Switches accounts while the rows are in flight, then while the chunk that renders the rows is in flight.
  for (const blockedScript of [APP_SCRIPT, PRERENDERER_SCRIPT]) {
    await other.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, adminSession] as const)
    isSwitched = false
    const release = await blockScript(page, blockedScript)
    await page.goto('/assets', { waitUntil: 'commit' })
    if (blockedScript === APP_SCRIPT)
      await page.waitForFunction(
        () => document.querySelector('#app') && globalThis.atelierPrerenderedPage === undefined,
      )
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
  // Loading `about:blank` ends the pending calls of the previous page.
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
    await expect(getAppNavigation(page)).toBeVisible()
    await page.getByRole('button', { name }).click()
    if (name === 'Columns') await page.getByRole('dialog').getByRole('checkbox', { name: 'Gender' }).click()
    else await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    const release = await openPrerendered(page)
    // Waits until the prerenderer has reported that it rendered no rows.
    await page.waitForFunction(() => document.querySelector('#app') && globalThis.atelierPrerenderedPage === undefined)
    await expect(assetRows(page)).toHaveCount(0)
    release()
    await expect(assetRows(page)).toHaveCount(10)
  })
