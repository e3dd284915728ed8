import { readFileSync } from 'node:fs'
import { decodeModuleBytes, packLightFile } from '../../viewer/panoramas.ts'
import { buildQuadGlb } from '../support/render-quad.ts'
import { buildSpheresGlb } from '../support/spheres.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, measureDifference, readPixel, test } from './viewer-support.ts'

test.describe('prefiltered environment light', () => {
  for (const name of ['city', 'studio']) {
    test(
      `renders nearly the same picture as the unfiltered panorama: ${name}`,
      SAMPLED_OPTIONS,
      async ({ stage, site, page }) => {
        const exr = decodeModuleBytes(readFileSync(`node_modules/@pmndrs/assets/hdri/${name}.exr.js`, 'utf8'))
        site.customResponses.set('/spheres.glb', buildSpheresGlb())
        site.customResponses.set('/panorama.exr', exr)
        site.customResponses.set('/panorama.light', packLightFile(exr))
        const mount = { source: '/spheres.glb', width: 480, height: 240, fit: true, turntable: false }
        const size = { width: 480, height: 240 }
        await stage.showUntilFinished({ ...mount, environment: '/panorama.exr' })
        const panoramaPicture = await stage.capturePixels('one', size)
        await stage.showUntilFinished({ ...mount, environment: '/panorama.light' }, 'two')
        const lightPicture = await stage.capturePixels('two', size)
        if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/light-${name}.png` })
        // In a mirroring surface, an edge of the panorama may be off by a fraction of a pixel.
        expect(measureDifference(panoramaPicture, lightPicture, 12)).toBeLessThan(0.002)
        expect(measureDifference(panoramaPicture, lightPicture, 3)).toBeLessThan(0.03)
      },
    )
  }

  test(
    'logs one error and still shows the model if the light file is truncated',
    SAMPLED_OPTIONS,
    async ({ stage, site, page }) => {
      const consoleMessages: string[] = []
      page.on('console', (message) => consoleMessages.push(message.text()))
      const fullLight = packLightFile(
        decodeModuleBytes(readFileSync('node_modules/@pmndrs/assets/hdri/city.exr.js', 'utf8')),
      )
      site.customResponses.set('/spheres.glb', buildSpheresGlb())
      site.customResponses.set('/cut.light', fullLight.subarray(0, 5000))
      await stage.showUntilFinished({ source: '/spheres.glb', width: 240, height: 240, environment: '/cut.light' })
      expect(consoleMessages.filter((line) => line.includes('ViewerError'))).toHaveLength(1)
    },
  )
})

test(
  'shows unlit colours unchanged under three-point light, with and without occlusion',
  SAMPLED_OPTIONS,
  async ({ stage, site }) => {
    const paintedColour = [200, 120, 60]
    const linear = paintedColour.map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4)
    const material = {
      doubleSided: true,
      extensions: { KHR_materials_unlit: {} },
      pbrMetallicRoughness: { baseColorFactor: [...linear, 1] },
    }
    const change = (json: { extensionsUsed?: string[] }) => {
      json.extensionsUsed = ['KHR_materials_unlit']
    }
    site.customResponses.set('/painted.glb', buildQuadGlb({ material, change }))
    const mount = { source: '/painted.glb', width: 240, height: 240, fit: true, turntable: false } as const
    for (const occlusion of [false, { mode: 'No AO' }, false] as const) {
      await stage.showUntilFinished({ ...mount, lighting: 'three-point', occlusion })
      // Draw calls of a frame: two without occlusion (the shadow and the model), one with occlusion (the final composition).
      await expect.poll(async () => (await stage.readInfo()).calls).toBe(occlusion ? 1 : 2)
      await expect
        .poll(async () => {
          const [red = 0, green = 0, blue = 0] = readPixel(await stage.capturePixels(), 0.5, 0.5)
          return Math.max(...[red, green, blue].map((value, channel) => Math.abs(value - paintedColour[channel]!)))
        })
        .toBeLessThanOrEqual(2)
    }
  },
)

test('fades the light on the ground before the edge of a narrow canvas', SAMPLED_OPTIONS, async ({ stage }) => {
  const mount = { source: '/demo/models/ines.glb', height: 520, fit: true, turntable: false, shadows: true } as const
  /** Returns the maximum alpha, from 0 to 255, of the light on the ground: inside the canvas, and at the canvas's edges. */
  const measureGroundLight = async (width: number) => {
    await stage.showUntilFinished({ ...mount, width, lighting: 'three-point', environment: 'studio' })
    const picture = await stage.capturePixels('one', { width, height: 520 })
    const rows = Array.from({ length: 20 }, (_, row) => 0.88 + row * 0.005)
    const readMaxAlpha = (x: number) => Math.max(...rows.map((y) => readPixel(picture, x, y)[3] ?? 0))
    return {
      inside: Math.max(readMaxAlpha(0.2), readMaxAlpha(0.8)),
      edge: Math.max(readMaxAlpha(0.002), readMaxAlpha(0.998)),
    }
  }
  // Rendering one picture with software WebGL takes up to 10 seconds, and longer on a busy machine.
  await expect.poll(async () => (await measureGroundLight(300)).inside, { timeout: 60_000 }).toBeGreaterThan(8)
  expect((await measureGroundLight(300)).edge).toBeLessThanOrEqual(2)
})
