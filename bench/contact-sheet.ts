/**
 * Renders models in the viewer's environments, for review by eye: `npx tsx bench/contact-sheet.ts [folder]`. Writes one PNG sheet
 * per colour scheme to the folder (`artifacts/sheet`), rendered with software WebGL. A sheet has a row for each environment and a
 * column for each model. `MODELS`, `ENVIRONMENTS` and `SCHEMES` select by comma-separated names. `OPTIONS` is JSON of further
 * viewer options. `CELL` is the width of a picture in CSS pixels (200).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ENVIRONMENTS } from '../src/ui/viewer/light/environment-names.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../tests/support/chromium.ts'
import { openViewerSite } from '../tests/support/viewer-site.ts'

const FOLDER = process.argv[2] ?? 'artifacts/sheet'
const MODELS = (process.env['MODELS'] ?? 'ines,kofi,kiln-jacket,peat-boot,cirrus-afro,brass-hoop').split(',')
const SELECTED_ENVIRONMENTS = process.env['ENVIRONMENTS']?.split(',') ?? ENVIRONMENTS
const OPTIONS = JSON.parse(process.env['OPTIONS'] ?? '{}') as object
const SELECTED_SCHEMES = (process.env['SCHEMES'] ?? 'light,dark').split(',')
const CELL = Number(process.env['CELL'] ?? 200)
const [WIDTH, HEIGHT] = [CELL, Math.round(CELL * 1.3)]

/** Background of the viewer in both colour schemes, as in `tokens.css`. */
const SCHEMES = { light: '#efefef', dark: '#171717' }

const runFolder = mkdtempSync(join(tmpdir(), 'atelier-sheet-'))
process.env['RUN_FOLDER'] = runFolder
const site = await openViewerSite()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
mkdirSync(FOLDER, { recursive: true })
try {
  for (const [scheme, background] of Object.entries(SCHEMES).filter(([name]) => SELECTED_SCHEMES.includes(name))) {
    const page = await browser.newPage({
      viewport: { width: MODELS.length * WIDTH, height: HEIGHT },
      colorScheme: scheme as 'light' | 'dark',
      reducedMotion: 'reduce',
    })
    await page.goto(site.url)
    await page.waitForFunction(() => 'page' in window)
    await page.addStyleTag({ content: `body { background: ${background} !important }` })
    const rows: Buffer[] = []
    for (const environment of SELECTED_ENVIRONMENTS) {
      for (const model of MODELS) {
        const base = { source: `/demo/models/${model}.glb`, environment, width: WIDTH, height: HEIGHT }
        const options = { fit: true, turntable: false, shadows: true, ...OPTIONS }
        await page.evaluate(([name, modelOptions]) => window.page.show(name, modelOptions), [
          model,
          { ...base, ...options },
        ] as const)
        await page.locator(`#${model} [data-state="finished"]`).waitFor({ timeout: 120_000 })
      }
      // The environment loads after the model: waits until the network is idle, and for some frames.
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(1_500)
      rows.push(await page.screenshot())
      console.log(scheme, environment)
    }
    const file = join(FOLDER, `${scheme}.png`)
    await sharp({
      create: { width: MODELS.length * WIDTH, height: rows.length * HEIGHT, channels: 3, background },
    })
      .composite(rows.map((input, row) => ({ input, left: 0, top: row * HEIGHT })))
      .png()
      .toFile(file)
    console.log(file)
    await page.close()
  }
} finally {
  await browser.close()
  await site.close()
  rmSync(runFolder, { recursive: true, force: true })
}
