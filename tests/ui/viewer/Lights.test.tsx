// @vitest-environment jsdom
import { act } from '@react-three/fiber'
import { DataTexture, EquirectangularReflectionMapping, SpotLight } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { Lights } from '../../../src/ui/viewer/Lights.tsx'
import { rigOf } from '../../../src/ui/viewer/lighting.ts'
import { filtered } from '../../../src/ui/viewer/own-panorama.ts'
import { createPose } from '../../../src/ui/viewer/pose.ts'
import { Scene, type SceneProps } from '../../../src/ui/viewer/Scene.tsx'
import { bench, pass, setUpScene, show, told } from './scene-bench.tsx'

setUpScene()

it.each([
  [512, 128],
  [2048, 512],
  [300, 64],
])('a panorama %i pixels wide is filtered into faces of %i', async (width, expected) => {
  const { gl } = await show(<group />)
  const panorama = new DataTexture(new Uint8Array(width * (width / 2) * 4), width, width / 2)
  panorama.mapping = EquirectangularReflectionMapping
  const light = filtered(panorama, gl)
  const [face] = light.texture.image as unknown as { width: number }[]
  expect(face?.width).toBe(expected)
  light.dispose()
})

describe('Lights', () => {
  it('are half a light all round and a spot at (10, 10, 10) with a shadow map of 512', async () => {
    const { scene } = await show(<Lights reach={1} rig={null} />)
    const spot = scene.children.find((child) => child instanceof SpotLight) as SpotLight
    expect(scene.children.map((child) => [child.type, child.position.toArray()])).toEqual([
      ['AmbientLight', [0, 0, 0]],
      ['SpotLight', [10, 10, 10]],
    ])
    expect([spot.castShadow, spot.shadow.mapSize.toArray()]).toEqual([true, [512, 512]])
    expect(scene.children[0]).toMatchObject({ intensity: 0.5 })
  })
})

describe('three-point lighting', () => {
  const lit = (more: Partial<SceneProps> = {}) => told({ rig: rigOf('night'), shadows: true, ...more })

  it('hangs a key that casts a shadow, a fill and a rim, and sets the exposure for as long as it lasts', async () => {
    const { gl, scene } = await show(<Lights reach={1} rig={null} />)
    const before = gl.toneMappingExposure
    await show(<Lights reach={1} rig={rigOf('night')} />)
    expect(scene.children.map(({ type, castShadow }) => [type, castShadow])).toEqual([
      ['SpotLight', true],
      ['DirectionalLight', false],
      ['DirectionalLight', false],
    ])
    expect(gl.toneMappingExposure).toBe(rigOf('night').exposure)
    await show(<Lights reach={1} rig={null} />)
    expect(gl.toneMappingExposure).toBe(before)
  })

  it('draws the shadow on the ground anew where the model moves in itself or leans, and not where it is turned', async () => {
    const pose = createPose()
    const state = await show(<Scene {...lit({ pose })} />)
    await vi.waitFor(async () => {
      await pass(state, 0.05)
      expect(state.scene.getObjectByProperty('type', 'OrthographicCamera')).toBeDefined()
    })
    await pass(state, 0.1)
    const painted = vi.spyOn(state.gl, 'setRenderTarget')
    /** Whether anything is drawn but the picture itself. */
    const paints = async () => {
      painted.mockClear()
      await pass(state, 0.05)
      return painted.mock.calls.some(([target]) => target?.width === 512)
    }
    expect(await paints()).toBe(false)
    await act(async () => pose.drag(40, 0, true))
    expect(await paints()).toBe(false)
    const ground = state.scene.getObjectByProperty('type', 'OrthographicCamera')!.parent!
    expect(ground.rotation.y).toBe(pose.now.yaw)
    bench.standing.root.getObjectByName('figure')!.position.y += 0.1
    expect(await paints()).toBe(true)
    expect(await paints()).toBe(false)
    await act(async () => pose.drag(0, 40, false))
    expect(await paints()).toBe(true)
  })
})
