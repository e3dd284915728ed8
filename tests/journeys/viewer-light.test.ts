import { readFileSync } from 'node:fs'
import { bytesIn, packedLight } from '../../viewer/panoramas.ts'
import { spheres } from '../support/spheres.ts'
import { SAMPLED } from './sampled.ts'
import { differing, expect, test } from './viewer-support.ts'

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
