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
import { describe, expect, it } from 'vitest'
import { fitLayoutFor } from '../../../src/ui/viewer/camera/framing.ts'
import { lightRigFor } from '../../../src/ui/viewer/light/light-rig.ts'
import { assembleModel, type Model } from '../../../src/ui/viewer/load/model.ts'
import { Scene } from '../../../src/ui/viewer/Scene.tsx'
import {
  createBoxFigure,
  createSceneProps,
  drawFrames,
  drawFramesUntil,
  fixture,
  setUpScene,
  showOnStage,
} from './scene-fixture.tsx'

setUpScene()

describe('Scene', () => {
  it('shows the model in its initial pose, calls onShown once, and rotates the model with the pose', async () => {
    const props = createSceneProps()
    const state = await showOnStage(<Scene {...props} />)
    await drawFramesUntil(state, 0.05, () => expect(props.onShown).toHaveBeenCalledTimes(1))
    const modelYaw = () => props.model?.root.parent?.rotation.y
    expect(modelYaw()).toBe(-0.3)
    props.pose.turnTo(1)
    expect(modelYaw()).toBe(1)
    await drawFrames(state, 0.2)
    expect(props.onShown).toHaveBeenCalledTimes(1)
    expect(state.camera.position.toArray()).toEqual([0, 0, 5])
  })

  it('turns off tone mapping of unlit materials while a light rig is set', async () => {
    const paint = new MeshBasicMaterial()
    const scene = new Group().add(new Mesh(new BoxGeometry(), paint))
    const model = await assembleModel([{ scene, clips: [], isFbx: false }])
    const props = createSceneProps({ model, rig: lightRigFor('night') })
    await showOnStage(<Scene {...props} />)
    expect(paint.toneMapped).toBe(false)
    await showOnStage(<Scene {...props} rig={null} />)
    expect(paint.toneMapped).toBe(true)
  })

  it('does not show a model before its requested variant is applied', async () => {
    const red = new MeshStandardMaterial({ color: 'red' })
    const resolvers: ((material: MeshStandardMaterial) => void)[] = []
    const material = () => new Promise<MeshStandardMaterial>((resolve) => void resolvers.push(resolve))
    const model: Model = { ...fixture.model, variants: { names: ['Red'], owns: () => true, material } }
    const shownMaterials: unknown[] = []
    const onShown = () => void shownMaterials.push((model.root.getObjectByProperty('isMesh', true) as Mesh).material)
    const state = await showOnStage(<Scene {...createSceneProps({ model, extras: { variant: 'Red' }, onShown })} />)
    await drawFramesUntil(state, 0.05, () => expect(resolvers).toHaveLength(1))
    await drawFrames(state, 0.5)
    expect(shownMaterials).toEqual([])
    resolvers[0]?.(red)
    await drawFramesUntil(state, 0.05, () => expect(shownMaterials).toEqual([red]))
  })

  it('does not show a model before the requested framing is applied', async () => {
    const shownDistances: number[] = []
    const onShown = () => void shownDistances.push(state.camera.position.z)
    const state = await showOnStage(<Scene {...createSceneProps({ extras: { framing: 'face' }, onShown })} />)
    await drawFramesUntil(state, 0.05, () => expect(shownDistances).toHaveLength(1))
    await drawFrames(state, 2)
    expect(shownDistances).toEqual([state.camera.position.z])
    expect(state.camera.position.z).toBeLessThan(3)
  })

  it('fades the idle clip out or in when idle behaviour is turned off or on', async () => {
    const clips = [new AnimationClip('Idle', 9, [new VectorKeyframeTrack('figure.position', [0], [0, 1, 0])])]
    const model = await assembleModel([{ scene: createBoxFigure(), clips, isFbx: false }])
    const props = createSceneProps({ model })
    const height = () => model.root.getObjectByName('figure')?.position.y ?? 0
    const state = await showOnStage(<Scene {...props} extras={{ life: ['idle'] }} />)
    await drawFramesUntil(state, 0.1, () => expect(height()).toBe(1))
    await showOnStage(<Scene {...props} />)
    await drawFrames(state, 0.05)
    expect(height()).toBeGreaterThan(0.8)
    await drawFrames(state, 1)
    expect(height()).toBe(0)
    await showOnStage(<Scene {...props} extras={{ life: ['idle'] }} />)
    await drawFrames(state, 1)
    expect(height()).toBe(1)
    await showOnStage(<Scene {...props} extras={{ life: ['idle'] }} isStill />)
    await drawFrames(state, 0.05)
    expect(height()).toBe(0)
  })

  it('fits the camera and reports the floor height while fit is on, and resets the camera without fit', async () => {
    const props = createSceneProps({ fit: true, model: null })
    const state = await showOnStage(<Scene {...props} />)
    expect(props.onGrounded).toHaveBeenLastCalledWith(fitLayoutFor(400, true).floor)
    const camera = state.camera as PerspectiveCamera
    expect(camera.view?.enabled).toBe(true)
    await showOnStage(<Scene {...props} fit={false} />)
    expect(camera.view?.enabled).toBe(false)
    expect(camera.position.toArray()).toEqual([0, 0, 5])
  })
})

describe('the pixel ratio', () => {
  it('follows changes of the device pixel ratio, up to 2', async () => {
    const state = await showOnStage(<Scene {...createSceneProps()} />)
    const pixelRatios = []
    for (const ratio of [2, 3, 1, 0.75, 1.5]) {
      await act(async () => fixture.page.setPixelRatio(ratio))
      pixelRatios.push(state.gl.getPixelRatio())
    }
    expect(pixelRatios).toEqual([2, 2, 1, 0.75, 1.5])
  })
})
