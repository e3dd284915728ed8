import type { Page } from '@playwright/test'
import { LIGHTING_MODES } from '../../src/ui/viewer/light/lighting-modes.ts'
import { rotatingNumber } from '../support/sampling.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { BOOT_URL, expect, shareOfDifferentPixels, test } from './viewer-support.ts'

/** Number of evenly spaced WebGL calls during which the test loses a viewer's context. */
const MOMENTS = process.env.SOAK ? 40 : 5

/**
 * Offset of these calls, as a fraction of the interval between them, from 0 to 1. Ten commits in a row test ten different
 * offsets.
 */
const LATER = rotatingNumber('moments at which a context is lost', 10) / 10

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
      const expectedPicture = await stage.picture()
      await stage.remove()
      await renderWithLoss(null)
      const calls = await page.evaluate(() => window.calls?.made ?? 0)
      expect(calls).toBeGreaterThan(500)
      for (let moment = 0; moment < MOMENTS; moment += 1) {
        await stage.remove()
        await renderWithLoss(moment === 0 ? 1 : Math.max(1, Math.round((calls * (moment - 1 + LATER)) / (MOMENTS - 1))))
        // Polls, because the run in which the calls were counted may have rendered one frame more or fewer.
        const readLossCount = async () => (await stage.picture()) && page.evaluate(() => window.calls?.lost)
        await expect.poll(readLossCount, { message: `moment ${moment}`, timeout: 60_000 }).toBe(1)
        await expect
          .poll(async () => shareOfDifferentPixels(expectedPicture, await stage.picture()), {
            message: `moment ${moment}`,
            timeout: 60_000,
          })
          .toBeLessThan(0.002)
        expect(await stage.told(), `moment ${moment}`).toEqual(['one loading', 'one loaded', 'one finished'])
      }
    },
  )

test('replaces a lost WebGL context that is never restored, and keeps the camera angle', async ({ stage, page }) => {
  await stage.showUntilFinished(boot)
  await stage.turnTo(0.7)
  const expectedPicture = await stage.picture()
  await stage.loseContext('one', null)
  await expect.poll(() => page.evaluate(() => window.canvases.length)).toBe(2)
  await expect(page.locator('#one canvas')).toHaveCount(1)
  await expect.poll(async () => shareOfDifferentPixels(expectedPicture, await stage.picture())).toBeLessThan(0.002)
  expect((await stage.told()).filter((event) => event === 'one loaded')).toHaveLength(1)
})

/**
 * Makes the page count its WebGL calls in `window.calls.made`. In call number `window.calls.losesAt`, the context is lost, and it
 * is restored afterwards.
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
    // Ignores calls that poll the GPU's progress, because their number depends on the machine.
    const others = ['constructor', 'getExtension', 'isContextLost', 'getSyncParameter', 'getProgramParameter']
    for (const [name, { value: method }] of properties) {
      if (typeof method !== 'function' || others.includes(name)) continue
      const counting = function (this: WebGL2RenderingContext, ...args: unknown[]) {
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
      Reflect.set(prototype, name, counting)
    }
  })
}
