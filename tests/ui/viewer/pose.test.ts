import { describe, expect, it, vi } from 'vitest'
import { createPose } from '../../../src/ui/viewer/pose.ts'

describe('a pose', () => {
  it('begins turned by −0.3 radians and follows a drag', () => {
    const pose = createPose()
    const heard = vi.fn()
    const stop = pose.subscribe(heard)
    expect(pose.now).toEqual({ yaw: -0.3, tilt: 0 })
    pose.drag(60, 20, false)
    expect(pose.now).toEqual({ yaw: 0, tilt: 0.1 })
    stop()
    pose.turnTo(1)
    expect(pose.now).toEqual({ yaw: 1, tilt: 0.1 })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('springs back to the first pose and comes to rest there', () => {
    const pose = createPose()
    pose.drag(400, 100, false)
    pose.goBack(false)
    const yaws: number[] = []
    for (let frame = 0; frame < 200 && pose.advance(1 / 60); frame += 1) yaws.push(pose.now.yaw)
    expect(pose.now).toEqual({ yaw: -0.3, tilt: 0 })
    expect(yaws).toEqual([...yaws].sort((one, other) => other - one))
    expect(yaws.length).toBeLessThan(60)
    expect(pose.advance(1)).toBe(false)
  })

  it('is back at once when nothing may move, and stops springing when it is taken in hand', () => {
    const pose = createPose()
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
