/**
 * Measures the cost of uploading a large model: `npx tsx bench/upload.ts [MB] [rounds]` (50, 3), after `npm run build`. Three
 * targets alternate in headless Chromium. `/assets/new` checks and hashes a model before it uploads. Uppy with its tus plugin
 * uploads to the same server and does neither. A bare PUT goes to a server that writes it to a file. Prints the time from
 * choosing the file until the server has the file, the main thread's CPU time and longest task, and the bytes sent. Then prints
 * how long the check's worker takes for models designed to be slow. Uppy is installed in a temporary folder.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { createLargeModel } from '../tests/journeys/files.ts'
import { ADMIN_EMAIL, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../tests/support/chromium.ts'
import { HOSTILE_MODELS } from '../tests/support/hostile-models.ts'
import { fetchAdminToken } from './admin-token.ts'
import { startBareServer } from './bare-server.ts'
import { UPLOAD_GOALS } from './goals.ts'
import { formatTable, type Sample, saveSamples } from './samples.ts'

const HERE = join(import.meta.dirname, 'upload')
const MB = 1024 * 1024
const megabytes = Number(process.argv[2] ?? 50)
const ROUNDS = Number(process.argv[3] ?? 3)
/** Bytes per tus request, for our uploads and Uppy's. */
const CHUNK_BYTES = 5 * MB
const samples: Sample[] = []

