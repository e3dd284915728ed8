import type { Page } from '@playwright/test'
import { RewritingProxy } from './rewriting-proxy.ts'
import { ADMIN_EMAIL, assetRows, test as base, expect, openSignedIn } from './support.ts'

const test = base.extend<{ between: RewritingProxy }>({
  between: async ({ server }, use) => {
    const proxy = await RewritingProxy.inFrontOf(server.port)
    await use(proxy)
    proxy.close()
  },
})
test.use({ serviceWorkers: 'allow' })

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())

/** Opens the list. Waits until the client is cached and the service worker controls the page. */
async function openCached(page: Page, proxy: RewritingProxy): Promise<void> {
  await openSignedIn(page, '/assets', ADMIN_EMAIL, proxy.url)
  await expect(assetRows(page)).toHaveCount(10)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Timeout for a new version of the service worker to become active. The new version first fetches about a hundred files. */
const TAKEN_OVER = { timeout: 60_000 }

/** Returns the cache names once the latest service worker is active. Until then returns the states of all its versions. */
const workerStates = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!
    if (!installing && !waiting && active?.state === 'activated') return caches.keys()
    return [installing, waiting, active].map((worker) => `${worker?.state}`)
  })

/**
 * Waits until the latest service worker is active and the caches match. Chromium normally stops an idle worker of the previous
 * version. But with a debugger such as Playwright attached, a worker that a request has started runs for five more minutes. So
 * this function stops that worker.
 */
async function takenOver(page: Page, expectedCaches: readonly unknown[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const states = new Map<string, string>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await devtools.send('ServiceWorker.enable')
  const readStates = async () => {
    const current = await workerStates(page)
    const isInstalled = current[1] === 'installed'
    for (const [versionId, state] of states)
      if (isInstalled && state === 'activated') await devtools.send('ServiceWorker.stopWorker', { versionId })
    return current
  }
  await expect.poll(readStates, TAKEN_OVER).toEqual(expectedCaches)
  await devtools.detach()
}

const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type="module"]')?.getAttribute('src') ?? '')

/**
 * Deploys another version of the client, with a different entry script only. The server no longer has the previous entry script.
 */
