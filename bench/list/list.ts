/**
 * Measures the asset list over 10,000 rows: `npx tsx bench/list/list.ts [runs]`, after `npm run build`. Prints medians of 7 runs
 * in headless Chromium against the built app and a real server. Times are measured in the page, from the click to the rendered
 * rows. The times are comparable only within one run; `compare-peers.ts` runs react-admin and Refine too.
 */
import { cpus, loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { RunningServer, signIn } from '../../tests/journeys/support.ts'
import { ensureChromium, PAGE_ARGS } from '../../tests/support/chromium.ts'
import { median } from '../samples.ts'
import { fillStore } from './fill-store.ts'

const RUNS = Number(process.argv[2] ?? 7)
const ROWS = 10_000
const printLine = (label: string, value: number, unit: string) =>
  console.log(`${label.padEnd(44)} ${value.toFixed(unit === 'kB' ? 1 : 0).padStart(7)} ${unit}`)

/** Runs before the page's scripts: records the time of the first row, and all long tasks. */
const recordTimings = () => {
  const timings = { firstRow: 0, tasks: [] as number[] }
  Object.assign(window, { seen: timings })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) timings.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const checkForRow = () => {
    if (document.querySelector('tbody a')) timings.firstRow ||= performance.now()
    else requestAnimationFrame(checkForRow)
  }
  requestAnimationFrame(checkForRow)
}
type PageTimings = { seen: { firstRow: number; tasks: number[] } }

console.log(`load of this machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`)
const server = await RunningServer.create()
await server.stop()
await fillStore(`${server.folder}/db`, ROWS)
await server.start()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: PAGE_ARGS })
try {
  const first = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await signIn(await first.newPage())
  const storageState = await first.storageState()
  await first.close()
  const openPage = async () => {
    const context = await browser.newContext({
      baseURL: server.url,
      storageState,
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    // The compiled code calls a helper for function names, which the page lacks.
    await page.addInitScript('globalThis.__name = (value) => it')
    await page.addInitScript(recordTimings)
    return { context, page }
  }
  await measureBundle(openPage)
  await measureSpeeds(openPage)
  await measureLongList(openPage)
  await measureHistory(openPage)
  await measureTabs(browser)
} finally {
  await browser.close()
  await server.remove()
}

type Open = () => Promise<{ context: BrowserContext; page: Page }>

async function measureBundle(openPage: Open) {
  const { context, page } = await openPage()
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) sizes.set(pathname, gzipSync(await response.body(), { level: 9 }).length)
  })
  await page.goto('/assets')
  await page.locator('tbody a').first().waitFor()
  await page.waitForTimeout(2000)
  printLine('JavaScript of the list page, gzip', [...sizes.values()].reduce((sum, n) => sum + n, 0) / 1000, 'kB')
  await context.close()
}

async function measureSpeeds(openPage: Open) {
  const times = { firstRow: [] as number[], sort: [] as number[], nextPage: [] as number[] }
  for (let run = 0; run < RUNS; run += 1) {
    const { context, page } = await openPage()
    await page.goto('/assets')
    await page.locator('tbody a').first().waitFor()
    times.firstRow.push(await page.evaluate(() => (window as unknown as PageTimings).seen.firstRow))
    await page.waitForTimeout(500)
    times.nextPage.push(await measureClickToRows(page, 'nav button[aria-label="Next page"]'))
    await page.getByRole('button', { name: '10 per page' }).click()
    await page.getByRole('menuitemradio', { name: '100 per page' }).click()
    await page.locator('footer', { hasText: '1–100 of' }).waitFor()
    await page.waitForTimeout(500)
    times.sort.push(await measureClickToRows(page, 'th button'))
    await context.close()
  }
  printLine('first row', median(times.firstRow), 'ms')
  printLine('100 rows, sorted', median(times.sort), 'ms')
  printLine('next page', median(times.nextPage), 'ms')
  console.log('    (changes within 250 ms of each other are debounced: Spec §7 Lists)')
}

/** Clicks a button and returns the milliseconds until other rows are rendered. */
function measureClickToRows(page: Page, button: string): Promise<number> {
  return page.evaluate(async (selector) => {
    const firstRow = () => document.querySelector('tbody tr[data-row]')?.getAttribute('data-row')
    const before = firstRow()
    const target = document.querySelector<HTMLElement>(selector)!
    const start = performance.now()
    target.click()
    while (firstRow() === before) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - start
  }, button)
}

