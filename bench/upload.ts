/**
 * What a large model costs the page and the line: `npx tsx bench/upload.ts [MB] [rounds]` (50, 3), after `npm run build`. In a
 * headless Chromium, in turns: `/assets/new`, which checks and hashes a model before it sends it; Uppy with its tus plugin,
 * which sends the same to the same server and does neither; and one bare PUT to a server that writes it to a file. Prints the time
 * from choosing it until the server has it, the main thread's CPU and its longest task, and how many bytes went over the
 * line; then how long the check's worker takes to judge models made to be slow. Uppy is installed in a folder of the temporary ones.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { bigModel } from '../tests/journeys/files.ts'
import { ADMIN, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'
import { HOSTILE_MODELS } from '../tests/support/hostile-models.ts'
import { startBareServer } from './bare-server.ts'
import { UPLOAD_GOALS } from './goals.ts'
import { keepSamples, type Sample, tableOf } from './samples.ts'
import { tokenOf } from './token-of.ts'

const HERE = join(import.meta.dirname, 'upload')
const MB = 1024 * 1024
const megabytes = Number(process.argv[2] ?? 50)
const ROUNDS = Number(process.argv[3] ?? 3)
/** The bytes of one request of tus, ours and Uppy's. */
const CHUNK_BYTES = 5 * MB
const samples: Sample[] = []

const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
const server = await RunningServer.create()
let bare: Awaited<ReturnType<typeof startBareServer>> | undefined
let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
const browser = await chromium.launch({
  executablePath: haveChromium(),
  // The pages of the others stand at another origin than the server they send to.
  args: [...CHROMIUM_ARGS, '--disable-web-security'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/signin`)
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  session = await page.context().storageState()
  await page.close()
  await beside()
  keepSamples(samples)
  console.log(tableOf(samples, (who) => who === 'ours', UPLOAD_GOALS))
  await hostile()
} finally {
  await browser.close()
  await bare?.stop()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}

/** The same model by ours, by Uppy and bare, in turns; each in a browser of its own and with bytes the server never saw. */
async function beside(): Promise<void> {
  const uppy = await buildUppy()
  const html = { headers: { 'content-type': 'text/html' } }
  bare = await startBareServer(
    new Map([
      ['/uppy', { ...html, body: Buffer.from(uppy) }],
      ['/bare', { ...html, body: readFileSync(join(HERE, 'bare.html')) }],
    ]),
    join(folder, 'put'),
  )
  const { url } = bare
  const token = await tokenOf(server)
  const plain = (path: string, endpoint: string, sha256: string) => async () => {
    const page = await (await newContext()).newPage()
    await page.goto(`${url}${path}`)
    await page.evaluate(watchTasks)
    await page.evaluate((given) => (globalThis as unknown as { begin: (it: object) => void }).begin(given), {
      ...{ endpoint, token, sha256, chunkSize: CHUNK_BYTES },
    })
    return page
  }
  for (let round = 0; round < ROUNDS; round++) {
    const ways = ['ours', 'Uppy', 'bare PUT']
    for (const who of [...ways.slice(round % 3), ...ways.slice(0, round % 3)]) {
      const model = bigModel(`bench-${round}-${who}.glb`, megabytes * MB - 4096 - round)
      // Nobody may find that the server has it already.
      model.buffer.writeUInt32LE(Date.now() >>> 0, model.buffer.length - 4)
      const sha256 = createHash('sha256').update(model.buffer).digest('hex')
      const path = join(folder, 'model.glb')
      writeFileSync(path, model.buffer)
      const open = {
        ours: openNew,
        Uppy: plain('/uppy', `${server.url}/files`, sha256),
        'bare PUT': plain('/bare', `${url}/put`, sha256),
      }[who]!
      await send(who, path, model.buffer.length, await open())
    }
  }
}

/** Chooses a file on a page and keeps what it cost until the server had it. */
async function send(who: string, path: string, bytes: number, page: Page): Promise<void> {
  page.on('console', (message) => message.type() === 'error' && console.error(`${who}: ${message.text()}`))
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/PATCH|PUT/.test(request.method())) sizes.push(request.headerValue('content-length').then(Number))
  })
  if (who === 'ours') await watch(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpu = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  const before = await cpu()
  await (who === 'ours' ? input(page) : page.locator('input')).setInputFiles(path)
  await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.at['sent'] !== undefined, undefined, {
    timeout: 300_000,
  })
  const worked = (await cpu()) - before
  const { at, tasks } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  const sent = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const figures = {
    'until the server has it, ms': at['sent']! - at['chosen']!,
    'main-thread CPU, ms': worked,
    'longest task of the main thread, ms': Math.max(0, ...tasks),
    'bytes sent, % of the model': (sent / bytes) * 100,
  }
  for (const [what, value] of Object.entries(figures)) samples.push({ what: `${megabytes} MB: ${what}`, who, value })
  await page.context().close()
}

/** The page with Uppy, in one piece. */
async function buildUppy(): Promise<string> {
  const place = join(tmpdir(), 'atelier-bench-uppy')
  cpSync(HERE, place, { recursive: true })
  if (!existsSync(join(place, 'node_modules')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: place, stdio: 'inherit' })
  const built = await build({
    root: place,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: join(place, 'uppy.js') } },
  })
  const [output] = [built].flat() as { output: { code?: string }[] }[]
  const page = readFileSync(join(HERE, 'uppy.html'), 'utf8')
  return page.replace(/<script.*<\/script>/, () => `<script type="module">${output!.output[0]!.code}</script>`)
}

async function hostile(): Promise<void> {
  console.log('Verdicts on models made to be slow, in ms from choosing to seeing:')
  for (const [name, make] of Object.entries(HOSTILE_MODELS)) {
    const path = join(folder, 'hostile.glb')
    writeFileSync(path, make())
    const page = await openNew()
    await watch(page)
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
  /** How long each task took, in milliseconds. */
  tasks: number[]
}

/** Runs in the page: notes every task of the main thread over 50 ms. */
function watchTasks(): void {
  const seen: Seen = { at: {}, tasks: [] }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: false })
}

/** Runs in the page after {@link watchTasks}: notes when the field changes what it says. */
function watchField(): void {
  const { seen } = globalThis as unknown as { seen: Seen }
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

async function watch(page: Page): Promise<void> {
  await page.evaluate(watchTasks)
  await page.evaluate(watchField)
}

function input(page: Page) {
  return page.locator('[data-field="model"] input[type="file"]')
}

/** A browser of its own, which holds no draft. */
async function newContext(state = session): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state }),
  })
  // The compiler names functions by a helper that the page lacks.
  await context.addInitScript('globalThis.__name = (it) => it')
  return context
}

/** The form in a browser of its own. */
async function openNew(): Promise<Page> {
  const page = await (await newContext()).newPage()
  await page.goto(`${server.url}/assets/new`)
  await input(page).waitFor({ state: 'attached' })
  return page
}
