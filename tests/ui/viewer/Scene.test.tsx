// @vitest-environment jsdom
import { act, createRoot, type ReconcilerRoot, type RootState } from '@react-three/fiber'
import { cleanup, fireEvent, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  AnimationClip,
  Bone,
  BoxGeometry,
  DataTexture,
  EquirectangularReflectionMapping,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  type PerspectiveCamera,
  type SkeletonHelper,
  SpotLight,
  VectorKeyframeTrack,
} from 'three'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { occlusionOf, type Occlusion as Settings } from '../../../src/machines/rules/occlusion.ts'
import { Avatar } from '../../../src/ui/viewer/Avatar.tsx'
import type { Aside } from '../../../src/ui/viewer/asides.ts'
import { Bones } from '../../../src/ui/viewer/Bones.tsx'
import { createBody } from '../../../src/ui/viewer/body.ts'
import type { ReadModel } from '../../../src/ui/viewer/fbx.ts'
import { standOf } from '../../../src/ui/viewer/framing.ts'
import { GroundShadow } from '../../../src/ui/viewer/GroundShadow.tsx'
import { heldBy } from '../../../src/ui/viewer/held.ts'
import { Lights } from '../../../src/ui/viewer/Lights.tsx'
import { rigOf } from '../../../src/ui/viewer/lighting.ts'
import { assemble, type Model } from '../../../src/ui/viewer/model.ts'
import { Occlusion } from '../../../src/ui/viewer/Occlusion.tsx'
import { filtered } from '../../../src/ui/viewer/own-panorama.ts'
import { createPose } from '../../../src/ui/viewer/pose.ts'
import { Scene, type SceneProps } from '../../../src/ui/viewer/Scene.tsx'
import { Shadow } from '../../../src/ui/viewer/Shadow.tsx'
import { SpawnEffect } from '../../../src/ui/viewer/SpawnEffect.tsx'
import type { Painter } from '../../../src/ui/viewer/stage.ts'
import { Turntable } from '../../../src/ui/viewer/Turntable.tsx'
import type { SpawnPart } from '../../../src/ui/viewer/use-entrance.ts'
import { VIEWER_WORDS } from '../../../src/ui/viewer/words.ts'
import { type StandInPage, standInCanvas } from '../../support/canvas.ts'

let page: StandInPage
let root: ReconcilerRoot<HTMLCanvasElement>
let seconds: number

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = standInCanvas()
  seconds = 0
  root = createRoot(document.createElement('canvas'))
  await root.configure({ frameloop: 'never', size: { width: 400, height: 400, top: 0, left: 0 } })
})
afterEach(async () => {
  await act(async () => root.unmount())
  cleanup()
  page.restore()
  vi.unstubAllGlobals()
})

async function show(children: ReactNode): Promise<RootState> {
  const store = await act(async () => root.render(children))
  return store.getState()
}

/** Draws a frame every 50 ms for `more` seconds. */
async function pass(state: RootState, more: number): Promise<void> {
  for (const end = seconds + more; seconds < end - 1e-9; ) {
    seconds += 0.05
    await act(async () => state.advance(seconds))
  }
}

function figure(material = new MeshStandardMaterial()): Object3D {
  const mesh = new Mesh(new BoxGeometry(1, 2, 1), material)
  mesh.name = 'figure'
  return new Group().add(mesh)
}

const hop = (duration: number) =>
  new AnimationClip('hop', duration, [new VectorKeyframeTrack('figure.position', [0, duration], [0, 0, 0, 0, 1, 0])])

/** What was read, held by nobody. */
const aside = (more: Partial<ReadModel> = {}): Aside => ({
  scene: new Group(),
  clips: [],
  isFbx: false,
  ...more,
  ...heldBy(() => {}),
})

const part = (phase: SpawnPart['phase']) => ({ phase, onEnded: vi.fn(), onMissed: vi.fn(), loop: 1 })
const waiting = { ...part('waiting'), read: () => Promise.reject(new Error('nothing')) }

