import { vrmFile } from '../support/vrm.ts'
import { SAMPLED } from './sampled.ts'
import { covered, differing, expect, FIGURE, pixelAt, test } from './viewer-support.ts'

const figure = { source: FIGURE, fit: true, turntable: false, width: 240, height: 240 }

test(
  'parts are framed, painted and pinned, and pressed by keyboard where they face the camera',
  SAMPLED,
  async ({ stage, page }) => {
    const hotspots = [
      { id: 'zip', label: 'Zip', position: [0, 0, 0.2] },
      { id: 'hood', label: 'Hood', position: [0, 0.1, -0.2] },
    ] as const
    await stage.stands({ ...figure, hotspots })
    const button = (name: string) => page.getByRole('button', { name })
    await expect(button('Zip')).toBeVisible()
    await expect(button('Hood')).toBeHidden()
    await page.locator('body').press('Tab')
    await page.keyboard.press('Tab')
    await expect(button('Zip')).toBeFocused()
    await page.keyboard.press('Enter')
    expect(await stage.told()).toContain('one hotspot zip')
    await stage.turnTo(Math.PI)
    await expect(button('Hood')).toBeVisible()
    await expect(button('Zip')).toBeHidden()
    await stage.turnTo(0)

    const whole = await stage.picture()
    await stage.show({ ...figure, framing: 'face' })
    await expect.poll(async () => covered(await stage.picture())).toBeGreaterThan(covered(whole) * 1.4)
    const face = await stage.picture()
    await stage.show({ ...figure, framing: 'face', visemes: { aa: 1 } })
    await expect.poll(async () => differing(face, await stage.picture())).toBeGreaterThan(0.005)
    await stage.show({ ...figure, paints: { 'Jacket Fabric': { color: '#0000ff' } } })
    await expect
      .poll(async () => {
        const picture = await stage.picture()
        const columns = Array.from({ length: 20 }, (_, at) => pixelAt(picture, 0.3 + at / 50, 0.55))
        return columns.some(([red = 0, , blue = 0]) => blue > red + 60)
      })
      .toBe(true)
  },
)

test('a life goes on while it is seen, and a look rests where it is', SAMPLED, async ({ stage, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await stage.stands({ ...figure, framing: 'bust', life: ['breathing'] })
  const frames = async () => (await stage.info()).frames
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before + 5)
  await stage.show({ ...figure, framing: 'bust', gaze: 'cursor' })
  await page.mouse.move(5, 5)
  await stage.rests()
  const left = await stage.picture()
  await page.mouse.move(230, 120)
  await expect.poll(async () => differing(left, await stage.picture())).toBeGreaterThan(0.02)
  await stage.rests()
})

test(
  'a VRM of either version shows its expressions, swings until it hangs still, and leaves nothing behind',
  SAMPLED,
  async ({ stage, page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    for (const version of [0, 1] as const) {
      const source = { base64: Buffer.from(await vrmFile({ version })).toString('base64') }
      const shown = { ...figure, source, vrm: true, framing: 'bust' } as const
      await stage.stands(shown)
      await stage.rests()
      const calm = await stage.picture()
      await stage.show({ ...shown, emotion: { happy: 1 } })
      await expect.poll(async () => differing(calm, await stage.picture())).toBeGreaterThan(0.001)
      await stage.rests()
      const { frames } = await stage.info()
      // The stage keeps how it is turned from one model to the next.
      await stage.turnTo(1 + version)
      await expect.poll(async () => (await stage.info()).frames).toBeGreaterThan(frames + 5)
      await stage.rests()
      await stage.show({ ...shown, source: null })
      await expect.poll(async () => (await stage.info()).geometries).toBe(0)
      expect((await stage.info()).textures).toBeLessThan(4)
    }
    expect(await stage.told()).not.toContain('one error unreadable')
  },
)
