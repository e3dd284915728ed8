import { act, createRoot, type ReconcilerRoot, type RootState } from '@react-three/fiber'
import { cleanup } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  AnimationClip,
  BoxGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  VectorKeyframeTrack,
} from 'three'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Aside } from '../../../src/ui/viewer/asides.ts'
import { createBody } from '../../../src/ui/viewer/body.ts'
import type { ReadModel } from '../../../src/ui/viewer/fbx.ts'
import { heldBy } from '../../../src/ui/viewer/held.ts'
import { assemble, type Model } from '../../../src/ui/viewer/model.ts'
import { createPose } from '../../../src/ui/viewer/pose.ts'
import type { SceneProps } from '../../../src/ui/viewer/Scene.tsx'
import type { SpawnPart } from '../../../src/ui/viewer/use-entrance.ts'
import { type StandInPage, standInCanvas } from '../../support/canvas.ts'

let root: ReconcilerRoot<HTMLCanvasElement>
let seconds: number

/** What every test begins with: the page around the canvas, and a model that stands ready. */
export const bench = {} as { page: StandInPage; standing: Model }

/** Each test of the file begins with an empty stage. */
export function setUpScene(): void {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    bench.page = standInCanvas()
    seconds = 0
    root = createRoot(document.createElement('canvas'))
    await root.configure({ frameloop: 'never', size: { width: 400, height: 400, top: 0, left: 0 } })
    bench.standing = await assemble([{ scene: figure(), clips: [], isFbx: false }])
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    cleanup()
    bench.page.restore()
    vi.unstubAllGlobals()
  })
}

/** Shows this on the stage, in the place of what was there. */
export async function show(children: ReactNode): Promise<RootState> {
  const store = await act(async () => root.render(children))
  return store.getState()
}

/** Draws a frame every 50 ms for `more` seconds. */
export async function pass(state: RootState, more: number): Promise<void> {
  for (const end = seconds + more; seconds < end - 1e-9; ) {
    seconds += 0.05
    await act(async () => state.advance(seconds))
  }
}

/** A box that goes by the name its clips know. */
export function figure(material = new MeshStandardMaterial()): Object3D {
  const mesh = new Mesh(new BoxGeometry(1, 2, 1), material)
  mesh.name = 'figure'
  return new Group().add(mesh)
}

/** A clip that lifts the box by one metre in `duration` seconds. */
export const hop = (duration: number) =>
  new AnimationClip('hop', duration, [new VectorKeyframeTrack('figure.position', [0, duration], [0, 0, 0, 0, 1, 0])])

/** What was read, held by nobody. */
export const aside = (more: Partial<ReadModel> = {}): Aside => ({
  scene: new Group(),
  clips: [],
  isFbx: false,
  ...more,
  ...heldBy(() => {}),
})

/** A part of an entrance, and who is told of its end. */
export const part = (phase: SpawnPart['phase']) => ({ phase, onEnded: vi.fn(), onMissed: vi.fn(), loop: 1 })
/** A part of an entrance that has not begun. */
export const waiting = { ...part('waiting'), read: () => Promise.reject(new Error('nothing')) }

/** What an avatar is told when it only stands there. */
export const still = {
  emotion: undefined,
  wireframe: false,
  clipPlaying: true,
  clipTime: undefined,
  onClipTime: undefined,
  body: createBody(),
}

/** What a scene is told; `more` is what a test is about. */
export const told = (more: Partial<SceneProps> = {}): SceneProps => ({
  model: bench.standing,
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
