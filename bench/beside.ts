/**
 * The viewer's pictures beside those of `@readyplayerme/visage` and `@google/model-viewer`, to be looked at:
 * `npx tsx bench/beside.ts [folder]`, after `npm install --prefix bench/viewer --legacy-peer-deps` and `npm run build:viewer`. Draws a
 * sheet for light and one for dark, a row for each of `MODELS` and a column for each viewer: ours as specified, ours with the light
 * and the ground shadow of our own pages, and the two others with their ground shadow on; writes them to the folder (`artifacts/beside`).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'
import { openBenchSite } from './viewer-site.ts'

const FOLDER = process.argv[2] ?? 'artifacts/beside'
const MODELS = (process.env['MODELS'] ?? 'ines,kofi,otto,lotte,peat-boot').split(',')
const [WIDTH, HEIGHT] = [640, 800]
/** In the sheet. */
const [CELL, TALL] = [320, 400]

/** The stage's own grey in both schemes, as `tokens.css` has it. */
const SCHEMES = { light: '#efefef', dark: '#171717' }

/** Who is drawn, on which page, and what an element is told before. */
const COLUMNS: readonly { page: string; attributes?: Readonly<Record<string, string>> }[] = [
  { page: 'atelier', attributes: { shadows: '', turntable: 'false' } },
  { page: 'atelier', attributes: { shadows: '', turntable: 'false', lighting: 'three-point', environment: 'studio' } },
  { page: 'visage' },
  { page: 'model-viewer', attributes: { 'shadow-intensity': '1' } },
]

interface Shown {
  page: { show: (src: string) => Promise<void> }
}

const site = await openBenchSite()
const browser = await chromium.launch({ executablePath: haveChromium(), args: CHROMIUM_ARGS })
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
        const input = await pictureOf(page, name, model, attributes, background)
        cells.push({ input, left: column * CELL, top: row * TALL })
        await page.close()
        console.log(scheme, name, model)
      }
    const file = join(FOLDER, `${scheme}.png`)
    const sheet = { width: CELL * COLUMNS.length, height: TALL * MODELS.length, channels: 3, background } as const
    await sharp({ create: sheet }).composite(cells).png().toFile(file)
    console.log(file)
  }
} finally {
  await browser.close()
  await site.close()
}

async function pictureOf(
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
    async ([src, told]) => {
      const element = document.getElementById('host')!.firstElementChild!
      for (const [attribute, value] of Object.entries(told)) element.setAttribute(attribute, value)
      const { page } = window as unknown as Shown
      // A page that shows this one already never says that it is done.
      await Promise.race([page.show(src), new Promise((resume) => setTimeout(resume, 20_000))])
    },
    [`/models/${model}.glb`, attributes] as const,
  )
  // What comes after the model: its environment, its shadow, and whoever fades in.
  await page.waitForTimeout(3_000)
  return sharp(await page.screenshot())
    .resize(CELL, TALL)
    .png()
    .toBuffer()
}
