import type { Page } from '@playwright/test'
import { LIGHTING_MODES } from '../../src/ui/viewer/light/lighting-modes.ts'
import { rotatingNumber } from '../support/sampling.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { BOOT_URL, expect, measureDifference, test } from './viewer-support.ts'

/** Number of evenly spaced WebGL calls during which the test loses a viewer's context. */
const LOSS_COUNT = process.env.SOAK ? 40 : 5

/** Offset of these calls, as a fraction of the interval between two calls. Ten successive commits test ten offsets. */
const OFFSET_FRACTION = rotatingNumber('moments at which a context is lost', 10) / 10

const boot = { width: 160, height: 160, fit: true, source: BOOT_URL }

for (const lighting of LIGHTING_MODES)
  test(
    `restores the picture with ${lighting} light after a lost WebGL context, without repeating events`,
    SAMPLED_OPTIONS,
    async ({ stage, page }) => {
      test.setTimeout(600_000)
      const model = { ...boot, shadows: true, lighting }
      await countCalls(page)
      const renderWithLoss = async (losesAt: number | null) => {
        await page.evaluate((call) => {
          window.page.reportedEvents.splice(0)
          window.calls = { made: 0, losesAt: call, lost: 0 }
        }, losesAt)
        await stage.show(model)
        await stage.turnTo(0.7)
        await stage.waitForState('finished')
      }
      // Waits for the shadow's code, which is loaded once, on demand.
      const shadow = page.waitForResponse(lighting === 'even' ? /\/Shadow-[^/]+\.js$/ : /GroundShadow-[^/]+\.js$/)
      await renderWithLoss(null)
      await (await shadow).finished()
      await stage.remove()
      await renderWithLoss(null)
      const expectedPicture = await stage.capturePixels()
      await stage.remove()
      await renderWithLoss(null)
      const calls = await page.evaluate(() => window.calls?.made ?? 0)
      expect(calls).toBeGreaterThan(500)
      for (let moment = 0; moment < LOSS_COUNT; moment += 1) {
        await stage.remove()
        await renderWithLoss(
          moment === 0 ? 1 : Math.max(1, Math.round((calls * (moment - 1 + OFFSET_FRACTION)) / (LOSS_COUNT - 1))),
        )
        // Polls, because the counted run may have rendered one frame more than this run.
        const readLossCount = async () => (await stage.capturePixels()) && page.evaluate(() => window.calls?.lost)
        await expect.poll(readLossCount, { message: `moment ${moment}`, timeout: 60_000 }).toBe(1)
        await expect
          .poll(async () => measureDifference(expectedPicture, await stage.capturePixels()), {
            message: `moment ${moment}`,
            timeout: 60_000,
          })
          .toBeLessThan(0.002)
        expect(await stage.readEvents(), `moment ${moment}`).toEqual(['one loading', 'one loaded', 'one finished'])
      }
    },
  )

test('replaces a lost WebGL context that is never restored, and keeps the camera angle', async ({ stage, page }) => {
  await stage.showUntilFinished(boot)
  await stage.turnTo(0.7)
  const expectedPicture = await stage.capturePixels()
  await stage.loseContext('one', null)
  await expect.poll(() => page.evaluate(() => window.canvases.length)).toBe(2)
  await expect(page.locator('#one canvas')).toHaveCount(1)
  await expect.poll(async () => measureDifference(expectedPicture, await stage.capturePixels())).toBeLessThan(0.002)
  expect((await stage.readEvents()).filter((event) => event === 'one loaded')).toHaveLength(1)
})

/**
 * Counts the page's WebGL calls in `window.calls.made`. Call number `window.calls.losesAt` loses the context, which is then
 * restored.
 */
async function countCalls(page: Page): Promise<void> {
  await page.evaluate(() => {
    const prototype = WebGL2RenderingContext.prototype
    const loseContext = (gl: WebGL2RenderingContext) => {
      const loss = gl.getExtension('WEBGL_lose_context')
      gl.canvas.addEventListener('webglcontextlost', () => setTimeout(() => loss?.restoreContext()), { once: true })
      loss?.loseContext()
    }
    const properties = Object.entries(Object.getOwnPropertyDescriptors(prototype))
    // Ignores calls that poll the GPU's progress, because the number of these calls depends on the machine.
    const others = ['constructor', 'getExtension', 'isContextLost', 'getSyncParameter', 'getProgramParameter']
    for (const [name, { value: method }] of properties) {
      if (typeof method !== 'function' || others.includes(name)) continue
      const countedMethod = function (this: WebGL2RenderingContext, ...args: unknown[]) {
        const { calls } = window
        if (calls) {
          calls.made += 1
          if (calls.made === calls.losesAt) {
            calls.lost += 1
            loseContext(this)
          }
        }
        return Reflect.apply(method, this, args)
      }
      Reflect.set(prototype, name, countedMethod)
    }
  })
}
