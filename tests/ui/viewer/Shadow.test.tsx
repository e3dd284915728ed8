// @vitest-environment jsdom
import { Group } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { GroundShadow } from '../../../src/ui/viewer/GroundShadow.tsx'
import { rigOf } from '../../../src/ui/viewer/lighting.ts'
import { Shadow } from '../../../src/ui/viewer/Shadow.tsx'
import { figure, pass, setUpScene, show } from './scene-bench.tsx'

setUpScene()

describe('Shadow', () => {
  const cast = () => {
    const sway = new Group()
    sway.add(figure())
    return { current: sway }
  }

  it('lies at the feet', async () => {
    const { scene } = await show(<Shadow y={-0.9} reach={1} sway={cast()} />)
    expect(scene.children[0]?.position.toArray()).toEqual([0, -0.9, 0])
  })

  it('is drawn anew where what casts it moved, and at no other frame', async () => {
    const sway = cast()
    const state = await show(<Shadow y={-0.9} reach={1} sway={sway} />)
    const drawn = vi.spyOn(state.gl, 'render')
    const draws = async () => {
      drawn.mockClear()
      await pass(state, 0.05)
      return drawn.mock.calls.length
    }
    expect(await draws()).toBe(6)
    expect(await draws()).toBe(1)
    state.camera.position.x += 1
    expect(await draws()).toBe(1)
    for (const move of [
      () => sway.current.rotation.set(0, 0.1, 0),
      () => sway.current.position.set(0, 0.1, 0),
      () => sway.current.getObjectByName('figure')!.rotateY(0.1),
    ]) {
      move()
      expect([await draws(), await draws()]).toEqual([6, 1])
    }
  })

  it.each([
    ['as specified', (reach: number) => <Shadow y={-0.9} reach={reach} sway={cast()} />],
    [
      'under three lamps',
      (reach: number) => {
        const groups = { sway: cast(), tilt: cast(), turn: cast() }
        return <GroundShadow y={-0.9} radius={reach} height={1} rig={rigOf('city')} {...groups} />
      },
    ],
  ])('leaves nothing on the card, drawn for another model or gone: %s', async (_, of) => {
    const state = await show(<group />)
    await pass(state, 0.05)
    const held = () => ({ ...state.gl.info.memory })
    const before = held()
    const shown = async (reach: number) => {
      await show(of(reach))
      await pass(state, 0.1)
      return held()
    }
    const one = await shown(1)
    expect(one.textures).toBeGreaterThan(before.textures)
    expect(await shown(2)).toEqual(one)
    await show(<group />)
    await pass(state, 0.05)
    expect(held()).toEqual(before)
  })
})
