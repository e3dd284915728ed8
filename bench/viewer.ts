/**
 * Compares the viewer, as element and as component, with `@readyplayerme/visage`, `@google/model-viewer` and a bare page with
 * R3F. Same model, same canvas of 640 × 800, same Chromium with software WebGL. First run `npm install --prefix bench/viewer
 * --legacy-peer-deps` and `npm run build:viewer`, then `npx tsx bench/viewer.ts`. Prints medians with minimum and maximum, and
 * ratios. Targets alternate, and each round starts with another target.
 *
 * Options:
 * - `RUNS` (5) and `MOUNTS` (20): numbers of repetitions
 * - `ONLY`: targets
 * - `PARTS`: which of `visit turn rest swap mount` to measure
 * - `BEFORE`: folder with an earlier build of the viewer (`atelier-before`, `react-before`)
 * - `SHOTS`: folder for screenshots
 * - `V8`: V8 flags; `--jitless`, for example, excludes compiled code from the memory left by a swap
 * - `CARD=1`: renders with the machine's GPU
 */
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, ensureChromium, OFFLINE_ARGS } from '../tests/support/chromium.ts'
import { openBenchSite } from './bench-site.ts'
import { VIEWER_GOALS } from './goals.ts'
import { formatTable, median, type Sample, saveSamples } from './samples.ts'

const HERE = join(import.meta.dirname, 'viewer')
const RUNS = Number(process.env['RUNS'] ?? 5)
const SHOTS = process.env['SHOTS']
/** Flags for a GPU without a display, which Chromium reaches by Vulkan. */
const CARD_ARGS = [
  '--use-angle=vulkan',
  '--enable-features=Vulkan',
  '--disable-vulkan-surface',
  '--ignore-gpu-blocklist',
]
const WEBGL_ARGS = process.env['CARD'] ? [...OFFLINE_ARGS, '--use-gl=angle', ...CARD_ARGS] : CHROMIUM_ARGS
const BEFORE = process.env['BEFORE']
const OURS = ['atelier', 'react', ...(BEFORE ? ['atelier-before', 'react-before'] : [])]
/** Viewers that ours is compared with. The bare page is not a viewer; it only shows the lower bound. */
const PEERS = ['visage', 'model-viewer']
const NAMES: readonly string[] = process.env['ONLY']?.split(',') ?? [...OURS, ...PEERS, 'bare']
const PARTS: ReadonlySet<string> = new Set(
  process.env['PARTS']?.split(',') ?? ['visit', 'turn', 'rest', 'swap', 'mount'],
)
const MODELS = ['ines', 'kofi', 'otto', 'lotte'].map((name) => `/models/${name}.glb`)
/** Number of swaps and mounts, rounded up to whole rounds, so that the same model is shown before and after. */
const MOUNTS = Math.ceil(Number(process.env['MOUNTS'] ?? 20) / MODELS.length) * MODELS.length

interface BenchWindow {
  bench: {
    first: number | null
    share: number
    frames: number[]
    lags: number[]
    held: () => Record<string, number>
  }
  page: { show: (src: string) => Promise<void>; away: () => void }
}

const FIGURE_LABELS = {
  gzip: 'JS until the model shows, kB gzip',
  brotli: 'JS until the model shows, kB brotli',
  shown: 'navigation to first frame with the model, ms',
  work: 'processor time of the whole browser until then, ms',
  frame: 'frame while turning, p50 ms',
  lag: 'pointer to frame, p50 ms',
  idle: 'frames in 5 idle s',
  offScreen: 'frames in 5 s off-screen',
  swapTextures: `textures left after ${MOUNTS} swaps`,
  swapObjects: 'objects left per swap',
  swapHeap: 'heap left per swap, kB, including compiled code and the browser’s timeline',
  mountContexts: `WebGL contexts left after ${MOUNTS} mounts`,
  mountTextures: `textures left after ${MOUNTS} mounts`,
  mountObjects: 'objects left per mount',
  mountHeap: 'heap left per mount, kB, including the same',
} as const
type Figure = keyof typeof FIGURE_LABELS

