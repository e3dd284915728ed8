import { describe, expect, it, vi } from 'vitest'
import type { CameraPlacement } from '../../../../src/machines/viewer/camera.ts'
import { createCameraAim } from '../../../../src/ui/viewer/camera/camera-aim.ts'
import { turnByKey } from '../../../../src/ui/viewer/camera/turn-by-key.ts'
import { type CameraRigInput, createCameraRig } from '../../../../src/ui/viewer/extras/camera-rig.ts'
import { createPoseStore } from '../../../../src/ui/viewer/motion/pose.ts'
import { createFigure } from './figure.ts'

const model = await createFigure()
const frame = { width: 800, height: 600, headroom: 24, scale: 1, model }
const FRONT: CameraPlacement = { eye: [0, 0, 5], target: [0, 0, 0], shift: 0 }
const DEFAULT_INPUT: CameraRigInput = {
  framing: undefined,
  target: undefined,
  orbit: false,
  pan: false,
  autoRotate: 0,
  yawLimits: undefined,
  elevationLimits: undefined,
  zoomLimits: undefined,
  isStill: false,
}

function createTestRig(overrides: Partial<CameraRigInput> = {}) {
  const aim = createCameraAim()
  const pose = createPoseStore()
  let input = { ...DEFAULT_INPUT, ...overrides }
  let latest: CameraPlacement = FRONT
  aim.refresh = () => {
    latest = aim.resolve?.(FRONT, frame) ?? FRONT
  }
  const onChange = vi.fn()
  const rig = createCameraRig(aim, pose, () => input, onChange)
  return {
    aim,
    pose,
    rig,
    onChange,
    placement: () => latest,
    updateInput: (changes: Partial<CameraRigInput>, isFramingChanged = true) => {
      input = { ...input, ...changes }
      rig.onInputChange(isFramingChanged)
    },
    advance: (seconds: number) => {
      let isMoving = false
      for (let time = 0; time < seconds; time += 0.05) isMoving = rig.step(0.05)
      return isMoving
    },
  }
}

const key = (name: string, shiftKey = false) => ({
  key: name,
  shiftKey,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  preventDefault: vi.fn(),
})

