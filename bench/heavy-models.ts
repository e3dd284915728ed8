/**
 * Measures how loading heavy models blocks the page: `npx tsx bench/heavy-models.ts`. Prints for each model the number of main-thread
 * tasks over 50 ms and over 200 ms of CPU time. Also prints the longest task and its share of the total. A share of 1 means that
 * the page was blocked for the whole load. The work of software WebGL is not included.
 */
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, ensureChromium } from '../tests/support/chromium.ts'
import { buildHeavyGlb, HEAVY_MODELS } from '../tests/support/heavy-models.ts'
import { measureTasks } from '../tests/support/page-tasks.ts'
import { openViewerSite } from '../tests/support/viewer-site.ts'

const SMALL = { width: 160, height: 160, fit: true }
const site = await openViewerSite()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
try {
  for (const [name, spec] of Object.entries(HEAVY_MODELS)) {
    const bytes = buildHeavyGlb(spec)
    site.customResponses.set('/heavy.glb', bytes)
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    page.setDefaultTimeout(120_000)
    await page.goto(site.url)
    await page.waitForFunction(() => 'page' in window)
    const showModel = async (source: string, times: number) => {
      await page.evaluate(([modelSource, options]) => window.page.show('one', { ...options, source: modelSource }), [
        source,
        SMALL,
      ] as const)
      await page.waitForFunction(
        (finished) => window.page.reportedEvents.filter((event) => event === 'one finished').length === finished,
        times,
      )
    }
    await showModel('/demo/models/peat-boot.glb', 1)
    const tasks = await measureTasks(page, () => showModel('/heavy.glb', 2))
    const total = tasks.reduce((sum, duration) => sum + duration, 0)
    const countOver = (limit: number) => tasks.filter((duration) => duration > limit).length
    const [longest = 0] = tasks
    console.log(
      `${name}, ${(bytes.length / 1e6).toFixed(0)} MB: ${tasks.length} tasks of ${total.toFixed(0)} ms together, ` +
        `${countOver(50)} over 50 ms, ${countOver(200)} over 200 ms, the longest ${longest.toFixed(0)} ms = ${(longest / total).toFixed(2)} of all`,
    )
    await page.close()
  }
} finally {
  await browser.close()
  await site.close()
}