/** What an avatar is told when it only stands there. */
const still = {
  emotion: undefined,
  wireframe: false,
  clipPlaying: true,
  clipTime: undefined,
  onClipTime: undefined,
  body: createBody(),
}

let standing: Model
beforeEach(async () => {
  standing = await assemble([{ scene: figure(), clips: [], isFbx: false }])
})

const told = (more: Partial<SceneProps> = {}): SceneProps => ({
  model: standing,
  effect: waiting,
  animation: waiting,
  emotion: undefined,
  clip: null,
  clipPlaying: true,
  clipTime: undefined,
  onClipTime: undefined,
  wireframe: false,
  skeleton: false,
  occlusion: null,
  extras: null,
  pins: new Map(),
  onCamera: undefined,
  painter: { current: null, isPicturing: false },
  occlusionTime: { current: null },
  isStill: false,
  pose: createPose(),
  surroundings: { panorama: null, isSettled: true },
  scale: 1,
  position: [0, 0, 5],
  rig: null,
  shadows: false,
  float: false,
  fit: false,
  headroom: 20,
  turntable: true,
  frames: { current: 0 },
  onShown: vi.fn(),
  onGrounded: vi.fn(),
  ...more,
})

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
    await act(async () => root.render(<Scene {...props} rig={null} />))
    expect(paint.toneMapped).toBe(true)
  })

  it('shows nobody before they wear the variant that is asked for', async () => {
    const red = new MeshStandardMaterial({ color: 'red' })
    const asked: ((material: MeshStandardMaterial) => void)[] = []
    const material = () => new Promise<MeshStandardMaterial>((resolve) => void asked.push(resolve))
    const model: Model = { ...standing, variants: { names: ['Red'], owns: () => true, material } }
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
    await act(async () => root.render(<Scene {...props} />))
    await pass(state, 0.05)
    expect(height()).toBeGreaterThan(0.8)
    await pass(state, 1)
    expect(height()).toBe(0)
    await act(async () => root.render(<Scene {...props} extras={{ life: ['idle'] }} />))
    await pass(state, 1)
    expect(height()).toBe(1)
    await act(async () => root.render(<Scene {...props} extras={{ life: ['idle'] }} isStill />))
    await pass(state, 0.05)
    expect(height()).toBe(0)
  })

  it('fits the camera to the model and says where its feet are', async () => {
    const props = told({ fit: true, model: null })
    const state = await show(<Scene {...props} />)
    expect(props.onGrounded).toHaveBeenLastCalledWith(standOf(400, true).floor)
    const camera = state.camera as PerspectiveCamera
    expect(camera.view?.enabled).toBe(true)
    await act(async () => root.render(<Scene {...props} fit={false} />))
    expect(camera.view?.enabled).toBe(false)
    expect(camera.position.toArray()).toEqual([0, 0, 5])
  })
})

describe('the display', () => {
  it('is followed from one pixel ratio to another and back, drawn from half of it to 2', async () => {
    const state = await show(<Scene {...told()} />)
    const drawn = []
    for (const ratio of [2, 3, 1, 0.75, 1.5]) {
      await act(async () => page.sharpen(ratio))
      drawn.push(state.gl.getPixelRatio())
    }
    expect(drawn).toEqual([2, 2, 1, 0.75, 1.5])
  })
})