describe('a camera rig', () => {
  it('leaves the camera unchanged without options, and restores camera and pose when removed', () => {
    const { placement, advance, rig, pose, aim } = createTestRig()
    expect(placement()).toEqual({ eye: [expect.closeTo(0), 0, expect.closeTo(5)], target: [0, 0, 0], shift: 0 })
    expect(advance(1)).toBe(false)
    rig.dispose()
    expect([aim.resolve, pose.constraint, placement()]).toEqual([null, null, FRONT])
  })

  it('eases from each framing to a nearer framing, and then stops moving', () => {
    const { placement, updateInput, advance } = createTestRig({ framing: 'full' })
    const cameraDistance = () => Math.hypot(...placement().eye.map((value, axis) => value - placement().target[axis]!))
    const distances = [cameraDistance()]
    for (const framing of ['half', 'bust', 'face'] as const) {
      updateInput({ framing })
      // The camera does not jump: its movement starts at the current distance.
      expect(cameraDistance()).toBeCloseTo(distances.at(-1)!, 1)
      expect(advance(0.3)).toBe(true)
      expect(advance(1)).toBe(false)
      distances.push(cameraDistance())
    }
    expect(distances).toEqual([...distances].sort((a, b) => b - a))
    expect(placement().target[1]).toBeGreaterThan(0.7)
  })

  it('changes the framing immediately under reduced motion', () => {
    const { placement, updateInput, advance } = createTestRig({ framing: 'full', isStill: true })
    updateInput({ framing: 'face' })
    const afterChange = placement()
    expect(advance(2)).toBe(false)
    expect(placement()).toEqual(afterChange)
    expect(afterChange.target[1]).toBeGreaterThan(0.7)
  })

  it('with orbit, raises the camera by drag and keys within limits, without tilting the model', () => {
    const { placement, pose, onChange } = createTestRig({ orbit: true, elevationLimits: [0, 0.5] })
    pose.drag(100, 60, false)
    expect(pose.now).toEqual({ yaw: expect.closeTo(0.2), tilt: 0 })
    expect(placement().eye[1]).toBeCloseTo(5 * Math.sin(0.3))
    pose.drag(0, 500, false)
    expect(placement().eye[1]).toBeCloseTo(5 * Math.sin(0.5))
    const downKey = key('ArrowDown')
    turnByKey(downKey, pose, false)
    expect([placement().eye[1] < 5 * Math.sin(0.5), downKey.preventDefault.mock.calls.length]).toEqual([true, 1])
    expect(onChange).toHaveBeenCalled()
  })

  it('pans by two fingers and by Shift with arrow keys, up to a maximum distance', () => {
    const { placement, pose } = createTestRig({ pan: true })
    pose.constraint?.pan?.(100, 50)
    const [x, y] = placement().target
    expect([x < 0, y > 0, placement().eye[0]]).toEqual([true, true, x])
    turnByKey(key('ArrowLeft', true), pose, false)
    expect(placement().target[0]).toBeLessThan(x)
    for (let time = 0; time < 50; time += 1) pose.constraint?.pan?.(1000, 1000)
    expect(Math.hypot(...placement().target)).toBeLessThan(2)
    // Without Shift, the arrow keys still rotate the model.
    turnByKey(key('ArrowRight'), pose, false)
    expect(pose.now.yaw).toBeCloseTo(-0.3 + Math.PI / 180)
  })

  it('limits yaw and zoom to the given ranges', () => {
    const { pose, updateInput } = createTestRig({ yawLimits: [-0.5, 0.5], zoomLimits: [1, 8] })
    pose.turnTo(3)
    pose.zoomTo(6)
    expect([pose.now.yaw, pose.zoom]).toEqual([0.5, 6])
    pose.zoomTo(0.1)
    expect(pose.zoom).toBe(1)
    updateInput({ yawLimits: [-0.1, 0.1] }, false)
    expect(pose.now.yaw).toBe(0.1)
  })

  it('rotates automatically, but not shortly after a drag and not under reduced motion', () => {
    const { pose, advance, updateInput } = createTestRig({ autoRotate: 0.5 })
    expect(advance(1)).toBe(true)
    expect(pose.now.yaw).toBeCloseTo(0.2)
    pose.drag(100, 0, true)
    const yawAfterDrag = pose.now.yaw
    advance(1.5)
    expect(pose.now.yaw).toBe(yawAfterDrag)
    advance(2)
    expect(pose.now.yaw).toBeGreaterThan(yawAfterDrag)
    updateInput({ autoRotate: -0.5 }, false)
    const before = pose.now.yaw
    advance(1)
    expect(pose.now.yaw).toBeLessThan(before)
    updateInput({ isStill: true }, false)
    expect(advance(1)).toBe(false)
  })

  it('moves to a requested view, eased or immediately, and reports the current view', () => {
    const { rig, placement, advance } = createTestRig()
    rig.moveCamera({ yaw: 1, elevation: 0.4, zoom: 2, target: [0, 0.5, 0] }, false)
    expect(rig.getView().yaw).toBe(-0.3)
    expect(advance(0.4)).toBe(true)
    expect(rig.getView().yaw).toBeGreaterThan(-0.2)
    advance(1)
    const target = { yaw: 1, elevation: 0.4, zoom: 2, target: [0, 0.5, 0] }
    expect(rig.getView()).toEqual(target)
    rig.moveCamera({ yaw: 0, framing: 'face', target: [0, 0.8, 0] }, true)
    expect(rig.getView()).toEqual({ ...target, yaw: 0, target: [0, 0.8, 0] })
    expect(advance(1)).toBe(false)
    expect(placement().target).toEqual([0, 0.8, 0])
  })

  it('stops the rotation of a camera move on a drag, and discards the move when the framing changes', () => {
    const { rig, pose, advance, updateInput } = createTestRig({ framing: 'full' })
    rig.moveCamera({ yaw: 2, framing: 'face' }, false)
    advance(0.3)
    pose.drag(10, 0, true)
    const yawAfterDrag = pose.now.yaw
    advance(2)
    expect(pose.now.yaw).toBe(yawAfterDrag)
    expect(rig.getView().target[1]).toBeGreaterThan(0.7)
    updateInput({ framing: 'half' })
    advance(1)
    expect(rig.getView().target[1]).toBeLessThan(0.7)
  })
})
