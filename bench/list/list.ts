/**
 * What the asset list takes over 10,000 rows: `npx tsx bench/list/list.ts [runs]`, after `npm run build`. Medians of 7 runs
 * in a headless Chromium against the built app and a real server. Times are the page's own, from the press to the drawn
 * rows; they mean something only beside others of the same run: `beside.ts` runs react-admin and Refine there.
 */
import { cpus, loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { RunningServer, signIn } from '../../tests/journeys/support.ts'
import { haveChromium, PAGE_ARGS } from '../../tests/support/chromium.ts'
import { median } from '../samples.ts'
import { fillStore } from './store.ts'

const RUNS = Number(process.argv[2] ?? 7)
const ROWS = 10_000
const line = (what: string, value: number, unit: string) =>
  console.log(`${what.padEnd(44)} ${value.toFixed(unit === 'kB' ? 1 : 0).padStart(7)} ${unit}`)

/** Runs in the page before it loads: when the first row stood there, and every long task. */
const watch = () => {
  const seen = { firstRow: 0, tasks: [] as number[] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('tbody a')) seen.firstRow ||= performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
type Seen = { seen: { firstRow: number; tasks: number[] } }

console.log(`load of this machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`)
const server = await RunningServer.create()
await server.stop()
await fillStore(`${server.folder}/db`, ROWS)
await server.start()
const browser = await chromium.launch({ executablePath: haveChromium(), args: PAGE_ARGS })
try {
  const first = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await signIn(await first.newPage())
  const storageState = await first.storageState()
  await first.close()
  const open = async () => {
    const context = await browser.newContext({
      baseURL: server.url,
      storageState,
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    // The runner names functions by a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (it) => it')
    await page.addInitScript(watch)
    return { context, page }
  }
  await bundle(open)
  await speeds(open)
  await longList(open)
  await walks(open)
  await tabs(browser)
} finally {
  await browser.close()
  await server.remove()
}

type Open = () => Promise<{ context: BrowserContext; page: Page }>

async function bundle(open: Open) {
  const { context, page } = await open()
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) sizes.set(pathname, gzipSync(await response.body(), { level: 9 }).length)
  })
  await page.goto('/assets')
  await page.locator('tbody a').first().waitFor()
  await page.waitForTimeout(2000)
  line('JavaScript of the list page, gzip', [...sizes.values()].reduce((sum, n) => sum + n, 0) / 1000, 'kB')
  await context.close()
}

async function speeds(open: Open) {
  const times = { firstRow: [] as number[], sort: [] as number[], nextPage: [] as number[] }
  for (let run = 0; run < RUNS; run += 1) {
    const { context, page } = await open()
    await page.goto('/assets')
    await page.locator('tbody a').first().waitFor()
    times.firstRow.push(await page.evaluate(() => (window as unknown as Seen).seen.firstRow))
    await page.waitForTimeout(500)
    times.nextPage.push(await pressToRows(page, 'nav button[aria-label="Next page"]'))
    await page.getByRole('button', { name: '10 per page' }).click()
    await page.getByRole('menuitemradio', { name: '100 per page' }).click()
    await page.locator('footer', { hasText: '1–100 of' }).waitFor()
    await page.waitForTimeout(500)
    times.sort.push(await pressToRows(page, 'th button'))
    await context.close()
  }
  line('first row', median(times.firstRow), 'ms')
  line('100 rows, sorted', median(times.sort), 'ms')
  line('next page', median(times.nextPage), 'ms')
  console.log('    (what follows another change within 250 ms waits until no more come: Spec §7 Lists)')
}

/** Milliseconds from a press until other rows are drawn. */
function pressToRows(page: Page, button: string): Promise<number> {
  return page.evaluate(async (selector) => {
    const firstRow = () => document.querySelector('tbody tr[data-row]')?.getAttribute('data-row')
    const before = firstRow()
    const target = document.querySelector<HTMLElement>(selector)!
    const begun = performance.now()
    target.click()
    while (firstRow() === before) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begun
  }, button)
}

async function longList(open: Open) {
  const { context, page } = await open()
  await page.goto('/assets')
  await page.getByRole('button', { name: '10 per page' }).click()
  await page.getByRole('menuitemradio', { name: 'All rows' }).click()
  await page.locator('footer', { hasText: '100 of' }).waitFor()
  const scrolled = (goal: number) =>
    page.evaluate(async (rows) => {
      const { seen } = window as unknown as Seen
      seen.tasks.length = 0
      const scroller = document.querySelector<HTMLElement>('[data-scroller]')!
      const loaded = () =>
        Number(/^([\d,]+) of/.exec(document.querySelector('footer')!.innerText)?.[1]?.replace(',', ''))
      let [frames, slow, last] = [0, 0, performance.now()]
      while (loaded() < rows) {
        scroller.scrollBy({ top: 400 })
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = performance.now()
        frames += 1
        if (now - last > 50) slow += 1
        last = now
      }
      return {
        tasks: seen.tasks.filter((ms) => ms > 50),
        share: slow / frames,
        nodes: document.querySelectorAll('table *').length,
      }
    }, goal)
  const thousand = await scrolled(1000)
  line('1,000 rows: longest task over 50 ms', Math.max(0, ...thousand.tasks), 'ms')
  const all = await scrolled(ROWS)
  line('10,000 rows: longest task over 50 ms', Math.max(0, ...all.tasks), 'ms')
  line('10,000 rows: frames over 50 ms', all.share * 100, '%')
  line('10,000 rows: DOM nodes in the table', all.nodes, 'nodes')
  await context.close()
}

/** Back and Forward through ten states: the rows after each step are those the address showed before. */
async function walks(open: Open) {
  let [steps, exact] = [0, 0]
  const { context, page } = await open()
  for (let walk = 0; walk < RUNS; walk += 1) {
    await page.goto('/assets')
    await page.locator('tbody a').first().waitFor()
    const shown: string[] = [await settled(page)]
    const presses = ['Asset', 'Type', 'Updated', 'Gender', 'Asset']
    for (let at = 0; at < 9; at += 1) {
      if (at % 2 === 0) await page.getByRole('button', { name: 'Next page' }).click()
      else
        await page
          .locator('th')
          .getByRole('button', { name: presses[(at + walk) % presses.length]! })
          .click()
      shown.push(await settled(page))
    }
    for (const step of [...Array(9).fill(-1), ...Array(9).fill(1)] as (1 | -1)[]) {
      await (step < 0 ? page.goBack() : page.goForward())
      const { text, url } = JSON.parse(await settled(page)) as { text: string; url: string }
      steps += 1
      if (shown.some((it) => JSON.parse(it).url === url && JSON.parse(it).text === text)) exact += 1
    }
  }
  line(`Back and Forward, ${steps} steps: exact`, (100 * exact) / steps, '%')
  await context.close()
}

async function settled(page: Page): Promise<string> {
  // The debounce, the answer and its drawing; then whatever is there is what people see.
  await page.waitForTimeout(350)
  await page.waitForFunction(() => document.querySelector('table')?.getAttribute('aria-busy') === 'false')
  return page.evaluate(() =>
    JSON.stringify({
      url: location.search,
      text: [...document.querySelectorAll('tbody tr[data-row]')].map((row) => row.getAttribute('data-row')).join(),
    }),
  )
}

/** An expired token in four tabs that all load again at once: how many refreshes, and how many tabs are still signed in. */
async function tabs(browser: Browser) {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signIn(page)
  const others = await Promise.all(Array.from({ length: 3 }, () => context.newPage()))
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('persist:user') ?? '{}')
    const [head, , signature] = record.data.token.split('.')
    const claims = {
      ...JSON.parse(atob(record.data.token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))),
      exp: 1,
    }
    record.data.token = [
      head,
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
  const alive = (await Promise.all(all.map((tab) => tab.locator('tbody a').count()))).filter((n) => n > 0).length
  console.log(`an expired token in four tabs: ${refreshes} refreshes, ${alive} of 4 tabs go on`)
  await context.close()
}