describe('Avatar', () => {
  it('plays its own clip on and on, and rests under reduced motion', async () => {
    const model = await assemble([{ scene: figure(), clips: [hop(1)], isFbx: false }])
    const figureOf = () => model.root.getObjectByName('figure')?.position.y ?? 0
    const props = { ...still, model, animation: waiting }
    const state = await show(<Avatar {...props} clip={0} isStill={false} />)
    await pass(state, 0.75)
    expect(figureOf()).toBeGreaterThan(0.3)
    await act(async () => root.render(<Avatar {...props} clip={0} isStill />))
    expect(figureOf()).toBe(0)
  })

  it('runs its clip as fast as it is told, a slower one from where it stands', async () => {
    const model = await assemble([{ scene: figure(), clips: [hop(10)], isFbx: false }])
    const props = { ...still, model, animation: waiting, isStill: false, clip: 0 }
    const height = () => model.root.getObjectByName('figure')?.position.y
    const state = await show(<Avatar {...props} clipSpeed={2} />)
    await pass(state, 2)
    expect(height()).toBeCloseTo(0.4, 1)
    await act(async () => root.render(<Avatar {...props} clipSpeed={0.5} />))
    await pass(state, 2)
    expect(height()).toBeCloseTo(0.5, 1)
  })

  it('lets one clip fade into another, and into none, without a leap to how it stands without', async () => {
    const clips = [1, 2].map(
      (height) => new AnimationClip(`${height}`, 9, [new VectorKeyframeTrack('figure.position', [0], [0, height, 0])]),
    )
    const model = await assemble([{ scene: figure(), clips, isFbx: false }])
    const props = { ...still, model, animation: waiting, isStill: false }
    const state = await show(<Avatar {...props} clip={0} />)
    await pass(state, 0.75)
    const heights: number[] = []
    const watch = async (clip: number | null) => {
      await act(async () => root.render(<Avatar {...props} clip={clip} />))
      for (let frame = 0; frame < 12; frame += 1) {
        heights.push(model.root.getObjectByName('figure')?.position.y ?? 0)
        await pass(state, 0.05)
      }
    }
    await watch(1)
    await watch(0)
    await watch(1)
    expect([Math.min(...heights) > 0.99, heights.at(-1)]).toEqual([true, 2])
    await watch(null)
    expect([heights.at(-12), heights.at(-6)! > 0.2, heights.at(-1)]).toEqual([2, true, 0])
    await act(async () => root.render(<Avatar {...props} clip={0} />))
    await pass(state, 0.75)
    await act(async () => root.render(<Avatar {...props} clip={1} isStill clipTime={1} />))
    expect(model.root.getObjectByName('figure')?.position.y).toBe(2)
  })

  it('tells where its clip stands, and the end of its entrance, to whoever is to hear of it by then', async () => {
    const hips = new Bone()
    hips.name = 'figure'
    const model = await assemble([{ scene: new Group().add(hips), clips: [hop(9)], isFbx: false }])
    const animation = { ...part('running'), read: async () => aside({ clips: [hop(0.5)] }) }
    const early = vi.fn()
    const props = { ...still, model, clip: 0, isStill: false }
    const state = await show(<Avatar {...props} onClipTime={early} animation={animation} />)
    await pass(state, 0.1)
    early.mockClear()
    const [late, ended] = [vi.fn(), vi.fn()]
    await act(async () =>
      root.render(<Avatar {...props} onClipTime={late} animation={{ ...animation, onEnded: ended }} />),
    )
    // So seldom is it told by the clock of the page.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    await pass(state, 0.7)
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([0, 1])
    expect([animation.onEnded.mock.calls.length, ended.mock.calls.length]).toEqual([0, 1])
    vi.mocked(performance.now).mockRestore()
  })

  it('misses its entrance when no bone answers to it', async () => {
    const model = await assemble([{ scene: figure(), clips: [], isFbx: false }])
    const animation = { ...part('running'), read: async () => aside({ clips: [hop(1)] }) }
    await show(<Avatar {...still} model={model} clip={null} isStill={false} animation={animation} />)
    expect([animation.onMissed.mock.calls.length, animation.onEnded.mock.calls.length]).toEqual([1, 0])
  })
})