const results = new Map<string, Map<Figure, number[]>>()
function recordFigures(name: string, figures: Partial<Record<Figure, number>>): void {
  const targetFigures = results.get(name) ?? new Map<Figure, number[]>()
  results.set(name, targetFigures)
  for (const [figure, value] of Object.entries(figures) as [Figure, number][])
    targetFigures.set(figure, [...(targetFigures.get(figure) ?? []), value])
  console.error(`${name}: ${JSON.stringify(figures)}`)
}

const site = await openBenchSite(BEFORE)
try {
  for (let run = 0; run < RUNS; run++)
    for (const offset of NAMES.keys()) {
      const name = NAMES[(offset + run) % NAMES.length]!
      await visit(name, run === 0).catch((error) => console.error(`${name}: ${error}`))
    }
  for (const name of NAMES) await measureIdle(name).catch((error) => console.error(`${name}: ${error}`))
} finally {
  await site.close()
}
printReport()

/** Measures one visit: until the model is shown, and while it is turned. */
async function visit(name: string, isFirst: boolean): Promise<void> {
  await withPage(name, async (page, scripts, cpuMs) => {
    const firstFrameMs = await page.evaluate(() => (window as unknown as BenchWindow).bench.first ?? Number.NaN)
    recordFigures(name, { shown: firstFrameMs, work: cpuMs })
    if (isFirst) recordFigures(name, compressedSizes(await Promise.all(scripts())))
    if (SHOTS && isFirst) await page.screenshot({ path: join(SHOTS, `${name}.png`) })
    if (PARTS.has('turn')) recordFigures(name, await turnModel(page))
  })
}

/** Measures the idle page, and the resources left after many models. */
async function measureIdle(name: string): Promise<void> {
  if (PARTS.has('rest'))
    await withPage(name, async (page) => {
      await waitForIdle(page)
      const idle = await framesIn(page, 5000)
      await page.evaluate(() => scrollTo(0, 2000))
      await waitForIdle(page)
      recordFigures(name, { idle, offScreen: await framesIn(page, 5000) })
    })
  if (PARTS.has('swap')) {
    const { textures, objects, heap } = await withPage(name, (page) => swapModels(page, 'swap'))
    recordFigures(name, { swapTextures: textures, swapObjects: objects, swapHeap: heap })
  }
  if (PARTS.has('mount')) {
    const { contexts, textures, objects, heap } = await withPage(name, (page) => swapModels(page, 'mount'))
    recordFigures(name, { mountContexts: contexts, mountTextures: textures, mountObjects: objects, mountHeap: heap })
  }
}

/** Opens a page in a new browser, and runs `action` once the model is shown. */
async function withPage<T>(
  name: string,
  action: (page: Page, scripts: () => Promise<Buffer>[], cpuMs: number) => Promise<T>,
): Promise<T> {
  const browser: Browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...WEBGL_ARGS, `--js-flags=--expose-gc ${process.env['V8'] ?? ''}`],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 800 } })
    page.setDefaultTimeout(120_000)
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (/\.js(\?|$)/.test(response.url()) && response.ok()) scripts.push(response.body())
    })
    await page.addInitScript({ path: join(HERE, 'probe.js') })
    const cpuBefore = await browserCpuMs(browser)
    const first = page
      .waitForEvent('console', (message) => message.text() === 'first frame')
      .then(() => browserCpuMs(browser))
    await page.goto(`${site.url}/${name}`)
    const cpuMs = (await first) - cpuBefore
    return await action(page, () => [...scripts], cpuMs)
  } finally {
    await browser.close()
  }
}

