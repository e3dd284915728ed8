import { BoxGeometry, Color, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, ShaderMaterial } from 'three'
import { describe, expect, it } from 'vitest'
import { rigOf } from '../../../src/ui/viewer/lighting.ts'
import { ENVIRONMENTS } from '../../../src/ui/viewer/presets.ts'
import { keepTones } from '../../../src/ui/viewer/tones.ts'

/** What `@pixiv/three-vrm` makes of a toon material, as far as it counts here. */
const mtoon = () =>
  Object.assign(new ShaderMaterial({ fragmentShader: 'void main() {\n#include <tonemapping_fragment>\n}' }), {
    isMToonMaterial: true,
  })

describe('painted tones', () => {
  it('are shown as they are under a rig, and mapped as specified without', () => {
    const [toon, unlit, lit] = [mtoon(), new MeshBasicMaterial(), new MeshStandardMaterial()]
    const root = new Group().add(new Mesh(new BoxGeometry(), toon), new Mesh(new BoxGeometry(), [lit, unlit]))
    const mapped = () => [toon, unlit, lit].map(({ toneMapped }) => toneMapped)
    const end = keepTones(root, rigOf('city'), false)
    expect(mapped()).toEqual([false, false, true])
    expect(lit.version).toBe(0)
    end()
    expect(mapped()).toEqual([true, true, true])
    expect(toon.uniforms['paintedLevel']!.value.toArray()).toEqual([1, 1, 1])
  })

  it('of a toon are levelled before they would be mapped, once', () => {
    const toon = mtoon()
    const root = new Mesh(new BoxGeometry(), toon)
    for (const name of ['city', 'night']) keepTones(root, rigOf(name), false)()
    expect(
      toon.fragmentShader.match(/gl_FragColor\.rgb \*= paintedLevel;\s*#include <tonemapping_fragment>/g),
    ).toHaveLength(1)
  })

  it.each(ENVIRONMENTS)('are no brighter in %s than they were painted, and not much darker', (name) => {
    const rig = rigOf(name)
    const toon = mtoon()
    keepTones(new Mesh(new BoxGeometry(), toon), rig, false)
    const level = toon.uniforms['paintedLevel']!.value.toArray()
    // Where every lamp falls, a toon gives back a πth of each.
    const white = level.map((share: number, channel: number) => {
      const lamps = [rig.key, rig.fill, rig.rim].map((it) => new Color(it.color).toArray()[channel]! * it.intensity)
      return (share * lamps.reduce((sum, lamp) => sum + lamp, 0)) / Math.PI
    })
    const bright = 0.2126 * white[0] + 0.7152 * white[1] + 0.0722 * white[2]
    expect(bright).toBeGreaterThan(0.78)
    expect(bright).toBeLessThan(1.03)
    for (const channel of white) expect(channel).toBeLessThan(1.25)
  })
})
