import type { Page } from '@playwright/test'
import { StandBetween } from './stand-between.ts'
import { ADMIN, test as base, expect, openAs, rows } from './support.ts'

const test = base.extend<{ between: StandBetween }>({
  between: async ({ server }, use) => {
    const between = await StandBetween.before(server.port)
    await use(between)
    between.close()
  },
})
test.use({ serviceWorkers: 'allow' })

/** What is kept on this origin, by the names it is kept under. */
const kept = (page: Page) => page.evaluate(() => caches.keys())

/** Opens the list and waits until the client is kept, and in the hands of the worker that kept it. */
async function openKept(page: Page, between: StandBetween): Promise<void> {
  await openAs(page, '/assets', ADMIN, between.url)
  await expect(rows(page)).toHaveCount(10)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Some hundred files are fetched for each version. */
const TAKEN_OVER = { timeout: 60_000 }

/** What is kept, once no version is on its way: the last is in charge then. Until it is, how far each of them is. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!
    if (!installing && !waiting && active?.state === 'activated') return caches.keys()
    return [installing, waiting, active].map((it) => `${it?.state}`)
  })

/**
 * Waits until the last version is in charge and so much is kept. Chromium ends the worker of the version before once it is idle;
 * one that a request has woken meanwhile it leaves alone for five minutes where a debugger is attached, as Playwright is. So it
 * is ended here.
 */
async function takenOver(page: Page, kept: readonly unknown[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const states = new Map<string, string>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await devtools.send('ServiceWorker.enable')
  const look = async () => {
    const now = await settled(page)
    const isInstalled = now[1] === 'installed'
    for (const [versionId, state] of states)
      if (isInstalled && state === 'activated') await devtools.send('ServiceWorker.stopWorker', { versionId })
    return now
  }
  await expect.poll(look, TAKEN_OVER).toEqual(kept)
  await devtools.detach()
}

/** The script that a page begins with. */
const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type="module"]')?.getAttribute('src') ?? '')

/** Puts another version of the client in place, of which only the script that a page begins with differs; the former one's is gone. */
function deploy(between: StandBetween, entry: string, name: string, { page = true } = {}): void {
  const other = entry.replace(/-[\w-]{8}\.js$/, `-${name}.js`)
  between.others.set(other, entry)
  between.change = (path, text) => {
    if (path === '/sw.js') return text.replaceAll(entry, other).replace(/name:(["'`])/, `name:$1${name}`)
    if (path === entry) return page ? null : text
    return page && path !== other ? text.replaceAll(entry, other) : text
  }
}

test('with the server gone pages open, say so, and go on once it is back; nothing of a person is kept', async ({
  page,
  context,
  between,
}) => {
  await openKept(page, between)
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('persist:user') ?? '{}').data.token as string)
  between.leave()
  await page.goto(`${between.url}/assets?page=2`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  const line = page.getByRole('status').filter({ hasText: 'Atelier can’t reach the service. It keeps trying.' })
  await expect(line).toBeVisible()
  // Its styles and sentences are there, and its policy is as strict as it was.
  await expect(page.getByRole('main')).not.toContainText(/\w\.\w+\.\w/)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Instrument Sans')
  const nonces = []
  for (const tab of [page, await context.newPage()]) {
    await tab.goto(`${between.url}/`)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    nonces.push(await tab.evaluate(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce))
  }
  expect(new Set(nonces).size).toBe(2)

  // Calls, frames and the pages of others are not answered for.
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
  expect(bodies.filter(([, text]) => text.includes(ADMIN) || text.includes(token))).toEqual([])

  between.comeBack()
  await others.goto(`${between.url}/assets?page=2`)
  await expect(rows(others)).toHaveCount(10)
  await expect(
    others.getByRole('status').filter({ hasText: 'Atelier can’t reach the service. It keeps trying.' }),
  ).toHaveCount(0)
})

test('with the server gone a list says so while it still tries, not once it has given up', async ({
  page,
  between,
}) => {
  await openKept(page, between)
  // Its tries are as far apart as they can be: nine seconds in all.
  await page.addInitScript(() => Object.assign(Math, { random: () => 0.999 }))
  between.leave()
  await page.goto(`${between.url}/assets`)
  const began = Date.now()
  await expect(page.getByRole('status').filter({ hasText: 'Atelier can’t reach the service.' })).toBeVisible()
  test.info().annotations.push({ type: 'the line came after, ms', description: String(Date.now() - began) })
  expect(await page.locator('main [aria-busy="true"]').count()).toBeGreaterThan(0)
})

test('a new version is there at the next page, beside a tab of the former one, whose files stay until its last', async ({
  page,
  context,
  between,
}) => {
  await openKept(page, between)
  const entry = await entryOf(page)
  const [first] = await kept(page)
  deploy(between, entry, 'second00')
  const other = await context.newPage()
  await other.goto(`${between.url}/assets`)
  await expect(rows(other)).toHaveCount(10)
  expect(await entryOf(other)).toContain('second00')
  await takenOver(page, [first, expect.stringContaining('second00')])

  // The former tab still gets what it began with, which the server no longer has.
  expect((await page.request.get(between.url + entry)).status()).toBe(404)
  expect(await page.evaluate((path) => fetch(path).then(({ status }) => status), entry)).toBe(200)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()

  // Offline each page that is opened now is the new one, whole.
  between.leave()
  await page.goto(`${between.url}/assets`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  expect(await entryOf(page)).toContain('second00')

  between.comeBack()
  deploy(between, entry, 'third000')
  await page.goto(`${between.url}/assets`)
  expect(await entryOf(page)).toContain('third000')
  await takenOver(page, [expect.stringContaining('second00'), expect.stringContaining('third000')])
})

test('while a server is put in place of another, no version is kept that is half of one and half of the other', async ({
  page,
  between,
}) => {
  await openKept(page, between)
  const entry = await entryOf(page)
  const before = await kept(page)
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
  between.leave()
  await page.goto(`${between.url}/assets`)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  expect(await entryOf(page)).toBe(entry)
  between.comeBack()
  between.change = undefined
  await page.goto(`${between.url}/assets`)
  await expect(rows(page)).toHaveCount(10)
  expect((await kept(page)).slice(0, before.length)).toEqual(before)
})

test('an operator ends it: at the next page nothing is kept any more, and nobody stands between', async ({
  page,
  between,
}) => {
  await openKept(page, between)
  const off = await (await page.request.get(`${between.url}/sw-off.js`)).text()
  between.change = (path, text) =>
    path === '/sw.js' ? off : text.replace(/<meta name="service-worker" content="\/sw.js\?\w+" \/>/, '')
  await page.goto(`${between.url}/assets`)
  await expect(rows(page)).toHaveCount(10)
  await expect.poll(() => kept(page)).toEqual([])
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  between.leave()
  await expect(page.goto(`${between.url}/assets`)).rejects.toThrow()
})
