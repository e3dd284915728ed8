import { act, type ReconcilerRoot, type RootState } from '@react-three/fiber'
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
import type { EntranceAsset } from '../../../src/ui/viewer/entrance/entrance-assets.ts'
import type { EntrancePart } from '../../../src/ui/viewer/entrance/use-entrance.ts'
import type { ParsedModel } from '../../../src/ui/viewer/load/fbx.ts'
import { assembleModel, type Model } from '../../../src/ui/viewer/load/model.ts'
import { createRefCount } from '../../../src/ui/viewer/load/ref-count.ts'
import { createModelMotion } from '../../../src/ui/viewer/motion/model-motion.ts'
import { createPoseStore } from '../../../src/ui/viewer/motion/pose.ts'
import type { SceneProps } from '../../../src/ui/viewer/Scene.tsx'
import { createFiberRoot } from '../../../src/ui/viewer/stage/fiber-root.ts'
import { type CanvasStub, stubCanvas } from '../../support/canvas-stub.ts'
import { expectOutput } from '../../support/output.ts'

let root: ReconcilerRoot<HTMLCanvasElement>
let seconds: number

/** Fixtures of every test: the stubbed page around the canvas, and a loaded model. */
export const fixture = {} as { page: CanvasStub; model: Model }

export function setUpScene(): void {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    // Lights and variants may load outside `act`, while a test waits for them.
    expectOutput('A suspended resource finished loading inside a test', { isOptional: true })
    fixture.page = stubCanvas()
    seconds = 0
    root = createFiberRoot(document.createElement('canvas'))
    await root.configure({ frameloop: 'never', size: { width: 400, height: 400, top: 0, left: 0 } })
    fixture.model = await assembleModel([{ scene: createBoxFigure(), clips: [], isFbx: false }])
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    cleanup()
    fixture.page.restore()
    vi.unstubAllGlobals()
  })
}

export async function showOnStage(children: ReactNode): Promise<RootState> {
  const store = await act(async () => root.render(children))
  return store.getState()
}

/** Draws a frame every 50 ms for `more` seconds. */
export async function drawFrames(state: RootState, more: number): Promise<void> {
  for (const end = seconds + more; seconds < end - 1e-9; ) {
    seconds += 0.05
    await act(async () => state.advance(seconds))
  }
}

/**
 * Draws frames for `more` seconds at a time until `check` passes. Between these frames, lazily loaded code updates the scene outside
 * `act`, as on a page.
 */
export async function drawFramesUntil(state: RootState, more: number, check: () => void): Promise<void> {
  try {
    await vi.waitFor(async () => {
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
      await drawFrames(state, more)
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
      check()
    })
  } finally {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  }
}

export function createBoxFigure(material = new MeshStandardMaterial()): Object3D {
  const mesh = new Mesh(new BoxGeometry(1, 2, 1), material)
  mesh.name = 'figure'
  return new Group().add(mesh)
}

/** Returns a clip that lifts the box by one metre in `duration` seconds. */
export const createHopClip = (duration: number) =>
  new AnimationClip('hop', duration, [new VectorKeyframeTrack('figure.position', [0, duration], [0, 0, 0, 0, 1, 0])])

/** Returns a loaded spawn file that is not retained. */
export const createEntranceAsset = (more: Partial<ParsedModel> = {}): EntranceAsset => ({
  scene: new Group(),
  clips: [],
  isFbx: false,
  ...more,
  ...createRefCount(() => {}),
})

export const createEntrancePart = (phase: EntrancePart['phase']) => ({
  phase,
  onEnded: vi.fn(),
  onFailed: vi.fn(),
  loop: 1,
})
/** Effect or animation of an entrance that has not started. */
export const waitingPart = { ...createEntrancePart('waiting'), read: () => Promise.reject(new Error('nothing')) }

export const stillAvatarProps = {
  emotion: undefined,
  wireframe: false,
  clipPlaying: true,
  clipTime: undefined,
  onClipTime: undefined,
  motion: createModelMotion(),
}

export const createSceneProps = (more: Partial<SceneProps> = {}): SceneProps => ({
  model: fixture.model,
  effect: waitingPart,
  animation: waitingPart,
  emotion: undefined,
  clip: null,
  clipPlaying: true,
  clipTime: undefined,
  onClipTime: undefined,
  wireframe: false,
  skeleton: false,
  occlusion: null,
  extras: null,
  hotspotElements: new Map(),
  onCamera: undefined,
  painter: { current: null, isCapturing: false },
  occlusionTime: { current: null },
  isStill: false,
  pose: createPoseStore(),
  environment: { panorama: null, isSettled: true },
  scale: 1,
  position: [0, 0, 5],
  rig: null,
  shadows: false,
  float: false,
  fit: false,
  headroom: 20,
  turntable: true,
  frameCount: { current: 0 },
  onShown: vi.fn(),
  onGrounded: vi.fn(),
  ...more,
})
