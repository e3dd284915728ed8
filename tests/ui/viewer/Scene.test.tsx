// @vitest-environment jsdom
import { act } from '@react-three/fiber'
import {
  AnimationClip,
  BoxGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type PerspectiveCamera,
  VectorKeyframeTrack,
} from 'three'
import { describe, expect, it, vi } from 'vitest'
import { standOf } from '../../../src/ui/viewer/framing.ts'
import { rigOf } from '../../../src/ui/viewer/lighting.ts'
import { assemble, type Model } from '../../../src/ui/viewer/model.ts'
import { Scene } from '../../../src/ui/viewer/Scene.tsx'
import { bench, figure, pass, setUpScene, show, told } from './scene-bench.tsx'

setUpScene()

describe('Scene', () => {
  it('stands the model in the first pose once it is lit, tells so once, and follows its turning', async () => {
    const props = told()
    const state = await show(<Scene {...props} />)
    await vi.waitFor(async () => {
      await pass(state, 0.05)
      expect(props.onShown).toHaveBeenCalledTimes(1)
    })
    const turned = () => props.model?.root.parent?.rotation.y
    expect(turned()).toBe(-0.3)
    props.pose.turnTo(1)
    expect(turned()).toBe(1)
    await pass(state, 0.2)
    expect(props.onShown).toHaveBeenCalledTimes(1)
    expect(state.camera.position.toArray()).toEqual([0, 0, 5])
  })

  it('has painted materials keep their tones while there is a rig', async () => {
    const paint = new MeshBasicMaterial()
    const scene = new Group().add(new Mesh(new BoxGeometry(), paint))
    const model = await assemble([{ scene, clips: [], isFbx: false }])
    const props = told({ model, rig: rigOf('night') })
    await show(<Scene {...props} />)
    expect(paint.toneMapped).toBe(false)
    await show(<Scene {...props} rig={null} />)
    expect(paint.toneMapped).toBe(true)
  })

  it('shows nobody before they wear the variant that is asked for', async () => {
    const red = new MeshStandardMaterial({ color: 'red' })
    const asked: ((material: MeshStandardMaterial) => void)[] = []
    const material = () => new Promise<MeshStandardMaterial>((resolve) => void asked.push(resolve))
    const model: Model = { ...bench.standing, variants: { names: ['Red'], owns: () => true, material } }
    const seen: unknown[] = []
    const onShown = () => void seen.push((model.root.getObjectByProperty('isMesh', true) as Mesh).material)
    const state = await show(<Scene {...told({ model, extras: { variant: 'Red' }, onShown })} />)
    await vi.waitFor(async () => {
      await pass(state, 0.05)
      expect(asked).toHaveLength(1)
    })
    await pass(state, 0.5)
    expect(seen).toEqual([])
    asked[0]?.(red)
    await vi.waitFor(async () => {
      await pass(state, 0.05)
      expect(seen).toEqual([red])
    })
  })

  it('shows nobody before the camera is where it is asked to be', async () => {
    const seen: number[] = []
    const onShown = () => void seen.push(state.camera.position.z)
    const state = await show(<Scene {...told({ extras: { framing: 'face' }, onShown })} />)
    await vi.waitFor(async () => {
      await pass(state, 0.05)
      expect(seen).toHaveLength(1)
    })
    await pass(state, 2)
    expect(seen).toEqual([state.camera.position.z])
    expect(state.camera.position.z).toBeLessThan(3)
  })

  it('eases out of its idle clip when its life is switched off, and in again', async () => {
    const clips = [new AnimationClip('Idle', 9, [new VectorKeyframeTrack('figure.position', [0], [0, 1, 0])])]
    const model = await assemble([{ scene: figure(), clips, isFbx: false }])
    const props = told({ model })
    const height = () => model.root.getObjectByName('figure')?.position.y ?? 0
    const state = await show(<Scene {...props} extras={{ life: ['idle'] }} />)
    await vi.waitFor(async () => {
      await pass(state, 0.1)
      expect(height()).toBe(1)
    })
    await show(<Scene {...props} />)
    await pass(state, 0.05)
    expect(height()).toBeGreaterThan(0.8)
    await pass(state, 1)
    expect(height()).toBe(0)
    await show(<Scene {...props} extras={{ life: ['idle'] }} />)
    await pass(state, 1)
    expect(height()).toBe(1)
    await show(<Scene {...props} extras={{ life: ['idle'] }} isStill />)
    await pass(state, 0.05)
    expect(height()).toBe(0)
  })

  it('fits the camera to the model and says where its feet are', async () => {
    const props = told({ fit: true, model: null })
    const state = await show(<Scene {...props} />)
    expect(props.onGrounded).toHaveBeenLastCalledWith(standOf(400, true).floor)
    const camera = state.camera as PerspectiveCamera
    expect(camera.view?.enabled).toBe(true)
    await show(<Scene {...props} fit={false} />)
    expect(camera.view?.enabled).toBe(false)
    expect(camera.position.toArray()).toEqual([0, 0, 5])
  })
})

describe('the display', () => {
  it('is followed from one pixel ratio to another and back, drawn from half of it to 2', async () => {
    const state = await show(<Scene {...told()} />)
    const drawn = []
    for (const ratio of [2, 3, 1, 0.75, 1.5]) {
      await act(async () => bench.page.sharpen(ratio))
      drawn.push(state.gl.getPixelRatio())
    }
    expect(drawn).toEqual([2, 2, 1, 0.75, 1.5])
  })
})
