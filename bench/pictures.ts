/**
 * The viewer's pictures beside others of the same models: `npx tsx bench/pictures.ts [folder]`, after
 * `npm install --prefix bench/viewer --legacy-peer-deps` and `npm run build:viewer`. Twelve models from three sides. `REFERENCE` says what they
 * are beside: `model-viewer` (as usual), in the same panorama, so strong that it is as bright; or `traced`, by three-gpu-pathtracer in the same
 * three-point light with software WebGL, which takes minutes a picture. Prints how far apart they are, in CIEDE2000 over the pixels of the
 * model: the mean, what 95 % of the pixels are below, and how much brighter ours is (ΔL). The pictures lie in the folder
 * (`artifacts/pictures`) side by side: ours, the reference, how far apart (white: 20 and more). `MODELS` and `ENVIRONMENT` (city) choose
 * others, `SAMPLES` (16) how often a pixel is traced, `OPTIONS` is JSON of what the viewer is told besides.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { build } from 'vite'
import { levelFor } from '../src/ui/viewer/level.ts'
import { openSite } from '../tests/journeys/pages.ts'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'
import { openViewerSite } from '../tests/support/viewer-site.ts'
import { median } from './samples.ts'
import { asHdr } from './viewer-site.ts'

const HERE = join(import.meta.dirname, 'viewer')
const ROOT = resolve(HERE, '../..')
const FOLDER = process.argv[2] ?? 'artifacts/pictures'
const ALL = 'ines,kofi,otto,wren,juno,lotte,kiln-jacket,fold-knit,tide-runner,peat-boot,cirrus-afro,halo-cans'
const MODELS = (process.env['MODELS'] ?? ALL).split(',')
const ENVIRONMENT = process.env['ENVIRONMENT'] ?? 'city'
const SAMPLES = Number(process.env['SAMPLES'] ?? 16)
const OPTIONS = JSON.parse(process.env['OPTIONS'] ?? '{}') as object

const IS_TRACED = process.env['REFERENCE'] === 'traced'

/**
 * In pixels. They are compared at half the size, where four traced pixels make one. Wide where a peer draws: in a narrow frame it steps back from
 * what is wide.
 */
const [WIDTH, HEIGHT] = IS_TRACED ? [128, 160] : [512, 320]

/** How much brighter a figure is by our lamps, by which a peer's panorama is stronger: what is compared is colour and form. */
const LAMPS = 1.6

/** Where the camera stands: degrees around the vertical axis, and above the ground. */
const VIEWS = { front: [-17, 6], aside: [38, 14], behind: [150, 10] } as const

/** What a reference is told: the camera's place in metres around the model's middle, sizes in pixels. */
interface Told {
  environment: string
  eye: readonly [number, number, number]
  width: number
  height: number
  samples: number
}

interface Reference {
  load: (src: string) => Promise<{ radius: number; height: number }>
  draw: (told: Told) => Promise<string>
}

/** The part of culori that is used here. */
interface Colours {
  converter: (mode: 'lab65') => (colour: object) => { l: number }
  differenceCiede2000: () => (one: object, other: object) => number
}
const { converter, differenceCiede2000 } = (await import(
  join(HERE, 'node_modules/culori/bundled/culori.mjs')
)) as Colours
const apart = differenceCiede2000()
const toLab = converter('lab65')

