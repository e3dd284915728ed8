/**
 * Compares the viewer's pictures with reference pictures of the same models: `npx tsx bench/pictures.ts [folder]`, after `npm
 * install --prefix bench/viewer --legacy-peer-deps` and `npm run build:viewer`. Renders twelve models from three sides.
 *
 * `REFERENCE` selects the reference. `model-viewer` (default) uses the same panorama, with the exposure raised to the same
 * brightness. `traced` uses three-gpu-pathtracer in the same three-point light, with software WebGL, which takes minutes per
 * picture.
 *
 * Prints the difference in CIEDE2000 over the pixels of the model: mean, 95th percentile, and how much brighter our picture is
 * (ΔL). The folder (`artifacts/pictures`) gets the pictures side by side: ours, the reference, the difference (white: 20 and
 * more).
 *
 * `MODELS` and `ENVIRONMENT` (city) select other models and another environment. `SAMPLES` (16) is the number of samples per
 * pixel. `OPTIONS` is JSON of further viewer options.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { build } from 'vite'
import { brightnessFactorFor } from '../src/ui/viewer/light/environment-brightness.ts'
import { serveStaticSite } from '../tests/journeys/static-site.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../tests/support/chromium.ts'
import { openViewerSite } from '../tests/support/viewer-site.ts'
import { convertToHdr } from './bench-site.ts'
import { median } from './samples.ts'

const HERE = join(import.meta.dirname, 'viewer')
const ROOT = resolve(HERE, '../..')
const FOLDER = process.argv[2] ?? 'artifacts/pictures'
const DEFAULT_MODELS =
  'ines,kofi,otto,wren,juno,lotte,kiln-jacket,fold-knit,tide-runner,peat-boot,cirrus-afro,halo-cans'
const MODELS = (process.env['MODELS'] ?? DEFAULT_MODELS).split(',')
const ENVIRONMENT = process.env['ENVIRONMENT'] ?? 'city'
const SAMPLES = Number(process.env['SAMPLES'] ?? 16)
const OPTIONS = JSON.parse(process.env['OPTIONS'] ?? '{}') as object

const IS_TRACED = process.env['REFERENCE'] === 'traced'

/**
 * Size in pixels. Pictures are compared at half the size, where four traced pixels are averaged. The frame is wide for the peer,
 * which moves its camera back for wide models in a narrow frame.
 */
const [WIDTH, HEIGHT] = IS_TRACED ? [128, 160] : [512, 320]

/**
 * Factor by which our lamps brighten a model. The peer's exposure is raised by this factor, so that only colour and shape are
 * compared.
 */
const LAMP_FACTOR = 1.6

/** Camera angles in degrees: around the vertical axis, and above the ground. */
const VIEWS = { front: [-17, 6], aside: [38, 14], behind: [150, 10] } as const

/** Options of a reference picture: the camera's position in metres relative to the model's centre, sizes in pixels. */
interface ReferenceSettings {
  environment: string
  eye: readonly [number, number, number]
  width: number
  height: number
  samples: number
}

interface Reference {
  load: (src: string) => Promise<{ radius: number; height: number }>
  draw: (settings: ReferenceSettings) => Promise<string>
}

interface Colours {
  converter: (mode: 'lab65') => (colour: object) => { l: number }
  differenceCiede2000: () => (ownPixels: object, referencePixels: object) => number
}
const { converter, differenceCiede2000 } = (await import(
  join(HERE, 'node_modules/culori/bundled/culori.mjs')
)) as Colours
const colourDistance = differenceCiede2000()
const toLab = converter('lab65')

