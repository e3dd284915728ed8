import { describe, expect, it } from 'vitest'
import {
  anglesTowards,
  easeAngles,
  eyeAnglesFor,
  GAZE_LIMITS_RADIANS,
  hasReachedGoal,
  headAnglesFor,
  MAX_GAZE_YAW_RADIANS,
} from '../../../src/machines/viewer/gaze.ts'

const degrees = (value: number) => Math.round((value * 180) / Math.PI)

describe('gaze', () => {
  it("derives its angles from the target's position", () => {
    expect(
      [anglesTowards(0, 0, 1), anglesTowards(1, 0, 0), anglesTowards(-1, 0, 1)].map(({ yaw }) => degrees(yaw)),
    ).toEqual([0, 90, -45])
    expect([anglesTowards(0, 1, 1), anglesTowards(1, -1, 0)].map(({ pitch }) => degrees(pitch))).toEqual([45, -45])
  })

  it('splits the rotation between head and eyes, most of it to the head', () => {
    const goal = { yaw: 0.4, pitch: 0.1 }
    const head = headAnglesFor(goal)
    expect(head.yaw).toBeGreaterThan(0.2)
    const eyes = eyeAnglesFor(goal, head)
    expect([head.yaw + eyes.yaw, head.pitch + eyes.pitch]).toEqual([expect.closeTo(0.4), expect.closeTo(0.1)])
  })

  it.each([
    [{ yaw: 1.9, pitch: 1.4 }, [50, 25], [28, 18]],
    [{ yaw: -1.9, pitch: -1.4 }, [-50, -30], [-28, -22]],
  ])('stays within the limits of neck and eyes (%o)', (goal, head, eyes) => {
    const headAngle = headAnglesFor(goal)
    expect([degrees(headAngle.yaw), degrees(headAngle.pitch)]).toEqual(head)
    const rolled = eyeAnglesFor(goal, headAngle)
    expect([degrees(rolled.yaw), degrees(rolled.pitch)]).toEqual(eyes)
    expect(Math.abs(rolled.yaw)).toBeLessThanOrEqual(GAZE_LIMITS_RADIANS.eyes.yaw)
  })

  it('returns to straight ahead if the target is behind or missing', () => {
    for (const goal of [{ yaw: MAX_GAZE_YAW_RADIANS + 0.01, pitch: 0 }, { yaw: -Math.PI, pitch: 1 }, null]) {
      expect(headAnglesFor(goal)).toEqual({ yaw: 0, pitch: 0 })
      expect(eyeAnglesFor(goal, { yaw: 0, pitch: 0 })).toEqual({ yaw: 0, pitch: 0 })
    }
  })

  it('approaches the target without overshooting and stops there', () => {
    const goal = { yaw: 0.5, pitch: -0.2 }
    let angles = { yaw: 0, pitch: 0 }
    let steps = 0
    for (; !hasReachedGoal(angles, goal) && steps < 300; steps += 1) {
      const next = easeAngles(angles, goal, 5, 1 / 60)
      expect(next.yaw).toBeGreaterThanOrEqual(angles.yaw)
      expect(next.yaw).toBeLessThanOrEqual(goal.yaw)
      angles = next
    }
    expect(angles).toBe(goal)
    expect(steps).toBeLessThan(120)
    expect(easeAngles(angles, goal, 5, 3)).toBe(goal)
  })
})