const run = mkdtempSync(join(tmpdir(), 'atelier-pictures-'))
process.env['RUN_FOLDER'] = run
const viewers = await openViewerSite()
const reference = IS_TRACED ? await openTracer() : await openPeer()
// Without its watchdog the stand-in for a graphics card may take as long as it needs for one sample.
const browser = await chromium.launch({
  executablePath: haveChromium(),
  args: [...CHROMIUM_ARGS, '--disable-gpu-watchdog'],
})
mkdirSync(FOLDER, { recursive: true })
try {
  const ours = await openPage(viewers.url, 'page')
  const all: Apart[] = []
  console.log('model            view      ΔE mean    ΔE 95 %       ΔL')
  for (const model of MODELS) {
    const rows: Buffer[] = []
    for (const [view, angles] of Object.entries(VIEWS)) {
      const drawn = await referenceOf(model, angles)
      if (!drawn) {
        console.log(model.padEnd(16), view.padEnd(8), '  not drawn')
        continue
      }
      const { row, found } = await compare(await drawOurs(ours, model, drawn.eye), drawn.picture)
      rows.push(row)
      all.push(found)
      console.log(model.padEnd(16), view.padEnd(8), ...[found.mean, found.most, found.brighter].map(figure))
    }
    if (rows.length > 0) writeFileSync(join(FOLDER, `${model}.png`), await stacked(rows))
  }
  const middle = (name: keyof Apart) => median(all.map((it) => it[name]))
  console.log('median'.padEnd(25), ...[middle('mean'), middle('most'), middle('brighter')].map(figure))
} finally {
  await browser.close()
  await viewers.close()
  await reference.close()
  rmSync(run, { recursive: true, force: true })
}

/**
 * A reference picture of a model, and from where; null where none came of it: one that is black in part is drawn again, on a page of its own.
 */
async function referenceOf(model: string, [around, up]: readonly [number, number]) {
  for (let tried = 0; tried < 3; tried++) {
    const page = await openPage(`${reference.url}/reference/reference.html`, 'reference')
    await page.setViewportSize({ width: WIDTH, height: HEIGHT })
    const size = await page.evaluate((src) => window.reference.load(src), `/models/${model}.glb`)
    const eye = eyeFor(size, around, up)
    const told = { environment: ENVIRONMENT, eye, width: WIDTH, height: HEIGHT, samples: SAMPLES }
    const picture = fromUrl(await page.evaluate((it) => window.reference.draw(it), told))
    await page.close()
    if ((await blackIn(picture)) < 0.02) return { picture, eye }
  }
  return null
}

/** The share of a picture's covered pixels that are wholly black. */
async function blackIn(picture: Buffer): Promise<number> {
  const pixels = (await sharp(picture).ensureAlpha().raw().toBuffer()) as Uint8Array
  let [covered, black] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 250) continue
    covered += 1
    if (pixels[at]! + pixels[at + 1]! + pixels[at + 2]! === 0) black += 1
  }
  return black / Math.max(1, covered)
}

function figure(value: number): string {
  return value.toFixed(1).padStart(10)
}

async function openPage(url: string, name: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 400, height: 400 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(600_000)
  await page.goto(url)
  await page.waitForFunction((it) => it in window, name)
  return page
}

/** Far enough away that all of a model is seen. */
function eyeFor(size: { radius: number; height: number }, around: number, up: number): [number, number, number] {
  const [a, e] = [(around * Math.PI) / 180, (up * Math.PI) / 180]
  const reach = Math.max(size.height / 2, (size.radius * HEIGHT) / WIDTH)
  const away = (reach * 1.08) / Math.tan((25 * Math.PI) / 180) + size.radius
  return [Math.sin(a) * Math.cos(e) * away, Math.sin(e) * away, Math.cos(a) * Math.cos(e) * away]
}

async function drawOurs(page: Page, model: string, eye: readonly [number, number, number]): Promise<Buffer> {
  const told = {
    source: `/demo/models/${model}.glb`,
    environment: ENVIRONMENT,
    lighting: IS_TRACED ? ('three-point' as const) : ('even' as const),
    position: eye,
    turntable: false,
    width: WIDTH,
    height: HEIGHT,
    ...OPTIONS,
  }
  await page.evaluate((it) => {
    window.page.remove('model')
    window.page.told.length = 0
    window.page.show('model', it)
  }, told)
  await page.waitForFunction(() => window.page.told.includes('model loaded'))
  const url = await page.evaluate(
    async ([width, height]) => {
      const picture = await window.page.handle('model')!.capture({ type: 'image/png', width, height })
      return new Promise<string>((done) => {
        const reader = new FileReader()
        reader.onload = () => done(String(reader.result))
        reader.readAsDataURL(picture)
      })
    },
    [WIDTH, HEIGHT] as const,
  )
  return fromUrl(url)
}

