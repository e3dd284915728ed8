/**
 * What a large model costs the page and the line: `npx tsx bench/upload.ts [MB]` (50), after `npm run build`. Drops a model of
 * so many megabytes on `/assets/new` in a headless Chromium and prints how long checking, hashing and sending took, the
 * longest task of the main thread in each, and how many bytes went over the line; then how long the check's worker takes to
 * judge models made to be slow.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { bigModel } from '../tests/journeys/files.ts'
import { ADMIN, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'
import { HOSTILE_MODELS } from '../tests/support/hostile-models.ts'

const MB = 1024 * 1024
const megabytes = Number(process.argv[2] ?? 50)
const PHASES = ['checking', 'sending', 'sent'] as const

const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
const server = await RunningServer.create()
let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
const browser = await chromium.launch({ executablePath: haveChromium(), args: CHROMIUM_ARGS })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/signin`)
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  session = await page.context().storageState()
  await page.close()
  await large()
  await hostile()
} finally {
  await browser.close()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function large(): Promise<void> {
  const model = bigModel('bench.glb', megabytes * MB - 4096)
  const path = join(folder, model.name)
  writeFileSync(path, model.buffer)
  const page = await openNew()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'PATCH') sizes.push(request.headerValue('content-length').then(Number))
  })
  await page.evaluate(watch)
  await input(page).setInputFiles(path)
  await page.getByText('Uploaded', { exact: true }).first().waitFor({ timeout: 120_000 })
  // What comes after it is sent: its preview, the checks.
  await page.waitForTimeout(8000)
  const { at, tasks } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  const from = { checking: at['chosen'] ?? 0, sending: at['sending'] ?? 0, sent: at['sent'] ?? 0 }
  const sent = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
  console.log(`${megabytes} MB, ${(model.buffer.length / MB).toFixed(1)} MiB in the file`)
  for (const [i, phase] of PHASES.entries()) {
    const end = i + 1 < PHASES.length ? from[PHASES[i + 1]!] : Number.POSITIVE_INFINITY
    const own = tasks.filter(({ start }) => start >= from[phase] - 1 && start < end)
    const longest = Math.max(0, ...own.map(({ duration }) => duration))
    const took = Number.isFinite(end) ? `${Math.round(end - from[phase])} ms` : 'eight seconds after'
    console.log(
      `  ${phase.padEnd(9)} ${took.padStart(20)}, longest task ${Math.round(longest)} ms, ${own.length} over 50 ms`,
    )
  }
  console.log(
    `  in all ${Math.round(from.sent - from.checking)} ms; bytes sent: ${((sent / model.buffer.length) * 100).toFixed(1)} %`,
  )
}

async function hostile(): Promise<void> {
  console.log('Verdicts on models made to be slow, in ms from choosing to seeing:')
  for (const [name, make] of Object.entries(HOSTILE_MODELS)) {
    const path = join(folder, 'hostile.glb')
    writeFileSync(path, make())
    const page = await openNew()
    await page.evaluate(watch)
    await input(page).setInputFiles(path)
    const took = await page.waitForFunction(() => {
      const { at } = (globalThis as unknown as { seen: Seen }).seen
      const end = at['sending'] ?? at['refused'] ?? at['sent']
      return end === undefined ? undefined : Math.round(end - (at['chosen'] ?? 0))
    })
    console.log(`  ${String(await took.jsonValue()).padStart(5)} ${name}`)
    await page.context().close()
  }
}

interface Seen {
  at: Record<string, number>
  tasks: { start: number; duration: number }[]
}

/** Runs in the page: notes when the field changes what it says, and every task of the main thread over 50 ms. */
function watch(): void {
  const seen: Seen = { at: {}, tasks: [] }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: false })
  const field = document.querySelector('[data-field="model"]')
  const note = (what: string) => {
    seen.at[what] ??= performance.now()
  }
  field?.addEventListener('change', () => note('chosen'), true)
  new MutationObserver(() => {
    const text = field?.textContent ?? ''
    if (text.includes('Uploaded')) note('sent')
    else if (text.includes('Sending')) note('sending')
    if (field?.querySelector('[role="alert"]')) note('refused')
  }).observe(field!, { subtree: true, childList: true, characterData: true, attributes: true })
}

function input(page: Page) {
  return page.locator('[data-field="model"] input[type="file"]')
}

/** The form in a browser of its own, which holds no draft. */
async function openNew(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(session && { storageState: session }),
  })
  // The compiler names functions by a helper that the page lacks.
  await context.addInitScript('globalThis.__name = (it) => it')
  const page = await context.newPage()
  await page.goto(`${server.url}/assets/new`)
  await input(page).waitFor({ state: 'attached' })
  return page
}
