// @vitest-environment jsdom
import { Group } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { lightRigFor } from '../../../../src/ui/viewer/light/light-rig.ts'
import { GroundShadow } from '../../../../src/ui/viewer/shadow/GroundShadow.tsx'
import { Shadow } from '../../../../src/ui/viewer/shadow/Shadow.tsx'
import { createBoxFigure, drawFrames, setUpScene, showOnStage } from '../scene-fixture.tsx'

setUpScene()

describe('Shadow', () => {
  const createCaster = () => {
    const sway = new Group()
    sway.add(createBoxFigure())
    return { current: sway }
  }

  it('renders at the given height of the ground', async () => {
    const { scene } = await showOnStage(<Shadow y={-0.9} reach={1} sway={createCaster()} />)
    expect(scene.children[0]?.position.toArray()).toEqual([0, -0.9, 0])
  })

  it('redraws only after the shadow caster has moved', async () => {
    const sway = createCaster()
    const state = await showOnStage(<Shadow y={-0.9} reach={1} sway={sway} />)
    const renderSpy = vi.spyOn(state.gl, 'render')
    const countRenders = async () => {
      renderSpy.mockClear()
      await drawFrames(state, 0.05)
      return renderSpy.mock.calls.length
    }
    expect(await countRenders()).toBe(6)
    expect(await countRenders()).toBe(1)
    state.camera.position.x += 1
    expect(await countRenders()).toBe(1)
    for (const move of [
      () => sway.current.rotation.set(0, 0.1, 0),
      () => sway.current.position.set(0, 0.1, 0),
      () => sway.current.getObjectByName('figure')!.rotateY(0.1),
    ]) {
      move()
      expect([await countRenders(), await countRenders()]).toEqual([6, 1])
    }
  })

  it.each([
    ['the specified lighting', (reach: number) => <Shadow y={-0.9} reach={reach} sway={createCaster()} />],
    [
      'three-point lighting',
      (reach: number) => {
        const groups = { sway: createCaster(), tilt: createCaster(), turn: createCaster() }
        return <GroundShadow y={-0.9} radius={reach} height={1} rig={lightRigFor('city')} {...groups} />
      },
    ],
  ])('frees its GPU resources when it is replaced or unmounted, with %s', async (_, shadowFor) => {
    const state = await showOnStage(<group />)
    await drawFrames(state, 0.05)
    const gpuMemory = () => ({ ...state.gl.info.memory })
    const before = gpuMemory()
    const memoryAfter = async (reach: number) => {
      await showOnStage(shadowFor(reach))
      await drawFrames(state, 0.1)
      return gpuMemory()
    }
    const first = await memoryAfter(1)
    expect(first.textures).toBeGreaterThan(before.textures)
    expect(await memoryAfter(2)).toEqual(first)
    await showOnStage(<group />)
    await drawFrames(state, 0.05)
    expect(gpuMemory()).toEqual(before)
  })
})
