import { describe, expect, it, vi } from 'vitest'
import { createPoseStore } from '../../../../src/ui/viewer/motion/pose.ts'

describe('a pose', () => {
  it('starts with a yaw of −0.3 radians and follows a drag', () => {
    const pose = createPoseStore()
    const listener = vi.fn()
    const stop = pose.subscribe(listener)
    expect(pose.now).toEqual({ yaw: -0.3, tilt: 0 })
    pose.drag(60, 20, false)
    expect(pose.now).toEqual({ yaw: 0, tilt: 0.1 })
    stop()
    pose.turnTo(1)
    expect(pose.now).toEqual({ yaw: 1, tilt: 0.1 })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('springs back to the initial pose and comes to rest', () => {
    const pose = createPoseStore()
    pose.drag(400, 100, false)
    pose.goBack(false)
    const yaws: number[] = []
    for (let frame = 0; frame < 200 && pose.advance(1 / 60); frame += 1) yaws.push(pose.now.yaw)
    expect(pose.now).toEqual({ yaw: -0.3, tilt: 0 })
    expect(yaws).toEqual([...yaws].sort((a, b) => b - a))
    expect(yaws.length).toBeLessThan(60)
    expect(pose.advance(1)).toBe(false)
  })

  it('returns to the initial pose immediately under reduced motion, and stops its return on a drag', () => {
    const pose = createPoseStore()
    pose.drag(400, 0, false)
    pose.goBack(true)
    expect(pose.now).toEqual({ yaw: -0.3, tilt: 0 })
    pose.drag(400, 0, false)
    pose.goBack(false)
    pose.drag(0, 0, false)
    expect(pose.advance(1)).toBe(false)
    expect(pose.now.yaw).toBeCloseTo(1.7)
  })
})