const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
const server = await RunningServer.create()
let bareServer: Awaited<ReturnType<typeof startBareServer>> | undefined
let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  // The peers' pages have another origin than the server they upload to.
  args: [...CHROMIUM_ARGS, '--disable-web-security'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/signin`)
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  session = await page.context().storageState()
  await page.close()
  await compareUploads()
  saveSamples(samples)
  console.log(formatTable(samples, (target) => target === 'ours', UPLOAD_GOALS))
  await checkSlowModels()
} finally {
  await browser.close()
  await bareServer?.stop()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Uploads the same model with our page, Uppy and a bare PUT alternately. Each run has its own browser context and bytes that the
 * server has never seen.
 */
async function compareUploads(): Promise<void> {
  const uppy = await buildUppy()
  const html = { headers: { 'content-type': 'text/html' } }
  bareServer = await startBareServer(
    new Map([
      ['/uppy', { ...html, body: Buffer.from(uppy) }],
      ['/bare', { ...html, body: readFileSync(join(HERE, 'bare.html')) }],
    ]),
    join(folder, 'put'),
  )
  const { url } = bareServer
  const token = await fetchAdminToken(server)
  const openPeerPage = (path: string, endpoint: string, sha256: string) => async () => {
    const page = await (await newContext()).newPage()
    await page.goto(`${url}${path}`)
    await page.evaluate(watchTasks)
    await page.evaluate((options) => (globalThis as unknown as { begin: (options: object) => void }).begin(options), {
      ...{ endpoint, token, sha256, chunkSize: CHUNK_BYTES },
    })
    return page
  }
  for (let round = 0; round < ROUNDS; round++) {
    const targetNames = ['ours', 'Uppy', 'bare PUT']
    for (const target of [...targetNames.slice(round % 3), ...targetNames.slice(0, round % 3)]) {
      const model = createLargeModel(`bench-${round}-${target}.glb`, megabytes * MB - 4096 - round)
      // Unique bytes, so that no target skips the upload of a known file.
      model.buffer.writeUInt32LE(Date.now() >>> 0, model.buffer.length - 4)
      const sha256 = createHash('sha256').update(model.buffer).digest('hex')
      const path = join(folder, 'model.glb')
      writeFileSync(path, model.buffer)
      const openPage = {
        ours: openNewAsset,
        Uppy: openPeerPage('/uppy', `${server.url}/files`, sha256),
        'bare PUT': openPeerPage('/bare', `${url}/put`, sha256),
      }[target]!
      await timeUpload(target, path, model.buffer.length, await openPage())
    }
  }
}

/** Chooses a file on a page and records the cost until the server has the file. */
async function timeUpload(target: string, path: string, bytes: number, page: Page): Promise<void> {
  page.on('console', (message) => message.type() === 'error' && console.error(`${target}: ${message.text()}`))
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/PATCH|PUT/.test(request.method())) sizes.push(request.headerValue('content-length').then(Number))
  })
  if (target === 'ours') await recordTimings(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readCpuMs = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  const cpuBefore = await readCpuMs()
  await (target === 'ours' ? fileInput(page) : page.locator('input')).setInputFiles(path)
  await page.waitForFunction(
    () => (globalThis as unknown as { seen: UploadTimings }).seen.at['sent'] !== undefined,
    undefined,
    {
      timeout: 300_000,
    },
  )
  const cpuUsedMs = (await readCpuMs()) - cpuBefore
  const { at, tasks } = await page.evaluate(() => (globalThis as unknown as { seen: UploadTimings }).seen)
  const sentBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const figures = {
    'until the server has it, ms': at['sent']! - at['chosen']!,
    'main-thread CPU, ms': cpuUsedMs,
    'longest task of the main thread, ms': Math.max(0, ...tasks),
    'bytes sent, % of the model': (sentBytes / bytes) * 100,
  }
  for (const [metric, value] of Object.entries(figures))
    samples.push({ metric: `${megabytes} MB: ${metric}`, target, value })
  await page.context().close()
}

async function buildUppy(): Promise<string> {
  const packageFolder = join(tmpdir(), 'atelier-bench-uppy')
  cpSync(HERE, packageFolder, { recursive: true })
  if (!existsSync(join(packageFolder, 'node_modules')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: packageFolder, stdio: 'inherit' })
  const bundle = await build({
    root: packageFolder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: join(packageFolder, 'uppy.js') } },
  })
  const [output] = [bundle].flat() as { output: { code?: string }[] }[]
  const page = readFileSync(join(HERE, 'uppy.html'), 'utf8')
  return page.replace(/<script.*<\/script>/, () => `<script type="module">${output!.output[0]!.code}</script>`)
}

async function checkSlowModels(): Promise<void> {
  console.log('Check results for models designed to be slow, in ms from choosing the file to the result:')
  for (const [name, buildModel] of Object.entries(HOSTILE_MODELS)) {
    const path = join(folder, 'hostile.glb')
    writeFileSync(path, buildModel())
    const page = await openNewAsset()
    await recordTimings(page)
    await fileInput(page).setInputFiles(path)
    const duration = await page.waitForFunction(() => {
      const { at } = (globalThis as unknown as { seen: UploadTimings }).seen
      const end = at['sending'] ?? at['refused'] ?? at['sent']
      return end === undefined ? undefined : Math.round(end - (at['chosen'] ?? 0))
    })
    console.log(`  ${String(await duration.jsonValue()).padStart(5)} ${name}`)
    await page.context().close()
  }
}

interface UploadTimings {
  at: Record<string, number>
  /** Duration of each long task, in milliseconds. */
  tasks: number[]
}

/** Runs in the page: records every task of the main thread over 50 ms. */
function watchTasks(): void {
  const timings: UploadTimings = { at: {}, tasks: [] }
  Object.assign(globalThis, { seen: timings })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) timings.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: false })
}

/** Runs in the page after {@link watchTasks}: records when the file field enters each state. */
function watchField(): void {
  const { seen: timings } = globalThis as unknown as { seen: UploadTimings }
  const field = document.querySelector('[data-field="model"]')
  const recordTime = (metric: string) => {
    timings.at[metric] ??= performance.now()
  }
  field?.addEventListener('change', () => recordTime('chosen'), true)
  new MutationObserver(() => {
    const text = field?.textContent ?? ''
    if (text.includes('Uploaded')) recordTime('sent')
    else if (text.includes('Sending')) recordTime('sending')
    if (field?.querySelector('[role="alert"]')) recordTime('refused')
  }).observe(field!, { subtree: true, childList: true, characterData: true, attributes: true })
}

async function recordTimings(page: Page): Promise<void> {
  await page.evaluate(watchTasks)
  await page.evaluate(watchField)
}

function fileInput(page: Page) {
  return page.locator('[data-field="model"] input[type="file"]')
}

/** Creates a new browser context, which has no drafts. */
async function newContext(state = session): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state }),
  })
  // The compiled code calls a helper for function names, which the page lacks.
  await context.addInitScript('globalThis.__name = (value) => it')
  return context
}

async function openNewAsset(): Promise<Page> {
  const page = await (await newContext()).newPage()
  await page.goto(`${server.url}/assets/new`)
  await fileInput(page).waitFor({ state: 'attached' })
  return page
}
