import { readFileSync } from 'node:fs'
import { bytesIn, packedLight } from '../../viewer/panoramas.ts'
import { quadGlb } from '../support/quads.ts'
import { spheres } from '../support/spheres.ts'
import { SAMPLED } from './sampled.ts'
import { differing, expect, pixelAt, test } from './viewer-support.ts'

test.describe('light that was filtered ahead', () => {
  for (const name of ['city', 'studio']) {
    test(`is the light that the renderer filters itself: ${name}`, SAMPLED, async ({ stage, site, page }) => {
      const exr = bytesIn(readFileSync(`node_modules/@pmndrs/assets/hdri/${name}.exr.js`, 'utf8'))
      site.answers.set('/spheres.glb', spheres())
      site.answers.set('/panorama.exr', exr)
      site.answers.set('/panorama.light', packedLight(exr))
      const shown = { source: '/spheres.glb', width: 480, height: 240, fit: true, turntable: false }
      const size = { width: 480, height: 240 }
      await stage.stands({ ...shown, environment: '/panorama.exr' })
      const own = await stage.picture('one', size)
      await stage.stands({ ...shown, environment: '/panorama.light' }, 'two')
      const ahead = await stage.picture('two', size)
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/light-${name}.png` })
      // On a mirror, an edge of the panorama may lie a fraction of a pixel off.
      expect(differing(own, ahead, 12)).toBeLessThan(0.002)
      expect(differing(own, ahead, 3)).toBeLessThan(0.03)
    })
  }

  test(
    'that is cut short or says what cannot be is refused, and the model shown all the same',
    SAMPLED,
    async ({ stage, site, page }) => {
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      const whole = packedLight(bytesIn(readFileSync('node_modules/@pmndrs/assets/hdri/city.exr.js', 'utf8')))
      site.answers.set('/spheres.glb', spheres())
      site.answers.set('/cut.light', whole.subarray(0, 5000))
      await stage.stands({ source: '/spheres.glb', width: 240, height: 240, environment: '/cut.light' })
      expect(said.filter((line) => line.includes('ViewerError'))).toHaveLength(1)
    },
  )
})

test(
  'colours that were painted stay as they are under three-point light, with occlusion too',
  SAMPLED,
  async ({ stage, site }) => {
    const painted = [200, 120, 60]
    const linear = painted.map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4)
    const material = {
      doubleSided: true,
      extensions: { KHR_materials_unlit: {} },
      pbrMetallicRoughness: { baseColorFactor: [...linear, 1] },
    }
    const change = (json: { extensionsUsed?: string[] }) => {
      json.extensionsUsed = ['KHR_materials_unlit']
    }
    site.answers.set('/painted.glb', quadGlb({ material, change }))
    const shown = { source: '/painted.glb', width: 240, height: 240, fit: true, turntable: false } as const
    for (const occlusion of [false, { mode: 'No AO' }, false] as const) {
      await stage.stands({ ...shown, lighting: 'three-point', occlusion })
      // Without it the lamp's shadow and the model, with it the last of what composes the picture.
      await expect.poll(async () => (await stage.info()).calls).toBe(occlusion ? 1 : 2)
      await expect
        .poll(async () => {
          const [red = 0, green = 0, blue = 0] = pixelAt(await stage.picture(), 0.5, 0.5)
          return Math.max(...[red, green, blue].map((value, channel) => Math.abs(value - painted[channel]!)))
        })
        .toBeLessThanOrEqual(2)
    }
  },
)

test('the pool of light on the ground fades before a narrow canvas ends', SAMPLED, async ({ stage }) => {
  const shown = { source: '/demo/models/ines.glb', height: 520, fit: true, turntable: false, shadows: true } as const
  /** How much there is of it, from 0 to 255, in the upper half of the ground: most of all, and most at the canvas's edge. */
  const pool = async (width: number) => {
    await stage.stands({ ...shown, width, lighting: 'three-point', environment: 'studio' })
    const picture = await stage.picture('one', { width, height: 520 })
    const rows = Array.from({ length: 20 }, (_, row) => 0.88 + row * 0.005)
    const at = (x: number) => Math.max(...rows.map((y) => pixelAt(picture, x, y)[3] ?? 0))
    return { inside: Math.max(at(0.2), at(0.8)), edge: Math.max(at(0.002), at(0.998)) }
  }
  await expect.poll(async () => (await pool(300)).inside).toBeGreaterThan(8)
  expect((await pool(300)).edge).toBeLessThanOrEqual(2)
})
