import type { Page } from '@playwright/test'
import { buildQuadGlb } from '../support/render-quad.ts'
import type { Headset } from '../support/viewer-page/headset.ts'
import { expect, FIGURE_URL, measureDifference, test } from './viewer-support.ts'

const SQUARE = { base64: Buffer.from(buildQuadGlb()).toString('base64') }
const MODEL_HEIGHT = 1

/** The headset's vertical field of view, in radians. */
const FIELD_OF_VIEW = Math.PI / 3

/** Eye height in metres and downward pitch in radians. The controller points 20° further down, at the floor in this distance. */
const EYE_HEIGHT = 1.6
const PITCH = 0.15
const FLOOR_DISTANCE = EYE_HEIGHT / Math.tan(PITCH + Math.PI / 9)

/**
 * Returns the vertical position of a point in the headset's picture, from 0 (top) to 1 (bottom). `height` and `distance` locate
 * the point, in metres.
 */
const computeRow = (height: number, distance: number) => {
  const below = Math.atan2(EYE_HEIGHT - height, distance) - PITCH
  return 0.5 + Math.tan(below) / Math.tan(FIELD_OF_VIEW / 2) / 2
}

const evaluateHeadset = <A>(page: Page, callback: (headset: Headset) => A | Promise<A>): Promise<A> =>
  page.evaluate(`(${callback})(window.page.headset)`)

const button = (page: Page, name: string) => page.getByRole('button', { name })
const enterAr = (page: Page) => button(page, 'View in your room').click()

test.beforeEach(async ({ page, stage: _ }) => {
  await page.evaluate(() => window.page.installHeadset())
  await page.evaluate(([height, pitch]) => window.page.headset!.placeAt(height!, 0, pitch!), [EYE_HEIGHT, -PITCH])
})

test('shows a model in AR at its real size, and restores the camera and the picture on exit', async ({
  stage,
  page,
}) => {
  await stage.showUntilFinished({
    source: SQUARE,
    fit: true,
    ar: true,
    shadows: true,
    lighting: 'three-point',
    scale: 1.4,
  })
  // The shadow is rendered after the model.
  await expect.poll(async () => (await stage.readInfo()).geometries).toBe(2)
  const [before, picture] = [await stage.readInfo(), await stage.capturePixels()]
  await enterAr(page)
  await expect(page.getByRole('status')).toHaveText('Tap to place')
  const bounds = (await evaluateHeadset(page, (headset) => headset.readDrawnBounds()))!
  expect(bounds.top).toBeCloseTo(computeRow(MODEL_HEIGHT, FLOOR_DISTANCE), 1)
  expect(bounds.bottom).toBeCloseTo(computeRow(0, FLOOR_DISTANCE), 1)
  expect((bounds.left + bounds.right) / 2).toBeCloseTo(0.5, 1)
  // The model follows the controller's ray until the user places it.
  await evaluateHeadset(page, (headset) => headset.placeAt(1.6, 0.3, -0.15))
  const boundsAfterMove = (await evaluateHeadset(page, (headset) => headset.readDrawnBounds()))!
  expect((boundsAfterMove.left + boundsAfterMove.right) / 2).toBeCloseTo(0.5, 1)
  await evaluateHeadset(page, (headset) => headset.pullTrigger())
  await expect(page.getByRole('status')).toBeEmpty()
  await evaluateHeadset(page, (headset) => headset.placeAt(1.6, 0, -0.15))
  const boundsAfterTurn = (await evaluateHeadset(page, (headset) => headset.readDrawnBounds()))!
  expect((boundsAfterTurn.left + boundsAfterTurn.right) / 2).toBeLessThan(0.42)
  await button(page, 'Exit AR').click()
  await expect(button(page, 'Exit AR')).toHaveCount(0)
  expect(await evaluateHeadset(page, (headset) => headset.isPresenting())).toBe(false)
  const after = await stage.readInfo()
  expect([after.yaw, after.tilt, after.zoom]).toEqual([before.yaw, before.tilt, before.zoom])
  expect([after.geometries, after.textures]).toEqual([before.geometries, before.textures])
  expect(measureDifference(await stage.capturePixels(), picture)).toBeLessThan(0.01)
})

test('moves and scales a model in AR by controller, and leaves AR when the device ends the session', async ({
  stage,
  page,
}) => {
  await stage.showUntilFinished({ source: FIGURE_URL, fit: true, ar: true, occlusion: true })
  await enterAr(page)
  await expect(page.getByRole('status')).toHaveText('Tap to place')
  await evaluateHeadset(page, (headset) => headset.pullTrigger())
  await expect(page.getByRole('status')).toBeEmpty()
  const first = (await evaluateHeadset(page, (headset) => headset.readDrawnBounds()))!
  await evaluateHeadset(page, (headset) => {
    headset.pointAtFloor(1, -4)
    return headset.pullTrigger()
  })
  const boundsAfterDrag = (await evaluateHeadset(page, (headset) => headset.readDrawnBounds()))!
  // The model is now further to the right and further away.
  expect((boundsAfterDrag.left + boundsAfterDrag.right) / 2).toBeGreaterThan(0.55)
  expect(boundsAfterDrag.bottom - boundsAfterDrag.top).toBeLessThan(first.bottom - first.top)
  expect(boundsAfterDrag.bottom).toBeCloseTo(computeRow(0, 4), 1)
  // Enlarges the model by half.
  await evaluateHeadset(page, (headset) => headset.moveStick(0, -0.8))
  await expect
    .poll(async () => {
      const { top, bottom } = (await evaluateHeadset(page, (headset) => headset.readDrawnBounds()))!
      return bottom - top
    })
    .toBeGreaterThan((boundsAfterDrag.bottom - boundsAfterDrag.top) * 1.4)
  await evaluateHeadset(page, (headset) => headset.moveStick(0, 0))
  const boundsAfterPinch = (await evaluateHeadset(page, (headset) => headset.readDrawnBounds()))!
  // The feet stay on the floor, so the lower edge moves less than half as far as the upper edge.
  expect(boundsAfterPinch.bottom - boundsAfterDrag.bottom).toBeLessThan(
    (boundsAfterDrag.top - boundsAfterPinch.top) / 2,
  )
  await evaluateHeadset(page, (headset) => headset.endSession())
  await expect(button(page, 'Exit AR')).toHaveCount(0)
  // Enters a second session.
  await enterAr(page)
  await expect(page.getByRole('status')).toHaveText('Tap to place')
  await stage.remove()
  await expect.poll(() => evaluateHeadset(page, (headset) => headset.isPresenting())).toBe(false)
})

test('shows the AR button if the device supports a requested mode, and an alert if AR fails to start', async ({
  stage,
  page,
}) => {
  await stage.showUntilFinished({ source: FIGURE_URL, fit: true, ar: ['quick-look'], tools: true })
  await expect(button(page, 'Save picture')).toBeVisible()
  await expect(button(page, 'View in your room')).toHaveCount(0)
  await stage.show({ source: FIGURE_URL, fit: true, ar: ['quick-look', 'webxr'], tools: true })
  await expect(button(page, 'View in your room')).toBeVisible()
  const before = await stage.capturePixels()
  await page.evaluate(() => {
    navigator.xr!.requestSession = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'))
  })
  await enterAr(page)
  await expect(page.getByRole('alert')).toHaveText('AR didn’t start. Allow access to the camera, then try again.')
  expect(measureDifference(await stage.capturePixels(), before)).toBe(0)
})
