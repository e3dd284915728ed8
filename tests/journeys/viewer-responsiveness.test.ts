import { buildHeavyGlb, HEAVY_MODELS } from '../support/heavy-models.ts'
import { MAX_TASK_SHARE, measureLongestTaskShare, measureTasks } from '../support/page-tasks.ts'
import { sampleNames } from '../support/sampling.ts'
import { BOOT_URL, expect, test } from './viewer-support.ts'

const SAMPLED_LABELS = sampleNames<string>('heavy models', [
  'a skin of 1,400,000 vertices',
  '4500 parts',
  '19,000 nodes',
])

for (const [label, weight] of Object.entries(HEAVY_MODELS)) {
  if (!process.env['SOAK'] && !SAMPLED_LABELS.includes(label)) continue

  test(`handles every click on the page while a model with ${label} is loading`, async ({ stage, page, site }) => {
    site.customResponses.set('/heavy.glb', buildHeavyGlb(weight))
    const small = { width: 160, height: 160, fit: true }
    // Shows another model first, because the first model also loads the viewer's code and shared resources.
    await stage.showUntilFinished({ ...small, source: BOOT_URL })
    await page.evaluate(() => {
      const button = document.body.appendChild(document.createElement('button'))
      button.textContent = 'Count'
      button.onclick = () => {
        button.dataset['clicks'] = `${Number(button.dataset['clicks'] ?? 0) + 1}`
      }
    })
    const count = page.getByRole('button', { name: 'Count' })
    const { x, y } = (await count.boundingBox())!
    let clicks = 0
    const tasks = await measureTasks(page, async () => {
      let isLoaded = false
      await stage.show({ ...small, source: '/heavy.glb' })
      const finished = page
        .waitForFunction(() => window.page.reportedEvents.filter((event) => event === 'one finished').length === 2)
        .finally(() => {
          isLoaded = true
        })
      for (; !isLoaded; clicks += 1) await page.mouse.click(x + 4, y + 4)
      await finished
    })
    console.log(`${label}: the longest tasks took ${tasks.slice(0, 3).map(Math.round).join(', ')} ms`)
    await expect(count).toHaveAttribute('data-clicks', `${clicks}`)
    expect(measureLongestTaskShare(tasks)).toBeLessThan(MAX_TASK_SHARE)
  })
}
