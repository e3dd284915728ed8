import { BoxGeometry, Color, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, ShaderMaterial } from 'three'
import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '../../../../src/ui/viewer/light/environment-names.ts'
import { lightRigFor } from '../../../../src/ui/viewer/light/light-rig.ts'
import { preservePaintedTones } from '../../../../src/ui/viewer/light/tones.ts'

/** Mimics the parts of the toon material of `@pixiv/three-vrm` that these tests need. */
const mtoon = () =>
  Object.assign(new ShaderMaterial({ fragmentShader: 'void main() {\n#include <tonemapping_fragment>\n}' }), {
    isMToonMaterial: true,
  })

describe('the colours of toon and unlit materials', () => {
  it('are not tone-mapped while a light rig is applied, and are tone-mapped again afterwards', () => {
    const [toon, unlit, lit] = [mtoon(), new MeshBasicMaterial(), new MeshStandardMaterial()]
    const root = new Group().add(new Mesh(new BoxGeometry(), toon), new Mesh(new BoxGeometry(), [lit, unlit]))
    const toneMappedFlags = () => [toon, unlit, lit].map(({ toneMapped }) => toneMapped)
    const restore = preservePaintedTones(root, lightRigFor('city'), false)
    expect(toneMappedFlags()).toEqual([false, false, true])
    expect(lit.version).toBe(0)
    restore()
    expect(toneMappedFlags()).toEqual([true, true, true])
    expect(toon.uniforms['paintedLevel']!.value.toArray()).toEqual([1, 1, 1])
  })

  it('get only one brightness factor before tone mapping in a toon shader, even if two rigs are applied', () => {
    const toon = mtoon()
    const root = new Mesh(new BoxGeometry(), toon)
    for (const name of ['city', 'night']) preservePaintedTones(root, lightRigFor(name), false)()
    expect(
      toon.fragmentShader.match(/gl_FragColor\.rgb \*= paintedLevel;\s*#include <tonemapping_fragment>/g),
    ).toHaveLength(1)
  })

  it.each(ENVIRONMENTS)('keep between 78 % and 103 % of their authored brightness in the environment %s', (name) => {
    const rig = lightRigFor(name)
    const toon = mtoon()
    preservePaintedTones(new Mesh(new BoxGeometry(), toon), rig, false)
    const level = toon.uniforms['paintedLevel']!.value.toArray()
    // A toon material reflects intensity / π of each lamp. With all lamps, the brightness is the sum.
    const white = level.map((share: number, channel: number) => {
      const lamps = [rig.key, rig.fill, rig.rim].map(
        (rigLamp) => new Color(rigLamp.color).toArray()[channel]! * rigLamp.intensity,
      )
      return (share * lamps.reduce((sum, lamp) => sum + lamp, 0)) / Math.PI
    })
    const brightness = 0.2126 * white[0] + 0.7152 * white[1] + 0.0722 * white[2]
    expect(brightness).toBeGreaterThan(0.78)
    expect(brightness).toBeLessThan(1.03)
    for (const channel of white) expect(channel).toBeLessThan(1.25)
  })
})