/** Returns the CPU time of a browser's processes in milliseconds, which other load affects least. */
async function browserCpuMs(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** Waits until no frame was drawn for 400 ms, or gives up on a page that never stops. */
async function waitForIdle(page: Page): Promise<void> {
  for (let round = 0; round < 10; round++) if ((await framesIn(page, 400)) === 0) return
}

async function framesIn(page: Page, milliseconds: number): Promise<number> {
  return page.evaluate(async (wait) => {
    const { bench } = window as unknown as BenchWindow
    const framesBefore = bench.frames.length
    await new Promise((resume) => setTimeout(resume, wait))
    return bench.frames.length - framesBefore
  }, milliseconds)
}

/** Turns the model with the pointer for three seconds, and returns the median frame time and latency. */
async function turnModel(page: Page): Promise<{ frame: number; lag: number }> {
  await waitForIdle(page)
  await page.mouse.move(320, 400)
  await page.mouse.down()
  await page.evaluate(() => {
    const { bench } = window as unknown as BenchWindow
    bench.frames.length = 0
    bench.lags.length = 0
  })
  const until = Date.now() + 3000
  for (let step = 0; Date.now() < until; step++) await page.mouse.move(320 + 150 * Math.sin(step / 15), 400)
  await page.mouse.up()
  const { frames, lags } = await page.evaluate(() => {
    const { frames, lags } = (window as unknown as BenchWindow).bench
    return { frames, lags }
  })
  return { frame: median(frames.slice(1).map((time, index) => time - frames[index]!)), lag: median(lags) }
}

/** Shows one model after another, with or without remounting the viewer. Returns the resources left at the end. */
async function swapModels(
  page: Page,
  mode: 'swap' | 'mount',
): Promise<{ contexts: number; textures: number; objects: number; heap: number }> {
  const cdp = await page.context().newCDPSession(page)
  const showModel = async (src: string) => {
    await page.evaluate(
      async ([src, kind]) => {
        const { page } = window as unknown as BenchWindow
        if (kind === 'mount') page.away()
        // Timeout for a page that never reports completion.
        await Promise.race([page.show(src), new Promise((resume) => setTimeout(resume, 4000))])
        await new Promise((resume) => setTimeout(resume, 100))
      },
      [src, mode] as const,
    )
  }
  const readResources = async () => {
    if (mode === 'mount') await page.evaluate(() => (window as unknown as BenchWindow).page.away())
    await new Promise((resume) => setTimeout(resume, 1000))
    for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const heldResources = await page.evaluate(() => (window as unknown as BenchWindow).bench.held())
    return {
      heap: usedSize,
      objects: await countLiveObjects(cdp),
      textures: heldResources['textures'] ?? 0,
      contexts: heldResources['contexts'] ?? 0,
    }
  }
  // Never selects the current model, because the viewer would not load that model again.
  let modelIndex = 0
  const showNext = () => showModel(MODELS[++modelIndex % MODELS.length]!)
  // The first models fill shared caches.
  for (let warmUpRound = 0; warmUpRound < 8; warmUpRound++) await showNext()
  const before = await readResources()
  for (let round = 0; round < MOUNTS; round++) await showNext()
  const after = await readResources()
  return {
    contexts: after.contexts,
    textures: mode === 'mount' ? after.textures : after.textures - before.textures,
    objects: (after.objects - before.objects) / MOUNTS,
    heap: (after.heap - before.heap) / 1000 / MOUNTS,
  }
}

/** Returns the number of script objects, functions and detached DOM elements that are still referenced. */
async function countLiveObjects(cdp: CDPSession): Promise<number> {
  const chunks: string[] = []
  const collectChunk = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', collectChunk)
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  cdp.off('HeapProfiler.addHeapSnapshotChunk', collectChunk)
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
    nodes: number[]
    strings: string[]
  }
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name] = [fields.indexOf('type'), fields.indexOf('name')]
  let count = 0
  for (let offset = 0; offset < nodes.length; offset += fields.length) {
    const kind = types[0][nodes[offset + type]!]!
    const isDetached = kind === 'native' && strings[nodes[offset + name]!]!.startsWith('Detached ')
    if (kind === 'object' || kind === 'closure' || isDetached) count += 1
  }
  return count
}

function compressedSizes(scripts: readonly Buffer[]): { gzip: number; brotli: number } {
  const sum = (compress: (script: Buffer) => Buffer) =>
    scripts.reduce((total, script) => total + compress(script).length, 0) / 1000
  return { gzip: sum((script) => gzipSync(script, { level: 9 })), brotli: sum((script) => brotliCompressSync(script)) }
}

function printReport(): void {
  const samples: Sample[] = [...results].flatMap(([target, figures]) =>
    [...figures].flatMap(([figure, values]) =>
      values.map((value) => ({ metric: FIGURE_LABELS[figure], target, value })),
    ),
  )
  saveSamples(samples)
  console.log(`${RUNS} runs, ${MOUNTS} swaps and mounts\n`)
  console.log(formatTable(samples, (target) => !PEERS.includes(target), VIEWER_GOALS))
}
