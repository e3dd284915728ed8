// @vitest-environment jsdom
import { act } from '@react-three/fiber'
import { DataTexture, EquirectangularReflectionMapping, SpotLight } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { Lights } from '../../../../src/ui/viewer/light/Lights.tsx'
import { lightRigFor } from '../../../../src/ui/viewer/light/light-rig.ts'
import { filterPanorama } from '../../../../src/ui/viewer/light/unfiltered-panorama.ts'
import { createPoseStore } from '../../../../src/ui/viewer/motion/pose.ts'
import { Scene, type SceneProps } from '../../../../src/ui/viewer/Scene.tsx'
import { createSceneProps, drawFrames, drawFramesUntil, fixture, setUpScene, showOnStage } from '../scene-fixture.tsx'

setUpScene()

it.each([
  [512, 128],
  [2048, 512],
  [300, 64],
])('filters a panorama %i pixels wide into cube faces %i pixels wide', async (width, expected) => {
  const { gl } = await showOnStage(<group />)
  const panorama = new DataTexture(new Uint8Array(width * (width / 2) * 4), width, width / 2)
  panorama.mapping = EquirectangularReflectionMapping
  const light = filterPanorama(panorama, gl)
  const [face] = light.texture.image as unknown as { width: number }[]
  expect(face?.width).toBe(expected)
  light.dispose()
})

describe('Lights', () => {
  it('without a rig renders ambient light (0.5) and a spot at (10, 10, 10) with a 512 px shadow map', async () => {
    const { scene } = await showOnStage(<Lights reach={1} rig={null} />)
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
  const litProps = (overrides: Partial<SceneProps> = {}) =>
    createSceneProps({ rig: lightRigFor('night'), shadows: true, ...overrides })

  it('renders a key light with a shadow, a fill and a rim light, and sets the exposure while mounted', async () => {
    const { gl, scene } = await showOnStage(<Lights reach={1} rig={null} />)
    const before = gl.toneMappingExposure
    await showOnStage(<Lights reach={1} rig={lightRigFor('night')} />)
    expect(scene.children.map(({ type, castShadow }) => [type, castShadow])).toEqual([
      ['SpotLight', true],
      ['DirectionalLight', false],
      ['DirectionalLight', false],
    ])
    expect(gl.toneMappingExposure).toBe(lightRigFor('night').exposure)
    await showOnStage(<Lights reach={1} rig={null} />)
    expect(gl.toneMappingExposure).toBe(before)
  })

  it('redraws the ground shadow when the model moves or tilts, but not when its yaw changes', async () => {
    const pose = createPoseStore()
    const state = await showOnStage(<Scene {...litProps({ pose })} />)
    await drawFramesUntil(state, 0.05, () =>
      expect(state.scene.getObjectByProperty('type', 'OrthographicCamera')).toBeDefined(),
    )
    await drawFrames(state, 0.1)
    const setRenderTarget = vi.spyOn(state.gl, 'setRenderTarget')
    /** Returns whether one of the next frames draws a shadow in addition to the picture. */
    const redrawsShadow = async () => {
      setRenderTarget.mockClear()
      await drawFrames(state, 0.05)
      return setRenderTarget.mock.calls.some(([target]) => target?.width === 512)
    }
    expect(await redrawsShadow()).toBe(false)
    await act(async () => pose.drag(40, 0, true))
    expect(await redrawsShadow()).toBe(false)
    const ground = state.scene.getObjectByProperty('type', 'OrthographicCamera')!.parent!
    expect(ground.rotation.y).toBe(pose.now.yaw)
    fixture.model.root.getObjectByName('figure')!.position.y += 0.1
    expect(await redrawsShadow()).toBe(true)
    expect(await redrawsShadow()).toBe(false)
    await act(async () => pose.drag(0, 40, false))
    expect(await redrawsShadow()).toBe(true)
  })
})