async function measureLongList(openPage: Open) {
  const { context, page } = await openPage()
  await page.goto('/assets')
  await page.getByRole('button', { name: '10 per page' }).click()
  await page.getByRole('menuitemradio', { name: 'All rows' }).click()
  await page.locator('footer', { hasText: '100 of' }).waitFor()
  const scrolled = (rowCount: number) =>
    page.evaluate(async (rows) => {
      const { seen: timings } = window as unknown as PageTimings
      timings.tasks.length = 0
      const scroller = document.querySelector<HTMLElement>('[data-scroller]')!
      const loaded = () =>
        Number(/^([\d,]+) of/.exec(document.querySelector('footer')!.innerText)?.[1]?.replace(',', ''))
      let [frames, slowFrames, last] = [0, 0, performance.now()]
      while (loaded() < rows) {
        scroller.scrollBy({ top: 400 })
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = performance.now()
        frames += 1
        if (now - last > 50) slowFrames += 1
        last = now
      }
      return {
        tasks: timings.tasks.filter((ms) => ms > 50),
        share: slowFrames / frames,
        nodes: document.querySelectorAll('table *').length,
      }
    }, rowCount)
  const thousand = await scrolled(1000)
  printLine('1,000 rows: longest task over 50 ms', Math.max(0, ...thousand.tasks), 'ms')
  const all = await scrolled(ROWS)
  printLine('10,000 rows: longest task over 50 ms', Math.max(0, ...all.tasks), 'ms')
  printLine('10,000 rows: frames over 50 ms', all.share * 100, '%')
  printLine('10,000 rows: DOM nodes in the table', all.nodes, 'nodes')
  await context.close()
}

/** Goes back and forward through ten history entries and checks that each step shows the same rows as before. */
async function measureHistory(openPage: Open) {
  let [steps, exactSteps] = [0, 0]
  const { context, page } = await openPage()
  for (let round = 0; round < RUNS; round += 1) {
    await page.goto('/assets')
    await page.locator('tbody a').first().waitFor()
    const visitedPages: string[] = [await waitForRows(page)]
    const columns = ['Asset', 'Type', 'Updated', 'Gender', 'Asset']
    for (let index = 0; index < 9; index += 1) {
      if (index % 2 === 0) await page.getByRole('button', { name: 'Next page' }).click()
      else
        await page
          .locator('th')
          .getByRole('button', { name: columns[(index + round) % columns.length]! })
          .click()
      visitedPages.push(await waitForRows(page))
    }
    for (const step of [...Array(9).fill(-1), ...Array(9).fill(1)] as (1 | -1)[]) {
      await (step < 0 ? page.goBack() : page.goForward())
      const { text, url } = JSON.parse(await waitForRows(page)) as { text: string; url: string }
      steps += 1
      if (visitedPages.some((visited) => JSON.parse(visited).url === url && JSON.parse(visited).text === text))
        exactSteps += 1
    }
  }
  printLine(`Back and Forward, ${steps} steps: exact`, (100 * exactSteps) / steps, '%')
  await context.close()
}

async function waitForRows(page: Page): Promise<string> {
  // Waits for the debounce, the response and its rendering.
  await page.waitForTimeout(350)
  await page.waitForFunction(() => document.querySelector('table')?.getAttribute('aria-busy') === 'false')
  return page.evaluate(() =>
    JSON.stringify({
      url: location.search,
      text: [...document.querySelectorAll('tbody tr[data-row]')].map((row) => row.getAttribute('data-row')).join(),
    }),
  )
}

/** Reloads four tabs with an expired token at the same time. Counts the refreshes, and the tabs that are still signed in. */
async function measureTabs(browser: Browser) {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signIn(page)
  const others = await Promise.all(Array.from({ length: 3 }, () => context.newPage()))
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('persist:user') ?? '{}')
    const [header, , signature] = record.data.token.split('.')
    const claims = {
      ...JSON.parse(atob(record.data.token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))),
      exp: 1,
    }
    record.data.token = [
      header,
      btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      signature,
    ].join('.')
    localStorage.setItem('persist:user', JSON.stringify(record))
  })
  let refreshes = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/v1/auth/refresh')) refreshes += 1
  })
  const all = [page, ...others]
  await Promise.all(all.map((tab) => tab.goto('/assets')))
  await Promise.all(
    all.map((tab) =>
      tab
        .locator('tbody a')
        .first()
        .waitFor({ timeout: 20_000 })
        .catch(() => {}),
    ),
  )
  const signedInTabs = (await Promise.all(all.map((tab) => tab.locator('tbody a').count()))).filter((n) => n > 0).length
  console.log(`an expired token in four tabs: ${refreshes} refreshes, ${signedInTabs} of 4 tabs stay signed in`)
  await context.close()
}
