/**
 * What heavy models cost the page that loads them: `npx tsx bench/heavy.ts`. Prints for each how many tasks of the main
 * thread took over 50 ms and over 200 ms of the processor, how long the longest took, and its share of the whole: 1 means
 * that the model was read in one go, and the page was still meanwhile. Software WebGL's own work is not in it.
 */
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'
import { HEAVY_MODELS, weigh } from '../tests/support/heavy-models.ts'
import { tasksDuring } from '../tests/support/page-tasks.ts'
import { openViewerSite } from '../tests/support/viewer-site.ts'

const SMALL = { width: 160, height: 160, fit: true }
const site = await openViewerSite()
const browser = await chromium.launch({ executablePath: haveChromium(), args: CHROMIUM_ARGS })
try {
  for (const [what, weight] of Object.entries(HEAVY_MODELS)) {
    const bytes = weigh(weight)
    site.answers.set('/heavy.glb', bytes)
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    page.setDefaultTimeout(120_000)
    await page.goto(site.url)
    await page.waitForFunction(() => 'page' in window)
    const shows = async (source: string, times: number) => {
      await page.evaluate(([told, small]) => window.page.show('one', { ...small, source: told }), [
        source,
        SMALL,
      ] as const)
      await page.waitForFunction(
        (finished) => window.page.told.filter((told) => told === 'one finished').length === finished,
        times,
      )
    }
    await shows('/demo/models/peat-boot.glb', 1)
    const tasks = await tasksDuring(page, () => shows('/heavy.glb', 2))
    const all = tasks.reduce((sum, took) => sum + took, 0)
    const over = (limit: number) => tasks.filter((took) => took > limit).length
    const [longest = 0] = tasks
    console.log(
      `${what}, ${(bytes.length / 1e6).toFixed(0)} MB: ${tasks.length} tasks of ${all.toFixed(0)} ms together, ` +
        `${over(50)} over 50 ms, ${over(200)} over 200 ms, the longest ${longest.toFixed(0)} ms = ${(longest / all).toFixed(2)} of all`,
    )
    await page.close()
  }
} finally {
  await browser.close()
  await site.close()
}