function fromUrl(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

interface Apart {
  /** CIEDE2000 over the pixels of the model, and what 95 % of them are below. */
  mean: number
  most: number
  /** How much lighter ours is, in L of CIELAB. */
  brighter: number
}

/** How far two pictures are apart where both show the model, and both side by side with a picture of that. */
async function compare(shown: Buffer, truth: Buffer): Promise<{ row: Buffer; found: Apart }> {
  const [width, height] = [WIDTH / 2, HEIGHT / 2]
  const halved = async (picture: Buffer) =>
    (await sharp(picture).ensureAlpha().resize(width, height, { kernel: 'linear' }).raw().toBuffer()) as Uint8Array
  const [one, other] = [await halved(shown), await halved(truth)]
  const far = new Uint8Array(width * height * 3)
  const differences: number[] = []
  let brighter = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * 4
    if (one[at + 3]! < 250 || other[at + 3]! < 250) continue
    const [a, b] = [colourAt(one, at), colourAt(other, at)]
    const difference = apart(a, b)
    differences.push(difference)
    brighter += toLab(a).l - toLab(b).l
    far.fill(Math.min(255, (difference / 20) * 255), pixel * 3, pixel * 3 + 3)
  }
  differences.sort((a, b) => a - b)
  const sum = differences.reduce((total, it) => total + it, 0)
  const heat = await sharp(far, { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT, { kernel: 'nearest' })
    .png()
    .toBuffer()
  const row = await sharp({ create: { width: WIDTH * 3, height: HEIGHT, channels: 3, background: '#808080' } })
    .composite([shown, truth, heat].map((input, i) => ({ input, left: i * WIDTH, top: 0 })))
    .png()
    .toBuffer()
  const found = {
    mean: sum / differences.length,
    most: differences[Math.floor(differences.length * 0.95)] ?? Number.NaN,
    brighter: brighter / differences.length,
  }
  return { row, found }
}

function colourAt(pixels: Uint8Array, at: number): object {
  return { mode: 'rgb', r: pixels[at]! / 255, g: pixels[at + 1]! / 255, b: pixels[at + 2]! / 255 }
}

async function stacked(rows: readonly Buffer[]): Promise<Buffer> {
  return sharp({
    create: { width: WIDTH * 3, height: HEIGHT * rows.length, channels: 3, background: '#808080' },
  })
    .composite(rows.map((input, i) => ({ input, left: 0, top: i * HEIGHT })))
    .png()
    .toBuffer()
}

/** Serves a page on which model-viewer draws, with the models and the panorama. */
async function openPeer(): Promise<{ url: string; close: () => Promise<void> }> {
  const { hdr, luminance } = await asHdr(ENVIRONMENT === 'hub' ? 'hall' : ENVIRONMENT)
  const folder = join(run, 'panoramas')
  mkdirSync(folder)
  writeFileSync(join(folder, `${ENVIRONMENT}.hdr`), hdr)
  const page = readFileSync(join(HERE, 'pages/peer.html'), 'utf8')
  return openSite({
    // As strong as under our exposure of 1.8, with an intensity of 4 and what our lamps add.
    pages: { '/reference/reference.html': page.replaceAll('EXPOSURE', String(1.8 * 4 * levelFor(luminance) * LAMPS)) },
    folders: {
      '/panoramas/': folder,
      '/models/': join(ROOT, 'demo/models'),
      '/model-viewer/': join(HERE, 'node_modules/@google/model-viewer/dist'),
    },
  })
}

/** Builds the page that traces, with this project's three for all that it is made of, and serves it with the models. */
async function openTracer(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = join(run, 'reference')
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(HERE, 'pages'),
    base: '/reference/',
    resolve: { alias: [{ find: /^three(?=\/|$)/, replacement: join(ROOT, 'node_modules/three') }] },
    build: { outDir: folder, target: 'es2022', rollupOptions: { input: join(HERE, 'pages/reference.html') } },
  })
  return openSite({ folders: { '/reference/': folder, '/models/': join(ROOT, 'demo/models') } })
}

declare global {
  interface Window {
    reference: Reference
  }
}
