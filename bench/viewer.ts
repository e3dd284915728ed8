/**
 * The viewer, as an element and as a component, beside `@readyplayerme/visage`, `@google/model-viewer` and a bare page with
 * R3F: same model, same canvas of 640 × 800, same Chromium with software WebGL. First `npm install --prefix bench/viewer
 * --legacy-peer-deps` and `npm run build:viewer`, then `npx tsx bench/viewer.ts`. Prints medians with the lowest and highest,
 * and ratios; all are visited in turns, another one first in each round. `RUNS` (5) and `MOUNTS` (20) say how often, `ONLY`
 * which ones, `PARTS` what of `visit turn rest swap mount` is measured, `BEFORE` a folder with an earlier build of the viewer
 * (`atelier-before`, `react-before`), `SHOTS` a folder for a picture of each, `V8` flags for it, such as `--jitless`: what a swap leaves
 * is then without the code that the browser compiles meanwhile; `CARD=1` draws with the machine's graphics card.
 */
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, haveChromium, QUIET_ARGS } from '../tests/support/chromium.ts'
import { VIEWER_GOALS } from './goals.ts'
import { keepSamples, median, type Sample, tableOf } from './samples.ts'
import { openBenchSite } from './viewer-site.ts'

const HERE = join(import.meta.dirname, 'viewer')
const RUNS = Number(process.env['RUNS'] ?? 5)
const SHOTS = process.env['SHOTS']
/** A graphics card without a screen is reached by Vulkan. */
const CARD_ARGS = [
  '--use-angle=vulkan',
  '--enable-features=Vulkan',
  '--disable-vulkan-surface',
  '--ignore-gpu-blocklist',
]
const WEBGL_ARGS = process.env['CARD'] ? [...QUIET_ARGS, '--use-gl=angle', ...CARD_ARGS] : CHROMIUM_ARGS
const BEFORE = process.env['BEFORE']
const OURS = ['atelier', 'react', ...(BEFORE ? ['atelier-before', 'react-before'] : [])]
/** What ours is compared with; the bare page is no viewer, and only shows what there is to win. */
const PEERS = ['visage', 'model-viewer']
const NAMES: readonly string[] = process.env['ONLY']?.split(',') ?? [...OURS, ...PEERS, 'bare']
const PARTS: ReadonlySet<string> = new Set(
  process.env['PARTS']?.split(',') ?? ['visit', 'turn', 'rest', 'swap', 'mount'],
)
const MODELS = ['ines', 'kofi', 'otto', 'lotte'].map((name) => `/models/${name}.glb`)
/** Whole rounds, so that the model that stands at the end is the one that stood at the beginning. */
const MOUNTS = Math.ceil(Number(process.env['MOUNTS'] ?? 20) / MODELS.length) * MODELS.length

/** What the page's probe and the pages themselves offer. */
interface Bench {
  bench: {
    first: number | null
    share: number
    frames: number[]
    lags: number[]
    held: () => Record<string, number>
  }
  page: { show: (src: string) => Promise<void>; away: () => void }
}

const WORDS = {
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
  swapHeap: 'heap left per swap, kB, code compiled meanwhile and the browser’s timeline included',
  mountContexts: `WebGL contexts left after ${MOUNTS} mounts`,
  mountTextures: `textures left after ${MOUNTS} mounts`,
  mountObjects: 'objects left per mount',
  mountHeap: 'heap left per mount, kB, the same included',
} as const
type Figure = keyof typeof WORDS

/** What was measured of each, one value a run. */
const results = new Map<string, Map<Figure, number[]>>()
function note(name: string, figures: Partial<Record<Figure, number>>): void {
  const all = results.get(name) ?? new Map<Figure, number[]>()
  results.set(name, all)
  for (const [figure, value] of Object.entries(figures) as [Figure, number][])
    all.set(figure, [...(all.get(figure) ?? []), value])
  console.error(`${name}: ${JSON.stringify(figures)}`)
}

const site = await openBenchSite(BEFORE)
try {
  for (let run = 0; run < RUNS; run++)
    for (const at of NAMES.keys()) {
      const name = NAMES[(at + run) % NAMES.length]!
      await visit(name, run === 0).catch((error) => console.error(`${name}: ${error}`))
    }
  for (const name of NAMES) await stay(name).catch((error) => console.error(`${name}: ${error}`))
} finally {
  await site.close()
}
report()

/** One visit, until the model stands and was turned. */
async function visit(name: string, isFirst: boolean): Promise<void> {
  await withPage(name, async (page, scripts, work) => {
    const shown = await page.evaluate(() => (window as unknown as Bench).bench.first ?? Number.NaN)
    note(name, { shown, work })
    if (isFirst) note(name, packed(await Promise.all(scripts())))
    if (SHOTS && isFirst) await page.screenshot({ path: join(SHOTS, `${name}.png`) })
    if (PARTS.has('turn')) note(name, await turn(page))
  })
}

/** What a page does by itself, and what is left after many models. */
async function stay(name: string): Promise<void> {
  if (PARTS.has('rest'))
    await withPage(name, async (page) => {
      await settle(page)
      const idle = await framesIn(page, 5000)
      await page.evaluate(() => scrollTo(0, 2000))
      await settle(page)
      note(name, { idle, offScreen: await framesIn(page, 5000) })
    })
  if (PARTS.has('swap')) {
    const { textures, objects, heap } = await withPage(name, (page) => repeat(page, 'swap'))
    note(name, { swapTextures: textures, swapObjects: objects, swapHeap: heap })
  }
  if (PARTS.has('mount')) {
    const { contexts, textures, objects, heap } = await withPage(name, (page) => repeat(page, 'mount'))
    note(name, { mountContexts: contexts, mountTextures: textures, mountObjects: objects, mountHeap: heap })
  }
}

