import { describe, expect, it, vi } from 'vitest'
import type { View } from '../../../../src/machines/rules/camera.ts'
import { createAim } from '../../../../src/ui/viewer/aim.ts'
import { createRig, type RigTold } from '../../../../src/ui/viewer/extras/rig.ts'
import { createPose } from '../../../../src/ui/viewer/pose.ts'
import { turnByKey } from '../../../../src/ui/viewer/turn-by-key.ts'
import { somebody } from './body.ts'

const model = await somebody()
const room = { width: 800, height: 600, headroom: 24, scale: 1, model }
const FRONT: View = { eye: [0, 0, 5], target: [0, 0, 0], shift: 0 }
const QUIET: RigTold = {
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

function rigged(more: Partial<RigTold> = {}) {
  const aim = createAim()
  const pose = createPose()
  let told = { ...QUIET, ...more }
  let seen: View = FRONT
  aim.again = () => {
    seen = aim.place?.(FRONT, room) ?? FRONT
  }
  const changed = vi.fn()
  const rig = createRig(aim, pose, () => told, changed)
  return {
    aim,
    pose,
    rig,
    changed,
    seen: () => seen,
    tell: (next: Partial<RigTold>, isFramed = true) => {
      told = { ...told, ...next }
      rig.told(isFramed)
    },
    pass: (seconds: number) => {
      let isMoving = false
      for (let at = 0; at < seconds; at += 0.05) isMoving = rig.step(0.05)
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

describe('a rig', () => {
  it('sees what is seen without it until something is asked of it, and leaves nothing behind', () => {
    const { seen, pass, rig, pose, aim } = rigged()
    expect(seen()).toEqual({ eye: [expect.closeTo(0), 0, expect.closeTo(5)], target: [0, 0, 0], shift: 0 })
    expect(pass(1)).toBe(false)
    rig.leave()
    expect([aim.place, pose.keeper, seen()]).toEqual([null, null, FRONT])
  })

  it('eases from one framing to another, each nearer, and rests there', () => {
    const { seen, tell, pass } = rigged({ framing: 'full' })
    const away = () => Math.hypot(...seen().eye.map((value, axis) => value - seen().target[axis]!))
    const distances = [away()]
    for (const framing of ['half', 'bust', 'face'] as const) {
      tell({ framing })
      // Nothing leaps: it begins where it was.
      expect(away()).toBeCloseTo(distances.at(-1)!, 1)
      expect(pass(0.3)).toBe(true)
      expect(pass(1)).toBe(false)
      distances.push(away())
    }
    expect(distances).toEqual([...distances].sort((one, other) => other - one))
    expect(seen().target[1]).toBeGreaterThan(0.7)
  })

  it('is at another framing at once under reduced motion', () => {
    const { seen, tell, pass } = rigged({ framing: 'full', isStill: true })
    tell({ framing: 'face' })
    const jumped = seen()
    expect(pass(2)).toBe(false)
    expect(seen()).toEqual(jumped)
    expect(jumped.target[1]).toBeGreaterThan(0.7)
  })

  it('raises the camera by hand and by keys where it may, within limits, and tilts nothing', () => {
    const { seen, pose, changed } = rigged({ orbit: true, elevationLimits: [0, 0.5] })
    pose.drag(100, 60, false)
    expect(pose.now).toEqual({ yaw: expect.closeTo(0.2), tilt: 0 })
    expect(seen().eye[1]).toBeCloseTo(5 * Math.sin(0.3))
    pose.drag(0, 500, false)
    expect(seen().eye[1]).toBeCloseTo(5 * Math.sin(0.5))
    const down = key('ArrowDown')
    turnByKey(down, pose, false)
    expect([seen().eye[1] < 5 * Math.sin(0.5), down.preventDefault.mock.calls.length]).toEqual([true, 1])
    expect(changed).toHaveBeenCalled()
  })

  it('moves aside with two fingers and with Shift, never out of sight', () => {
    const { seen, pose } = rigged({ pan: true })
    pose.keeper?.pan?.(100, 50)
    const [x, y] = seen().target
    expect([x < 0, y > 0, seen().eye[0]]).toEqual([true, true, x])
    turnByKey(key('ArrowLeft', true), pose, false)
    expect(seen().target[0]).toBeLessThan(x)
    for (let time = 0; time < 50; time += 1) pose.keeper?.pan?.(1000, 1000)
    expect(Math.hypot(...seen().target)).toBeLessThan(2)
    // Without Shift an arrow turns, as ever.
    turnByKey(key('ArrowRight'), pose, false)
    expect(pose.now.yaw).toBeCloseTo(-0.3 + Math.PI / 180)
  })

  it('holds the turning and the nearness within limits', () => {
    const { pose, tell } = rigged({ yawLimits: [-0.5, 0.5], zoomLimits: [1, 8] })
    pose.turnTo(3)
    pose.zoomTo(6)
    expect([pose.now.yaw, pose.zoom]).toEqual([0.5, 6])
    pose.zoomTo(0.1)
    expect(pose.zoom).toBe(1)
    tell({ yawLimits: [-0.1, 0.1] }, false)
    expect(pose.now.yaw).toBe(0.1)
  })

  it('turns by itself, but not in a hand, nor under reduced motion', () => {
    const { pose, pass, tell } = rigged({ autoRotate: 0.5 })
    expect(pass(1)).toBe(true)
    expect(pose.now.yaw).toBeCloseTo(0.2)
    pose.drag(100, 0, true)
    const held = pose.now.yaw
    pass(1.5)
    expect(pose.now.yaw).toBe(held)
    pass(2)
    expect(pose.now.yaw).toBeGreaterThan(held)
    tell({ autoRotate: -0.5 }, false)
    const before = pose.now.yaw
    pass(1)
    expect(pose.now.yaw).toBeLessThan(before)
    tell({ isStill: true }, false)
    expect(pass(1)).toBe(false)
  })

  it('goes where it is sent, eased or at once, and tells where it is', () => {
    const { rig, seen, pass } = rigged()
    rig.go({ yaw: 1, elevation: 0.4, zoom: 2, target: [0, 0.5, 0] }, false)
    expect(rig.now().yaw).toBe(-0.3)
    expect(pass(0.4)).toBe(true)
    expect(rig.now().yaw).toBeGreaterThan(-0.2)
    pass(1)
    const there = { yaw: 1, elevation: 0.4, zoom: 2, target: [0, 0.5, 0] }
    expect(rig.now()).toEqual(there)
    rig.go({ yaw: 0, framing: 'face', target: [0, 0.8, 0] }, true)
    expect(rig.now()).toEqual({ ...there, yaw: 0, target: [0, 0.8, 0] })
    expect(pass(1)).toBe(false)
    expect(seen().target).toEqual([0, 0.8, 0])
  })

  it('is stopped on its way by a hand, and forgets where it was sent when another framing is told', () => {
    const { rig, pose, pass, tell } = rigged({ framing: 'full' })
    rig.go({ yaw: 2, framing: 'face' }, false)
    pass(0.3)
    pose.drag(10, 0, true)
    const held = pose.now.yaw
    pass(2)
    expect(pose.now.yaw).toBe(held)
    expect(rig.now().target[1]).toBeGreaterThan(0.7)
    tell({ framing: 'half' })
    pass(1)
    expect(rig.now().target[1]).toBeLessThan(0.7)
  })
})