describe('SpawnEffect', () => {
  it.each([
    [0.03, 1],
    [0.2, 1],
    [0.2, 5],
  ])('with a clip of %f s and %i loops ends once, fades over half a second and is gone', async (duration, loop) => {
    const material = new MeshStandardMaterial()
    const effect = {
      ...part('running'),
      loop,
      read: async () => aside({ scene: figure(material), clips: [hop(duration)] }),
    }
    const state = await show(<SpawnEffect {...effect} />)
    await pass(state, duration * loop + 0.15)
    expect(effect.onEnded).toHaveBeenCalledTimes(1)
    expect(state.scene.getObjectByName('figure')?.position.y).toBeCloseTo(1)
    await act(async () => root.render(<SpawnEffect {...effect} phase="fading" />))
    await pass(state, 0.25)
    expect(material.opacity).toBeCloseTo(0.5)
    expect(state.scene.getObjectByName('figure')?.position.y).toBeCloseTo(1)
    await act(async () => root.render(<SpawnEffect {...effect} phase="done" />))
    expect(state.scene.children).toEqual([])
  })

  it('tells its end to whoever is to hear of it by then', async () => {
    const clips = [hop(0.2)]
    const effect = { ...part('running'), read: async () => aside({ scene: figure(), clips }) }
    const state = await show(<SpawnEffect {...effect} />)
    await pass(state, 0.1)
    const later = vi.fn()
    await act(async () => root.render(<SpawnEffect {...effect} onEnded={later} />))
    await pass(state, 0.3)
    expect([effect.onEnded.mock.calls.length, later.mock.calls.length]).toEqual([0, 1])
  })

  it.each([
    ['has no clip', 1, async () => aside({ scene: figure() })],
    ['plays no loop', 0, async () => aside({ scene: figure(), clips: [hop(1)] })],
    ['cannot be had', 1, () => Promise.reject(new Error('404'))],
  ])('is missed when it %s', async (_, loop, read) => {
    const effect = { ...part('running'), loop, read }
    const state = await show(<SpawnEffect {...effect} />)
    expect([effect.onMissed.mock.calls.length, effect.onEnded.mock.calls.length]).toEqual([1, 0])
    expect(state.scene.children).toEqual([])
  })
})

describe('Bones', () => {
  it('draws a line for every bone of the model, and goes without a trace', async () => {
    const hips = new Bone()
    hips.add(new Bone())
    const model = await assemble([{ scene: new Group().add(hips), clips: [], isFbx: false }])
    const state = await show(<Bones model={model} />)
    const lines = state.scene.children[0] as SkeletonHelper
    expect([lines.type, lines.bones.length]).toEqual(['SkeletonHelper', 2])
    const freed = vi.fn()
    lines.geometry.addEventListener('dispose', freed)
    await act(async () => root.render(null))
    expect([state.scene.children.length, freed.mock.calls.length]).toEqual([0, 1])
  })
})

describe('Occlusion', () => {
  it('draws the frame itself while it is there, and leaves all as it was', async () => {
    const painter: Painter = { current: null, isPicturing: false }
    const time = { current: null }
    const state = await show(null)
    const settings = occlusionOf({ mode: 'AO', quality: 'Low' }) as Settings
    await act(async () => root.render(<Occlusion settings={settings} painter={painter} time={time} />))
    expect([typeof painter.current?.draw, typeof time.current, state.internal.priority]).toEqual([
      'function',
      'function',
      1,
    ])
    await act(async () => root.render(null))
    expect([painter.current, time.current, state.internal.priority]).toEqual([null, null, 0])
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
    standing.root.getObjectByName('figure')!.position.y += 0.1
    expect(await paints()).toBe(true)
    expect(await paints()).toBe(false)
    await act(async () => pose.drag(0, 40, false))
    expect(await paints()).toBe(true)
  })
})

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

describe('Turntable', () => {
  it('shows no knob and hears no key while nothing stands on it', () => {
    const pose = createPose()
    const view = render(<Turntable pose={pose} isInert zoom words={VIEWER_WORDS} />)
    const knob = view.container.querySelector('[role=slider]') as HTMLElement
    fireEvent.keyDown(knob, { key: 'Home' })
    expect([knob.hidden, knob.tabIndex, pose.now.yaw]).toEqual([true, -1, -0.3])
    view.rerender(<Turntable pose={pose} isInert={false} zoom words={VIEWER_WORDS} />)
    fireEvent.keyDown(knob, { key: 'Home' })
    expect([knob.hidden, knob.tabIndex, knob.textContent]).toEqual([false, 0, '0°'])
  })
})
