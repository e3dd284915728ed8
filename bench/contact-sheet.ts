/**
 * What the viewer's light makes of models, to be looked at: `npx tsx bench/contact-sheet.ts [folder]`. Draws a sheet for light
 * and one for dark, a row for each environment and a column for each model, with software WebGL, and writes them as PNG to the
 * folder (`artifacts/sheet`). `MODELS`, `ENVIRONMENTS` and `SCHEMES` choose some, by their names with commas between; `OPTIONS` is JSON
 * of what every viewer is told besides; `CELL` the width of a picture in CSS pixels (200).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ENVIRONMENTS } from '../src/ui/viewer/presets.ts'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'
import { openViewerSite } from '../tests/support/viewer-site.ts'

const FOLDER = process.argv[2] ?? 'artifacts/sheet'
const MODELS = (process.env['MODELS'] ?? 'ines,kofi,kiln-jacket,peat-boot,cirrus-afro,brass-hoop').split(',')
const NAMES = process.env['ENVIRONMENTS']?.split(',') ?? ENVIRONMENTS
const OPTIONS = JSON.parse(process.env['OPTIONS'] ?? '{}') as object
const WANTED = (process.env['SCHEMES'] ?? 'light,dark').split(',')
const CELL = Number(process.env['CELL'] ?? 200)
const [WIDTH, HEIGHT] = [CELL, Math.round(CELL * 1.3)]

/** The stage's own grey in both schemes, as `tokens.css` has it. */
const SCHEMES = { light: '#efefef', dark: '#171717' }

const run = mkdtempSync(join(tmpdir(), 'atelier-sheet-'))
process.env['RUN_FOLDER'] = run
const site = await openViewerSite()
const browser = await chromium.launch({ executablePath: haveChromium(), args: CHROMIUM_ARGS })
mkdirSync(FOLDER, { recursive: true })
try {
  for (const [scheme, background] of Object.entries(SCHEMES).filter(([name]) => WANTED.includes(name))) {
    const page = await browser.newPage({
      viewport: { width: MODELS.length * WIDTH, height: HEIGHT },
      colorScheme: scheme as 'light' | 'dark',
      reducedMotion: 'reduce',
    })
    await page.goto(site.url)
    await page.waitForFunction(() => 'page' in window)
    await page.addStyleTag({ content: `body { background: ${background} !important }` })
    const rows: Buffer[] = []
    for (const environment of NAMES) {
      for (const model of MODELS) {
        const told = { source: `/demo/models/${model}.glb`, environment, width: WIDTH, height: HEIGHT }
        const options = { fit: true, turntable: false, shadows: true, ...OPTIONS }
        await page.evaluate(([name, it]) => window.page.show(name, it), [model, { ...told, ...options }] as const)
        await page.locator(`#${model} [data-state="finished"]`).waitFor({ timeout: 120_000 })
      }
      // An environment comes after the model that stood there before: two frames once nobody loads.
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
  rmSync(run, { recursive: true, force: true })
}
