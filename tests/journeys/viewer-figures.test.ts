import { buildVrm } from '../support/vrm.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, FIGURE_URL, measureCoverage, measureDifference, readPixel, test } from './viewer-support.ts'

const figure = { source: FIGURE_URL, fit: true, turntable: false, width: 240, height: 240 }

test(
  'frames a face, paints a material, and shows hotspots only while they face the camera',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    const hotspots = [
      { id: 'zip', label: 'Zip', position: [0, 0, 0.2] },
      { id: 'hood', label: 'Hood', position: [0, 0.1, -0.2] },
    ] as const
    await stage.showUntilFinished({ ...figure, hotspots })
    const button = (name: string) => page.getByRole('button', { name })
    await expect(button('Zip')).toBeVisible()
    await expect(button('Hood')).toBeHidden()
    await page.locator('body').press('Tab')
    await page.keyboard.press('Tab')
    await expect(button('Zip')).toBeFocused()
    await page.keyboard.press('Enter')
    expect(await stage.readEvents()).toContain('one hotspot zip')
    await stage.turnTo(Math.PI)
    await expect(button('Hood')).toBeVisible()
    await expect(button('Zip')).toBeHidden()
    await stage.turnTo(0)

    const initialPicture = await stage.capturePixels()
    await stage.show({ ...figure, framing: 'face' })
    await expect
      .poll(async () => measureCoverage(await stage.capturePixels()))
      .toBeGreaterThan(measureCoverage(initialPicture) * 1.4)
    const face = await stage.capturePixels()
    await stage.show({ ...figure, framing: 'face', visemes: { aa: 1 } })
    await expect.poll(async () => measureDifference(face, await stage.capturePixels())).toBeGreaterThan(0.005)
    await stage.show({ ...figure, paints: { 'Jacket Fabric': { color: '#0000ff' } } })
    await expect
      .poll(async () => {
        const picture = await stage.capturePixels()
        const columns = Array.from({ length: 20 }, (_, at) => readPixel(picture, 0.3 + at / 50, 0.55))
        return columns.some(([red = 0, , blue = 0]) => blue > red + 60)
      })
      .toBe(true)
  },
)

test(
  'animates a breathing figure, and stops rendering once its gaze has reached the pointer',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await stage.showUntilFinished({ ...figure, framing: 'bust', life: ['breathing'] })
    const readFrameCount = async () => (await stage.readInfo()).frames
    const before = await readFrameCount()
    await expect.poll(readFrameCount).toBeGreaterThan(before + 5)
    await stage.show({ ...figure, framing: 'bust', gaze: 'cursor' })
    await page.mouse.move(5, 5)
    await stage.waitUntilIdle()
    const picture = await stage.capturePixels()
    await page.mouse.move(230, 120)
    await expect.poll(async () => measureDifference(picture, await stage.capturePixels())).toBeGreaterThan(0.02)
    await stage.waitUntilIdle()
  },
)

test(
  'shows expressions of VRM 0 and 1, stops rendering once spring bones rest, and frees GPU resources',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    for (const version of [0, 1] as const) {
      const source = { base64: Buffer.from(await buildVrm({ version })).toString('base64') }
      const mount = { ...figure, source, vrm: true, framing: 'bust' } as const
      await stage.showUntilFinished(mount)
      await stage.waitUntilIdle()
      const neutralPicture = await stage.capturePixels()
      await stage.show({ ...mount, emotion: { happy: 1 } })
      await expect
        .poll(async () => measureDifference(neutralPicture, await stage.capturePixels()))
        .toBeGreaterThan(0.001)
      await stage.waitUntilIdle()
      const { frames } = await stage.readInfo()
      // The viewer keeps its rotation when the model changes.
      await stage.turnTo(1 + version)
      await expect.poll(async () => (await stage.readInfo()).frames).toBeGreaterThan(frames + 5)
      await stage.waitUntilIdle()
      await stage.show({ ...mount, source: null })
      await expect.poll(async () => (await stage.readInfo()).geometries).toBe(0)
      expect((await stage.readInfo()).textures).toBeLessThan(4)
    }
    expect(await stage.readEvents()).not.toContain('one error unreadable')
  },
)