const runFolder = mkdtempSync(join(tmpdir(), 'atelier-pictures-'))
process.env['RUN_FOLDER'] = runFolder
const viewers = await openViewerSite()
const reference = IS_TRACED ? await openTracer() : await openPeer()
// Without the watchdog, software rendering may take as long as it needs for one sample.
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [...CHROMIUM_ARGS, '--disable-gpu-watchdog'],
})
mkdirSync(FOLDER, { recursive: true })
try {
  const viewerPage = await openPage(viewers.url, 'page')
  const differences: PictureDifference[] = []
  console.log('model            view      ΔE mean    ΔE 95 %       ΔL')
  for (const model of MODELS) {
    const rows: Buffer[] = []
    for (const [view, angles] of Object.entries(VIEWS)) {
      const rendered = await drawReference(model, angles)
      if (!rendered) {
        console.log(model.padEnd(16), view.padEnd(8), '  not drawn')
        continue
      }
      const { row, found: difference } = await comparePictures(
        await drawOurs(viewerPage, model, rendered.eye),
        rendered.picture,
      )
      rows.push(row)
      differences.push(difference)
      console.log(
        model.padEnd(16),
        view.padEnd(8),
        ...[difference.mean, difference.percentile95, difference.lightnessDifference].map(formatFigure),
      )
    }
    if (rows.length > 0) writeFileSync(join(FOLDER, `${model}.png`), await stackRows(rows))
  }
  const medianOf = (name: keyof PictureDifference) => median(differences.map((entry) => entry[name]))
  console.log(
    'median'.padEnd(25),
    ...[medianOf('mean'), medianOf('percentile95'), medianOf('lightnessDifference')].map(formatFigure),
  )
} finally {
  await browser.close()
  await viewers.close()
  await reference.close()
  rmSync(runFolder, { recursive: true, force: true })
}

/**
 * Returns a reference picture of a model and its camera position. A partly black picture is rendered again on a new page; returns
 * null after three attempts.
 */
async function drawReference(model: string, [yawDegrees, pitchDegrees]: readonly [number, number]) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const page = await openPage(`${reference.url}/reference/reference.html`, 'reference')
    await page.setViewportSize({ width: WIDTH, height: HEIGHT })
    const size = await page.evaluate((src) => window.reference.load(src), `/models/${model}.glb`)
    const eye = cameraPositionFor(size, yawDegrees, pitchDegrees)
    const settings = { environment: ENVIRONMENT, eye, width: WIDTH, height: HEIGHT, samples: SAMPLES }
    const picture = decodeDataUrl(await page.evaluate((drawSettings) => window.reference.draw(drawSettings), settings))
    await page.close()
    if ((await blackShare(picture)) < 0.02) return { picture, eye }
  }
  return null
}

/** Returns the share of a picture's covered pixels that are completely black. */
async function blackShare(picture: Buffer): Promise<number> {
  const pixels = (await sharp(picture).ensureAlpha().raw().toBuffer()) as Uint8Array
  let [covered, black] = [0, 0]
  for (let offset = 0; offset < pixels.length; offset += 4) {
    if (pixels[offset + 3]! < 250) continue
    covered += 1
    if (pixels[offset]! + pixels[offset + 1]! + pixels[offset + 2]! === 0) black += 1
  }
  return black / Math.max(1, covered)
}

function formatFigure(value: number): string {
  return value.toFixed(1).padStart(10)
}

async function openPage(url: string, name: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 400, height: 400 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(600_000)
  await page.goto(url)
  await page.waitForFunction((globalName) => globalName in window, name)
  return page
}

function cameraPositionFor(
  size: { radius: number; height: number },
  yawDegrees: number,
  pitchDegrees: number,
): [number, number, number] {
  const [yaw, pitch] = [(yawDegrees * Math.PI) / 180, (pitchDegrees * Math.PI) / 180]
  const halfExtent = Math.max(size.height / 2, (size.radius * HEIGHT) / WIDTH)
  const distance = (halfExtent * 1.08) / Math.tan((25 * Math.PI) / 180) + size.radius
  return [
    Math.sin(yaw) * Math.cos(pitch) * distance,
    Math.sin(pitch) * distance,
    Math.cos(yaw) * Math.cos(pitch) * distance,
  ]
}

async function drawOurs(page: Page, model: string, eye: readonly [number, number, number]): Promise<Buffer> {
  const settings = {
    source: `/demo/models/${model}.glb`,
    environment: ENVIRONMENT,
    lighting: IS_TRACED ? ('three-point' as const) : ('even' as const),
    position: eye,
    turntable: false,
    width: WIDTH,
    height: HEIGHT,
    ...OPTIONS,
  }
  await page.evaluate((modelOptions) => {
    window.page.remove('model')
    window.page.reportedEvents.length = 0
    window.page.show('model', modelOptions)
  }, settings)
  await page.waitForFunction(() => window.page.reportedEvents.includes('model loaded'))
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
  return decodeDataUrl(url)
}

