import type { Page } from '@playwright/test'
import { LIGHTINGS } from '../../src/ui/viewer/lightings.ts'
import { drawnNumber } from '../support/drawn.ts'
import { SAMPLED } from './sampled.ts'
import { differing, expect, THING, test } from './viewer-support.ts'

/** At how many moments of a viewer's life its context is lost, evenly apart. */
const MOMENTS = process.env.SOAK ? 40 : 5

/** By how much of what lies between two of them they come later, from 0 to 1: each commit tries others. */
const LATER = drawnNumber('moments at which a context is lost', 1000) / 1000

const thing = { width: 160, height: 160, fit: true, source: THING }

for (const lighting of LIGHTINGS)
  test(
    `lit ${lighting}, a context lost and given back at any moment leaves the same picture, and no second announcement`,
    SAMPLED,
    async ({ stage, page }) => {
      test.setTimeout(600_000)
      const model = { ...thing, shadows: true, lighting }
      await countCalls(page)
      const stands = async (losesAt: number | null) => {
        await page.evaluate((call) => {
          window.page.told.splice(0)
          window.calls = { made: 0, losesAt: call, lost: 0 }
        }, losesAt)
        await stage.show(model)
        await stage.turnTo(0.7)
        await stage.comesTo('finished')
      }
      // The shadow's code comes by itself, once.
      const shadow = page.waitForResponse(lighting === 'even' ? /\/Shadow-[^/]+\.js$/ : /GroundShadow-[^/]+\.js$/)
      await stands(null)
      await (await shadow).finished()
      await stage.remove()
      await stands(null)
      const whole = await stage.picture()
      await stage.remove()
      await stands(null)
      const calls = await page.evaluate(() => window.calls?.made ?? 0)
      expect(calls).toBeGreaterThan(500)
      for (let moment = 0; moment < MOMENTS; moment += 1) {
        await stage.remove()
        await stands(moment === 0 ? 1 : Math.max(1, Math.round((calls * (moment - 1 + LATER)) / (MOMENTS - 1))))
        // One frame more or less was drawn while the calls were counted.
        const lost = async () => (await stage.picture()) && page.evaluate(() => window.calls?.lost)
        await expect.poll(lost, { message: `moment ${moment}`, timeout: 60_000 }).toBe(1)
        await expect
          .poll(async () => differing(whole, await stage.picture()), { message: `moment ${moment}`, timeout: 60_000 })
          .toBeLessThan(0.002)
        expect(await stage.told(), `moment ${moment}`).toEqual(['one loading', 'one loaded', 'one finished'])
      }
    },
  )

test(
  'a context that is not given back is replaced by another, which stands as the first stood',
  SAMPLED,
  async ({ stage, page }) => {
    await stage.stands(thing)
    await stage.turnTo(0.7)
    const whole = await stage.picture()
    await stage.loseContext('one', null)
    await expect.poll(() => page.evaluate(() => window.canvases.length)).toBe(2)
    await expect(page.locator('#one canvas')).toHaveCount(1)
    await expect.poll(async () => differing(whole, await stage.picture())).toBeLessThan(0.002)
    expect((await stage.told()).filter((told) => told === 'one loaded')).toHaveLength(1)
  },
)

/** Has the page count what is asked of WebGL, lose the context within the call it is told, and give it back after. */
async function countCalls(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = WebGL2RenderingContext.prototype
    const lose = (gl: WebGL2RenderingContext) => {
      const loss = gl.getExtension('WEBGL_lose_context')
      gl.canvas.addEventListener('webglcontextlost', () => setTimeout(() => loss?.restoreContext()), { once: true })
      loss?.loseContext()
    }
    const ways = Object.entries(Object.getOwnPropertyDescriptors(own))
    // How often it is asked whether the card has caught up depends on the machine.
    const others = ['constructor', 'getExtension', 'isContextLost', 'getSyncParameter', 'getProgramParameter']
    for (const [name, { value: given }] of ways) {
      if (typeof given !== 'function' || others.includes(name)) continue
      const counting = function (this: WebGL2RenderingContext, ...told: unknown[]) {
        const { calls } = window
        if (calls) {
          calls.made += 1
          if (calls.made === calls.losesAt) {
            calls.lost += 1
            lose(this)
          }
        }
        return Reflect.apply(given, this, told)
      }
      Reflect.set(own, name, counting)
    }
  })
}
