import { drawn } from '../support/drawn.ts'
import { HEAVY_MODELS, weigh } from '../support/heavy-models.ts'
import { tasksDuring } from '../support/page-tasks.ts'
import { expect, THING, test } from './viewer-support.ts'

/** In how many milliseconds a click is answered at the latest, whatever is being loaded. */
const ANSWERED = process.env.SOAK ? 200 : 500

/** One of these in each run, all models in a soak. */
const SAMPLE = drawn<string>('heavy models', ['a skin of 1,400,000 vertices', '4500 parts', '19,000 nodes'], 1)

for (const [what, weight] of Object.entries(HEAVY_MODELS)) {
  if (!process.env['SOAK'] && !SAMPLE.includes(what)) continue

  test(`a page answers clicks while it loads ${what}`, async ({ stage, page, site }) => {
    site.answers.set('/heavy.glb', weigh(weight))
    const small = { width: 160, height: 160, fit: true }
    // What is fetched and made once is there before.
    await stage.stands({ ...small, source: THING })
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
    const tasks = await tasksDuring(page, async () => {
      let isLoaded = false
      await stage.show({ ...small, source: '/heavy.glb' })
      const standing = page
        .waitForFunction(() => window.page.told.filter((told) => told === 'one finished').length === 2)
        .finally(() => {
          isLoaded = true
        })
      for (; !isLoaded; clicks += 1) await page.mouse.click(x + 4, y + 4)
      await standing
    })
    console.log(`${what}: the longest tasks took ${tasks.slice(0, 3).map(Math.round).join(', ')} ms`)
    await expect(count).toHaveAttribute('data-clicks', `${clicks}`)
    expect(tasks.filter((took) => took > ANSWERED)).toEqual([])
  })
}