function decodeDataUrl(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

interface PictureDifference {
  /** CIEDE2000 over the pixels of the model: mean and 95th percentile. */
  mean: number
  percentile95: number
  /** Difference in lightness, in L of CIELAB. Positive if our picture is lighter. */
  lightnessDifference: number
}

/**
 * Computes the difference of two pictures where both show the model. Also returns both pictures side by side with a picture of
 * the difference.
 */
async function comparePictures(
  ownPicture: Buffer,
  referencePicture: Buffer,
): Promise<{ row: Buffer; found: PictureDifference }> {
  const [width, height] = [WIDTH / 2, HEIGHT / 2]
  const resizeToHalf = async (picture: Buffer) =>
    (await sharp(picture).ensureAlpha().resize(width, height, { kernel: 'linear' }).raw().toBuffer()) as Uint8Array
  const [ownPixels, referencePixels] = [await resizeToHalf(ownPicture), await resizeToHalf(referencePicture)]
  const heatPixels = new Uint8Array(width * height * 3)
  const differences: number[] = []
  let lightnessDifference = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    const offset = pixel * 4
    if (ownPixels[offset + 3]! < 250 || referencePixels[offset + 3]! < 250) continue
    const [a, b] = [colourAt(ownPixels, offset), colourAt(referencePixels, offset)]
    const difference = colourDistance(a, b)
    differences.push(difference)
    lightnessDifference += toLab(a).l - toLab(b).l
    heatPixels.fill(Math.min(255, (difference / 20) * 255), pixel * 3, pixel * 3 + 3)
  }
  differences.sort((a, b) => a - b)
  const sum = differences.reduce((total, value) => total + value, 0)
  const heat = await sharp(heatPixels, { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT, { kernel: 'nearest' })
    .png()
    .toBuffer()
  const row = await sharp({ create: { width: WIDTH * 3, height: HEIGHT, channels: 3, background: '#808080' } })
    .composite([ownPicture, referencePicture, heat].map((input, i) => ({ input, left: i * WIDTH, top: 0 })))
    .png()
    .toBuffer()
  const summary = {
    mean: sum / differences.length,
    percentile95: differences[Math.floor(differences.length * 0.95)] ?? Number.NaN,
    lightnessDifference: lightnessDifference / differences.length,
  }
  return { row, found: summary }
}

function colourAt(pixels: Uint8Array, offset: number): object {
  return { mode: 'rgb', r: pixels[offset]! / 255, g: pixels[offset + 1]! / 255, b: pixels[offset + 2]! / 255 }
}

async function stackRows(rows: readonly Buffer[]): Promise<Buffer> {
  return sharp({
    create: { width: WIDTH * 3, height: HEIGHT * rows.length, channels: 3, background: '#808080' },
  })
    .composite(rows.map((input, i) => ({ input, left: 0, top: i * HEIGHT })))
    .png()
    .toBuffer()
}

/** Serves a page that renders with model-viewer, with the models and the panorama. */
async function openPeer(): Promise<{ url: string; close: () => Promise<void> }> {
  const { hdr, luminance } = await convertToHdr(ENVIRONMENT === 'hub' ? 'hall' : ENVIRONMENT)
  const folder = join(runFolder, 'panoramas')
  mkdirSync(folder)
  writeFileSync(join(folder, `${ENVIRONMENT}.hdr`), hdr)
  const page = readFileSync(join(HERE, 'pages/peer.html'), 'utf8')
  return serveStaticSite({
    // Equals our exposure of 1.8 with an intensity of 4 and the light of our lamps.
    pages: {
      '/reference/reference.html': page.replaceAll(
        'EXPOSURE',
        String(1.8 * 4 * brightnessFactorFor(luminance) * LAMP_FACTOR),
      ),
    },
    folders: {
      '/panoramas/': folder,
      '/models/': join(ROOT, 'demo/models'),
      '/model-viewer/': join(HERE, 'node_modules/@google/model-viewer/dist'),
    },
  })
}

/** Builds the path tracing page, all of whose dependencies use this project's three, and serves it with the models. */
async function openTracer(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = join(runFolder, 'reference')
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(HERE, 'pages'),
    base: '/reference/',
    resolve: { alias: [{ find: /^three(?=\/|$)/, replacement: join(ROOT, 'node_modules/three') }] },
    build: { outDir: folder, target: 'es2022', rollupOptions: { input: join(HERE, 'pages/reference.html') } },
  })
  return serveStaticSite({ folders: { '/reference/': folder, '/models/': join(ROOT, 'demo/models') } })
}

declare global {
  interface Window {
    reference: Reference
  }
}
