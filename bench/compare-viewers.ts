/**
 * Compares the viewer's pictures with those of `@readyplayerme/visage` and `@google/model-viewer`, for review by eye. Run `npx
 * tsx bench/compare-viewers.ts [folder]`, after `npm install --prefix bench/viewer --legacy-peer-deps` and `npm run
 * build:viewer`. Writes one sheet per colour scheme to the folder (`artifacts/beside`), with a row for each of `MODELS` and a
 * column for each viewer. The columns are: our viewer with its default light, our viewer with the light of our own pages, visage,
 * and model-viewer. Ground shadows are on where the viewer has such an option.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM_ARGS, ensureChromium } from '../tests/support/chromium.ts'
import { openBenchSite } from './bench-site.ts'

const FOLDER = process.argv[2] ?? 'artifacts/beside'
const MODELS = (process.env['MODELS'] ?? 'ines,kofi,otto,lotte,peat-boot').split(',')
const [WIDTH, HEIGHT] = [640, 800]
/** Size of a picture in the sheet, in pixels. */
const [CELL_WIDTH, CELL_HEIGHT] = [320, 400]

/** Background of the viewer in both colour schemes, as in `tokens.css`. */
const SCHEMES = { light: '#efefef', dark: '#171717' }

/** Columns of the sheet: the page that shows a viewer, and the attributes set on the viewer's element. */
const COLUMNS: readonly { page: string; attributes?: Readonly<Record<string, string>> }[] = [
  { page: 'atelier', attributes: { shadows: '', turntable: 'false' } },
  { page: 'atelier', attributes: { shadows: '', turntable: 'false', lighting: 'three-point', environment: 'studio' } },
  { page: 'visage' },
  { page: 'model-viewer', attributes: { 'shadow-intensity': '1' } },
]

interface BenchWindow {
  page: { show: (src: string) => Promise<void> }
}

const site = await openBenchSite()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
mkdirSync(FOLDER, { recursive: true })
try {
  for (const [scheme, background] of Object.entries(SCHEMES)) {
    const cells: { input: Buffer; left: number; top: number }[] = []
    for (const [column, { page: name, attributes = {} }] of COLUMNS.entries())
      for (const [row, model] of MODELS.entries()) {
        const page = await browser.newPage({
          viewport: { width: WIDTH, height: HEIGHT },
          colorScheme: scheme as 'light' | 'dark',
        })
        const input = await takePicture(page, name, model, attributes, background)
        cells.push({ input, left: column * CELL_WIDTH, top: row * CELL_HEIGHT })
        await page.close()
        console.log(scheme, name, model)
      }
    const file = join(FOLDER, `${scheme}.png`)
    const sheet = {
      width: CELL_WIDTH * COLUMNS.length,
      height: CELL_HEIGHT * MODELS.length,
      channels: 3,
      background,
    } as const
    await sharp({ create: sheet }).composite(cells).png().toFile(file)
    console.log(file)
  }
} finally {
  await browser.close()
  await site.close()
}

async function takePicture(
  page: Page,
  name: string,
  model: string,
  attributes: Readonly<Record<string, string>>,
  background: string,
): Promise<Buffer> {
  page.setDefaultTimeout(120_000)
  await page.goto(`${site.url}/${name}`)
  await page.addStyleTag({ content: `body { background: ${background} !important }` })
  await page.waitForFunction(() => 'page' in window)
  await page.locator('#host > *').first().waitFor({ state: 'attached' })
  await page.evaluate(
    async ([src, attributesToSet]) => {
      const element = document.getElementById('host')!.firstElementChild!
      for (const [attribute, value] of Object.entries(attributesToSet)) element.setAttribute(attribute, value)
      const { page } = window as unknown as BenchWindow
      // A page that already shows this model never reports completion.
      await Promise.race([page.show(src), new Promise((resume) => setTimeout(resume, 20_000))])
    },
    [`/models/${model}.glb`, attributes] as const,
  )
  // Waits for everything that follows the model: environment, shadow, fade-in.
  await page.waitForTimeout(3_000)
  return sharp(await page.screenshot())
    .resize(CELL_WIDTH, CELL_HEIGHT)
    .png()
    .toBuffer()
}
