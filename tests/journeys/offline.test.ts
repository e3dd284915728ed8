import type { Page } from '@playwright/test'
import { RewritingProxy } from './rewriting-proxy.ts'
import { ADMIN_EMAIL, assetRows, test as base, expect, openSignedIn } from './support.ts'

const test = base.extend<{ serverProxy: RewritingProxy }>({
  serverProxy: async ({ server }, use) => {
    const proxy = await RewritingProxy.create(server.port)
    await use(proxy)
    proxy.close()
  },
})
test.use({ serviceWorkers: 'allow' })

const readCacheNames = (page: Page) => page.evaluate(() => caches.keys())

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
const ACTIVATION_TIMEOUT = { timeout: 60_000 }

/** Returns the cache names once the latest service worker is active. Earlier, returns the states of all worker versions. */
const readWorkerStates = (page: Page) =>
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
async function waitForActivation(page: Page, expectedCaches: readonly unknown[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const states = new Map<string, string>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await devtools.send('ServiceWorker.enable')
  const readStates = async () => {
    const current = await readWorkerStates(page)
    const isInstalled = current[1] === 'installed'
    for (const [versionId, state] of states)
      if (isInstalled && state === 'activated') await devtools.send('ServiceWorker.stopWorker', { versionId })
    return current
  }
  await expect.poll(readStates, ACTIVATION_TIMEOUT).toEqual(expectedCaches)
  await devtools.detach()
}

const readEntryScript = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type="module"]')?.getAttribute('src') ?? '')

/**
 * Deploys a version of the client with a new entry script and removes the old entry script. With `page: false`, changes only the
 * service worker.
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
  serverProxy,
}) => {
  await openCached(page, serverProxy)
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('persist:user') ?? '{}').data.token as string)
  serverProxy.goDown()
  await page.goto(`${serverProxy.url}/assets?page=2`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  const offlineNotice = page.getByRole('status').filter({ hasText: 'Can’t reach Atelier. Reconnecting…' })
  await expect(offlineNotice).toBeVisible()
  // Styles and translations come from the cache. The Content Security Policy is as strict as online.
  await expect(page.getByRole('main')).not.toContainText(/\w\.\w+\.\w/)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Instrument Sans')
  const cspNonces = []
  for (const tab of [page, await context.newPage()]) {
    await tab.goto(`${serverProxy.url}/`)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    cspNonces.push(
      await tab.evaluate(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce),
    )
  }
  expect(new Set(cspNonces).size).toBe(2)

  // The cache serves no API calls, no embedded viewer and no pages outside the app.
  expect(await page.evaluate(() => fetch('/v1/assets').catch(({ name }) => name))).toBe('TypeError')
  for (const path of ['/embed', '/docs', '/dev/mailbox', '/viewer/atelier-viewer.js'])
    await expect(page.goto(serverProxy.url + path)).rejects.toThrow()

  const secondPage = context.pages()[1]!
  const bodies = await secondPage.evaluate(async () => {
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

  serverProxy.goUp()
  await secondPage.goto(`${serverProxy.url}/assets?page=2`)
  await expect(assetRows(secondPage)).toHaveCount(10)
  await expect(secondPage.getByRole('status').filter({ hasText: 'Can’t reach Atelier. Reconnecting…' })).toHaveCount(0)
})

test('shows the offline notice while the list still retries its request, before the last attempt', async ({
  page,
  serverProxy,
}) => {
  await openCached(page, serverProxy)
  // Maximises the client's retry delays, to nine seconds in total.
  await page.addInitScript(() => Object.assign(Math, { random: () => 0.999 }))
  serverProxy.goDown()
  await page.goto(`${serverProxy.url}/assets`)
  const startTime = Date.now()
  await expect(page.getByRole('status').filter({ hasText: 'Can’t reach Atelier.' })).toBeVisible()
  test.info().annotations.push({ type: 'delay of the notice, ms', description: String(Date.now() - startTime) })
  expect(await page.locator('main [aria-busy="true"]').count()).toBeGreaterThan(0)
})

test('serves a new version to newly opened pages, and the old files to tabs that are still open', async ({
  page,
  context,
  serverProxy,
}) => {
  await openCached(page, serverProxy)
  const entry = await readEntryScript(page)
  const [first] = await readCacheNames(page)
  deploy(serverProxy, entry, 'second00')
  const other = await context.newPage()
  await other.goto(`${serverProxy.url}/assets`)
  await expect(assetRows(other)).toHaveCount(10)
  expect(await readEntryScript(other)).toContain('second00')
  await waitForActivation(page, [first, expect.stringContaining('second00')])

  // The old tab still gets its entry script from the cache. The server no longer has that script.
  expect((await page.request.get(serverProxy.url + entry)).status()).toBe(404)
  expect(await page.evaluate((path) => fetch(path).then(({ status }) => status), entry)).toBe(200)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()

  // Offline, each newly opened page uses only files of the new version.
  serverProxy.goDown()
  await page.goto(`${serverProxy.url}/assets`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  expect(await readEntryScript(page)).toContain('second00')

  serverProxy.goUp()
  deploy(serverProxy, entry, 'third000')
  await page.goto(`${serverProxy.url}/assets`)
  expect(await readEntryScript(page)).toContain('third000')
  await waitForActivation(page, [expect.stringContaining('second00'), expect.stringContaining('third000')])
})

test('rejects an update with files of two versions, and keeps the complete old cache', async ({
  page,
  serverProxy,
}) => {
  await openCached(page, serverProxy)
  const entry = await readEntryScript(page)
  const before = await readCacheNames(page)
  deploy(serverProxy, entry, 'half0000', { page: false })
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
  serverProxy.goDown()
  await page.goto(`${serverProxy.url}/assets`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  expect(await readEntryScript(page)).toBe(entry)
  serverProxy.goUp()
  serverProxy.rewriteText = undefined
  await page.goto(`${serverProxy.url}/assets`)
  await expect(assetRows(page)).toHaveCount(10)
  expect((await readCacheNames(page)).slice(0, before.length)).toEqual(before)
})

test('removes the service worker and its caches on a page load after an operator has disabled the worker', async ({
  page,
  serverProxy,
}) => {
  await openCached(page, serverProxy)
  const disablingScript = await (await page.request.get(`${serverProxy.url}/sw-off.js`)).text()
  serverProxy.rewriteText = (path, text) =>
    path === '/sw.js' ? disablingScript : text.replace(/<meta name="service-worker" content="\/sw.js\?\w+" \/>/, '')
  await page.goto(`${serverProxy.url}/assets`)
  await expect(assetRows(page)).toHaveCount(10)
  // The browser checks for a new service worker some time after the page has loaded.
  await expect.poll(() => readCacheNames(page), ACTIVATION_TIMEOUT).toEqual([])
  await expect
    .poll(
      () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      ACTIVATION_TIMEOUT,
    )
    .toBe(0)
  serverProxy.goDown()
  await expect(page.goto(`${serverProxy.url}/assets`)).rejects.toThrow()
})
