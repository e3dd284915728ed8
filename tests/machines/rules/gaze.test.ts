import { describe, expect, it } from 'vitest'
import {
  approach,
  BEHIND,
  eyesTowards,
  GAZE_LIMITS,
  headTowards,
  isThere,
  towards,
} from '../../../src/machines/rules/gaze.ts'

const degrees = (value: number) => Math.round((value * 180) / Math.PI)

describe('a look', () => {
  it('is told by where something lies', () => {
    expect([towards(0, 0, 1), towards(1, 0, 0), towards(-1, 0, 1)].map(({ yaw }) => degrees(yaw))).toEqual([0, 90, -45])
    expect([towards(0, 1, 1), towards(1, -1, 0)].map(({ pitch }) => degrees(pitch))).toEqual([45, -45])
  })

  it('is shared: the head takes most of it, the eyes what is left', () => {
    const goal = { yaw: 0.4, pitch: 0.1 }
    const head = headTowards(goal)
    expect(head.yaw).toBeGreaterThan(0.2)
    const eyes = eyesTowards(goal, head)
    expect([head.yaw + eyes.yaw, head.pitch + eyes.pitch]).toEqual([expect.closeTo(0.4), expect.closeTo(0.1)])
  })

  it.each([
    [{ yaw: 1.9, pitch: 1.4 }, [50, 25], [28, 18]],
    [{ yaw: -1.9, pitch: -1.4 }, [-50, -30], [-28, -22]],
  ])('goes no further than a neck and an eye do (%o)', (goal, head, eyes) => {
    const turned = headTowards(goal)
    expect([degrees(turned.yaw), degrees(turned.pitch)]).toEqual(head)
    const rolled = eyesTowards(goal, turned)
    expect([degrees(rolled.yaw), degrees(rolled.pitch)]).toEqual(eyes)
    expect(Math.abs(rolled.yaw)).toBeLessThanOrEqual(GAZE_LIMITS.eyes.yaw)
  })

  it('is let go where it is behind, or nowhere', () => {
    for (const goal of [{ yaw: BEHIND + 0.01, pitch: 0 }, { yaw: -Math.PI, pitch: 1 }, null]) {
      expect(headTowards(goal)).toEqual({ yaw: 0, pitch: 0 })
      expect(eyesTowards(goal, { yaw: 0, pitch: 0 })).toEqual({ yaw: 0, pitch: 0 })
    }
  })

  it('comes nearer without ever going past, and rests when it is there', () => {
    const goal = { yaw: 0.5, pitch: -0.2 }
    let now = { yaw: 0, pitch: 0 }
    let steps = 0
    for (; !isThere(now, goal) && steps < 300; steps += 1) {
      const next = approach(now, goal, 5, 1 / 60)
      expect(next.yaw).toBeGreaterThanOrEqual(now.yaw)
      expect(next.yaw).toBeLessThanOrEqual(goal.yaw)
      now = next
    }
    expect(now).toBe(goal)
    expect(steps).toBeLessThan(120)
    expect(approach(now, goal, 5, 3)).toBe(goal)
  })
})