function deploy(proxy: RewritingProxy, entry: string, name: string, { page = true } = {}): void {
  const other = entry.replace(/-[\w-]{8}\.js$/, `-${name}.js`)
  proxy.pathAliases.set(other, entry)
  proxy.rewriteText = (path, text) => {
    if (path === '/sw.js') return text.replaceAll(entry, other).replace(/name:(["'`])/, `name:$1${name}`)
    if (path === entry) return page ? null : text
    return page && path !== other ? text.replaceAll(entry, other) : text
  }
}

test('opens pages without the server, shows a notice, recovers, and caches no personal data', async ({
  page,
  context,
  between,
}) => {
  await openCached(page, between)
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('persist:user') ?? '{}').data.token as string)
  between.goDown()
  await page.goto(`${between.url}/assets?page=2`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  const line = page.getByRole('status').filter({ hasText: 'Can’t reach Atelier. Reconnecting…' })
  await expect(line).toBeVisible()
  // Styles and translations come from the cache. The Content Security Policy is as strict as online.
  await expect(page.getByRole('main')).not.toContainText(/\w\.\w+\.\w/)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Instrument Sans')
  const nonces = []
  for (const tab of [page, await context.newPage()]) {
    await tab.goto(`${between.url}/`)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    nonces.push(await tab.evaluate(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce))
  }
  expect(new Set(nonces).size).toBe(2)

  // The cache serves no API calls, no embedded viewer and no pages outside the app.
  expect(await page.evaluate(() => fetch('/v1/assets').catch(({ name }) => name))).toBe('TypeError')
  for (const path of ['/embed', '/docs', '/dev/mailbox', '/viewer/atelier-viewer.js'])
    await expect(page.goto(between.url + path)).rejects.toThrow()

  const others = context.pages()[1]!
  const bodies = await others.evaluate(async () => {
    const found: [string, string][] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        found.push([new URL(request.url).pathname, await (await (await caches.open(name)).match(request))!.text()])
    return found
  })
  const paths = bodies.map(([path]) => path)
  expect(paths).toContain('/index.html')
  expect(paths.filter((path) => !/^\/(index\.html|assets\/[\w.$-]+-[\w-]{8}\.(js|css|woff2))$/.test(path))).toEqual([])
  expect(bodies.filter(([, text]) => text.includes(ADMIN_EMAIL) || text.includes(token))).toEqual([])

  between.comeUp()
  await others.goto(`${between.url}/assets?page=2`)
  await expect(assetRows(others)).toHaveCount(10)
  await expect(others.getByRole('status').filter({ hasText: 'Can’t reach Atelier. Reconnecting…' })).toHaveCount(0)
})

test('shows the offline notice while the list still retries its request, not only after the last try', async ({
  page,
  between,
}) => {
  await openCached(page, between)
  // Maximises the client's retry delays, to nine seconds in total.
  await page.addInitScript(() => Object.assign(Math, { random: () => 0.999 }))
  between.goDown()
  await page.goto(`${between.url}/assets`)
  const startTime = Date.now()
  await expect(page.getByRole('status').filter({ hasText: 'Can’t reach Atelier.' })).toBeVisible()
  test.info().annotations.push({ type: 'the line came after, ms', description: String(Date.now() - startTime) })
  expect(await page.locator('main [aria-busy="true"]').count()).toBeGreaterThan(0)
})

test('serves a new version to newly opened pages, and the old files to tabs that are still open', async ({
  page,
  context,
  between,
}) => {
  await openCached(page, between)
  const entry = await entryOf(page)
  const [first] = await cacheNames(page)
  deploy(between, entry, 'second00')
  const other = await context.newPage()
  await other.goto(`${between.url}/assets`)
  await expect(assetRows(other)).toHaveCount(10)
  expect(await entryOf(other)).toContain('second00')
  await takenOver(page, [first, expect.stringContaining('second00')])

  // The old tab still gets its entry script from the cache. The server no longer has that script.
  expect((await page.request.get(between.url + entry)).status()).toBe(404)
  expect(await page.evaluate((path) => fetch(path).then(({ status }) => status), entry)).toBe(200)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()

  // Offline, each newly opened page uses only files of the new version.
  between.goDown()
  await page.goto(`${between.url}/assets`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  expect(await entryOf(page)).toContain('second00')

  between.comeUp()
  deploy(between, entry, 'third000')
  await page.goto(`${between.url}/assets`)
  expect(await entryOf(page)).toContain('third000')
  await takenOver(page, [expect.stringContaining('second00'), expect.stringContaining('third000')])
})

test('rejects an update with files of two versions, and keeps the complete old cache', async ({ page, between }) => {
  await openCached(page, between)
  const entry = await entryOf(page)
  const before = await cacheNames(page)
  deploy(between, entry, 'half0000', { page: false })
  const failed = page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!
    const found = new Promise<ServiceWorker>((resolve) =>
      registration.addEventListener('updatefound', () => resolve(registration.installing!)),
    )
    await registration.update().catch(() => {})
    const worker = await found
    if (worker.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
    return worker.state
  })
  expect(await failed).toBe('redundant')
  between.goDown()
  await page.goto(`${between.url}/assets`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  expect(await entryOf(page)).toBe(entry)
  between.comeUp()
  between.rewriteText = undefined
  await page.goto(`${between.url}/assets`)
  await expect(assetRows(page)).toHaveCount(10)
  expect((await cacheNames(page)).slice(0, before.length)).toEqual(before)
})

test('removes the service worker and its caches on the next page load after an operator disabled it', async ({
  page,
  between,
}) => {
  await openCached(page, between)
  const off = await (await page.request.get(`${between.url}/sw-off.js`)).text()
  between.rewriteText = (path, text) =>
    path === '/sw.js' ? off : text.replace(/<meta name="service-worker" content="\/sw.js\?\w+" \/>/, '')
  await page.goto(`${between.url}/assets`)
  await expect(assetRows(page)).toHaveCount(10)
  // The browser checks for a new service worker some time after the page has loaded.
  await expect.poll(() => cacheNames(page), TAKEN_OVER).toEqual([])
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), TAKEN_OVER)
    .toBe(0)
  between.goDown()
  await expect(page.goto(`${between.url}/assets`)).rejects.toThrow()
})
