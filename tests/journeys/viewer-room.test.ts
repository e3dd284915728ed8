import type { Page } from '@playwright/test'
import { quadGlb } from '../support/quads.ts'
import type { Headset } from '../support/viewer-page/device.ts'
import { differing, expect, FIGURE, test } from './viewer-support.ts'

/** A square of one metre, standing upright. */
const SQUARE = { base64: Buffer.from(quadGlb()).toString('base64') }
const TALL = 1

/** The headset's: what it sees from top to bottom, in radians. */
const FIELD = Math.PI / 3

/** Metres over the floor, and radians below straight ahead: it points at the floor further down by 20°. */
const EYES = 1.6
const DOWN = 0.15
const AWAY = EYES / Math.tan(DOWN + Math.PI / 9)

/** Where a point of that height, so far away, is in its picture: 0 at the top, 1 at the bottom. */
const rowOf = (height: number, away: number) => {
  const below = Math.atan2(EYES - height, away) - DOWN
  return 0.5 + Math.tan(below) / Math.tan(FIELD / 2) / 2
}

const ask = <A>(page: Page, what: (headset: Headset) => A | Promise<A>): Promise<A> =>
  page.evaluate(`(${what})(window.page.headset)`)

const button = (page: Page, name: string) => page.getByRole('button', { name })
const enter = (page: Page) => button(page, 'View in your room').click()

test.beforeEach(async ({ page, stage: _ }) => {
  await page.evaluate(() => window.page.wearHeadset())
  await page.evaluate(([height, pitch]) => window.page.headset!.stands(height!, 0, pitch!), [EYES, -DOWN])
})

test('a model stands in the room in its true size, and the stage is as it was when it is left', async ({
  stage,
  page,
}) => {
  await stage.stands({ source: SQUARE, fit: true, ar: true, shadows: true, lighting: 'three-point', scale: 1.4 })
  // Its shadow comes after it.
  await expect.poll(async () => (await stage.info()).geometries).toBe(2)
  const [before, picture] = [await stage.info(), await stage.picture()]
  await enter(page)
  await expect(page.getByRole('status')).toHaveText('Tap to place')
  const seen = (await ask(page, (headset) => headset.drawn()))!
  expect(seen.top).toBeCloseTo(rowOf(TALL, AWAY), 1)
  expect(seen.bottom).toBeCloseTo(rowOf(0, AWAY), 1)
  expect((seen.left + seen.right) / 2).toBeCloseTo(0.5, 1)
  // It follows what the device points at, until it is put down.
  await ask(page, (headset) => headset.stands(1.6, 0.3, -0.15))
  const followed = (await ask(page, (headset) => headset.drawn()))!
  expect((followed.left + followed.right) / 2).toBeCloseTo(0.5, 1)
  await ask(page, (headset) => headset.pull())
  await expect(page.getByRole('status')).toBeEmpty()
  await ask(page, (headset) => headset.stands(1.6, 0, -0.15))
  const stayed = (await ask(page, (headset) => headset.drawn()))!
  expect((stayed.left + stayed.right) / 2).toBeLessThan(0.42)
  await button(page, 'Exit AR').click()
  await expect(button(page, 'Exit AR')).toHaveCount(0)
  expect(await ask(page, (headset) => headset.isIn())).toBe(false)
  const after = await stage.info()
  expect([after.yaw, after.tilt, after.zoom]).toEqual([before.yaw, before.tilt, before.zoom])
  expect([after.geometries, after.textures]).toEqual([before.geometries, before.textures])
  expect(differing(await stage.picture(), picture)).toBeLessThan(0.01)
})

test('a controller puts it elsewhere, turns it and makes it larger; the device itself ends it', async ({
  stage,
  page,
}) => {
  await stage.stands({ source: FIGURE, fit: true, ar: true, occlusion: true })
  await enter(page)
  await expect(page.getByRole('status')).toHaveText('Tap to place')
  await ask(page, (headset) => headset.pull())
  await expect(page.getByRole('status')).toBeEmpty()
  const first = (await ask(page, (headset) => headset.drawn()))!
  await ask(page, (headset) => {
    headset.point(1, -4)
    return headset.pull()
  })
  const moved = (await ask(page, (headset) => headset.drawn()))!
  // A metre to the right, and further away.
  expect((moved.left + moved.right) / 2).toBeGreaterThan(0.55)
  expect(moved.bottom - moved.top).toBeLessThan(first.bottom - first.top)
  expect(moved.bottom).toBeCloseTo(rowOf(0, 4), 1)
  // Until it has grown by half, feet on the floor.
  await ask(page, (headset) => headset.stick(0, -0.8))
  await expect
    .poll(async () => {
      const { top, bottom } = (await ask(page, (headset) => headset.drawn()))!
      return bottom - top
    })
    .toBeGreaterThan((moved.bottom - moved.top) * 1.4)
  await ask(page, (headset) => headset.stick(0, 0))
  const grown = (await ask(page, (headset) => headset.drawn()))!
  // Only its toes are nearer.
  expect(grown.bottom - moved.bottom).toBeLessThan((moved.top - grown.top) / 2)
  await ask(page, (headset) => headset.leave())
  await expect(button(page, 'Exit AR')).toHaveCount(0)
  // And in again.
  await enter(page)
  await expect(page.getByRole('status')).toHaveText('Tap to place')
  await stage.remove()
  await expect.poll(() => ask(page, (headset) => headset.isIn())).toBe(false)
})

test('there is a button where a device has a way that was asked for, and a refusal is said', async ({
  stage,
  page,
}) => {
  await stage.stands({ source: FIGURE, fit: true, ar: ['quick-look'], tools: true })
  await expect(button(page, 'Save picture')).toBeVisible()
  await expect(button(page, 'View in your room')).toHaveCount(0)
  await stage.show({ source: FIGURE, fit: true, ar: ['quick-look', 'webxr'], tools: true })
  await expect(button(page, 'View in your room')).toBeVisible()
  const before = await stage.picture()
  await page.evaluate(() => {
    navigator.xr!.requestSession = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'))
  })
  await enter(page)
  await expect(page.getByRole('alert')).toHaveText('AR didn’t start. Allow access to the camera, then try again.')
  expect(differing(await stage.picture(), before)).toBe(0)
})