/** A page of its own browser, once the model is on the screen. */
async function withPage<T>(
  name: string,
  use: (page: Page, scripts: () => Promise<Buffer>[], work: number) => Promise<T>,
): Promise<T> {
  const browser: Browser = await chromium.launch({
    executablePath: haveChromium(),
    args: [...WEBGL_ARGS, `--js-flags=--expose-gc ${process.env['V8'] ?? ''}`],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 800 } })
    page.setDefaultTimeout(120_000)
    const scripts: Promise<Buffer>[] = []
    page.on('response', (answer) => {
      if (/\.js(\?|$)/.test(answer.url()) && answer.ok()) scripts.push(answer.body())
    })
    await page.addInitScript({ path: join(HERE, 'probe.js') })
    const before = await workOf(browser)
    const first = page.waitForEvent('console', (told) => told.text() === 'first frame').then(() => workOf(browser))
    await page.goto(`${site.url}/${name}`)
    const work = (await first) - before
    return await use(page, () => [...scripts], work)
  } finally {
    await browser.close()
  }
}

/** Milliseconds that the processes of a browser have worked, which other work on the machine lengthens least. */
async function workOf(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** Waits until no frame was drawn for a while, or gives up on a page that never rests. */
async function settle(page: Page): Promise<void> {
  for (let round = 0; round < 10; round++) if ((await framesIn(page, 400)) === 0) return
}

async function framesIn(page: Page, milliseconds: number): Promise<number> {
  return page.evaluate(async (wait) => {
    const { bench } = window as unknown as Bench
    const before = bench.frames.length
    await new Promise((resume) => setTimeout(resume, wait))
    return bench.frames.length - before
  }, milliseconds)
}

/** Turns the model by the pointer for three seconds, and tells the middle time of a frame and of its delay. */
async function turn(page: Page): Promise<{ frame: number; lag: number }> {
  await settle(page)
  await page.mouse.move(320, 400)
  await page.mouse.down()
  await page.evaluate(() => {
    const { bench } = window as unknown as Bench
    bench.frames.length = 0
    bench.lags.length = 0
  })
  const until = Date.now() + 3000
  for (let step = 0; Date.now() < until; step++) await page.mouse.move(320 + 150 * Math.sin(step / 15), 400)
  await page.mouse.up()
  const { frames, lags } = await page.evaluate(() => {
    const { frames, lags } = (window as unknown as Bench).bench
    return { frames, lags }
  })
  return { frame: median(frames.slice(1).map((at, index) => at - frames[index]!)), lag: median(lags) }
}

/** Shows model after model, taking the viewer away in between or not; tells what is left at the end. */
async function repeat(
  page: Page,
  way: 'swap' | 'mount',
): Promise<{ contexts: number; textures: number; objects: number; heap: number }> {
  const cdp = await page.context().newCDPSession(page)
  const once = async (src: string) => {
    await page.evaluate(
      async ([src, way]) => {
        const { page } = window as unknown as Bench
        if (way === 'mount') page.away()
        // A page that never says that it is done is waited for no longer than this.
        await Promise.race([page.show(src), new Promise((resume) => setTimeout(resume, 4000))])
        await new Promise((resume) => setTimeout(resume, 100))
      },
      [src, way] as const,
    )
  }
  const state = async () => {
    if (way === 'mount') await page.evaluate(() => (window as unknown as Bench).page.away())
    await new Promise((resume) => setTimeout(resume, 1000))
    for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const held = await page.evaluate(() => (window as unknown as Bench).bench.held())
    return {
      heap: usedSize,
      objects: await objectsOf(cdp),
      textures: held['textures'] ?? 0,
      contexts: held['contexts'] ?? 0,
    }
  }
  // Never the one that stands there already, which nobody would load again.
  let turn = 0
  const next = () => once(MODELS[++turn % MODELS.length]!)
  // The first ones fill caches that later ones share.
  for (let warm = 0; warm < 8; warm++) await next()
  const before = await state()
  for (let round = 0; round < MOUNTS; round++) await next()
  const after = await state()
  return {
    contexts: after.contexts,
    textures: way === 'mount' ? after.textures : after.textures - before.textures,
    objects: (after.objects - before.objects) / MOUNTS,
    heap: (after.heap - before.heap) / 1000 / MOUNTS,
  }
}

/** How many objects and functions of scripts, and elements that are no longer on the page, somebody still keeps. */
async function objectsOf(cdp: CDPSession): Promise<number> {
  const chunks: string[] = []
  const hear = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', hear)
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  cdp.off('HeapProfiler.addHeapSnapshotChunk', hear)
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
    nodes: number[]
    strings: string[]
  }
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name] = [fields.indexOf('type'), fields.indexOf('name')]
  let count = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type]!]!
    const isDetached = kind === 'native' && strings[nodes[at + name]!]!.startsWith('Detached ')
    if (kind === 'object' || kind === 'closure' || isDetached) count += 1
  }
  return count
}

function packed(scripts: readonly Buffer[]): { gzip: number; brotli: number } {
  const sum = (pack: (it: Buffer) => Buffer) => scripts.reduce((all, it) => all + pack(it).length, 0) / 1000
  return { gzip: sum((it) => gzipSync(it, { level: 9 })), brotli: sum((it) => brotliCompressSync(it)) }
}

function report(): void {
  const samples: Sample[] = [...results].flatMap(([who, figures]) =>
    [...figures].flatMap(([figure, values]) => values.map((value) => ({ what: WORDS[figure], who, value }))),
  )
  keepSamples(samples)
  console.log(`${RUNS} runs, ${MOUNTS} swaps and mounts\n`)
  console.log(tableOf(samples, (who) => !PEERS.includes(who), VIEWER_GOALS))
}
