import { describe, expect, it } from 'vitest'
import {
  CAMERA_MOVE_SECONDS,
  clampTo,
  framingHeights,
  interpolateOrbit,
  orbitForHeights,
  orbitToPlacement,
  placementToOrbit,
  rotateWithinLimits,
} from '../../../src/machines/viewer/camera.ts'

const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value))

describe('orbit', () => {
  it.each([
    [
      [0, 0, 5],
      [0, 0, 0],
    ],
    [
      [3, 2, 1],
      [0.5, 1, -1],
    ],
    [
      [-2, -1, -4],
      [0, 0.2, 0],
    ],
  ] as const)('converts a camera at %j that looks at %j to an orbit and back without loss', (eye, target) => {
    const view = orbitToPlacement(placementToOrbit({ eye, target, shift: 7 }))
    expect([view.eye, view.target, view.shift]).toEqual([close(eye), target, 7])
  })

  it('stays off the vertical axis, where the up direction is undefined', () => {
    const { eye } = orbitToPlacement({ azimuth: 0, elevation: 9, distance: 2, target: [0, 0, 0], shift: 0 })
    expect(eye[2]).toBeGreaterThan(0.01)
    expect(placementToOrbit({ eye: [0, 0, 0], target: [0, 0, 0], shift: 0 }).distance).toBeGreaterThan(0)
  })

  it('eases to another orbit within the move time', () => {
    const from = { azimuth: 0, elevation: 0, distance: 8, target: [0, 0, 0], shift: 0 } as const
    const to = { azimuth: 1, elevation: 0.5, distance: 2, target: [0, 1, 0], shift: 10 } as const
    expect(interpolateOrbit(from, to, 0)).toEqual(from)
    expect(interpolateOrbit(from, to, CAMERA_MOVE_SECONDS)).toEqual(to)
    expect(interpolateOrbit(from, to, CAMERA_MOVE_SECONDS / 2)).toEqual({
      azimuth: 0.5,
      elevation: 0.25,
      distance: expect.closeTo(4),
      target: [0, 0.5, 0],
      shift: 5,
    })
  })
})

describe('framing', () => {
  it('shows less of the body in bust than in half framing, still less in face framing, and always the head', () => {
    const [half, bust, face] = (['half', 'bust', 'face'] as const).map((framing) => framingHeights(framing, 1.8, 0.66))
    expect(half!.from).toBeLessThan(bust!.from)
    expect(bust!.from).toBeLessThan(face!.from)
    expect(face!.from).toBeLessThan(0.66)
    expect([half, bust, face].every((band) => band!.to > 0.9)).toBe(true)
    expect(half!.from).toBeGreaterThan(-0.3)
  })

  it('assumes a head of average size if the height of the head bone is missing or implausible', () => {
    const defaultHeights = framingHeights('face', 1.5)
    expect([framingHeights('face', 1.5, 4), framingHeights('face', 1.5, -1)]).toEqual([defaultHeights, defaultHeights])
    expect(defaultHeights.from).toBeCloseTo(0.51)
    // The framing `half` also works for a figure that is mostly head.
    const [half, bust] = (['half', 'bust'] as const).map((framing) => framingHeights(framing, 1.5, 0.1).from)
    expect([half, bust]).toEqual([expect.closeTo(-0.18), expect.closeTo(0)])
  })

  it('fits the framed part of a body below the headroom, and moves the camera back in a narrow viewport', () => {
    const viewport = { width: 900, height: 600, headroom: 60, focal: 643, near: 0.2 }
    const wide = orbitForHeights({ from: 0, to: 1 }, viewport)
    const pixels = viewport.focal / (wide.distance - viewport.near)
    expect(pixels).toBeCloseTo(540)
    // The lower end of the framed height is at the viewport's lower edge.
    expect(300 - pixels * (wide.target[1] - 0) + wide.shift).toBeCloseTo(0)
    const narrow = orbitForHeights({ from: 0, to: 1 }, { ...viewport, width: 300 })
    expect((viewport.focal / (narrow.distance - viewport.near)) * 0.85).toBeCloseTo(276)
    expect(Number.isFinite(orbitForHeights({ from: 0, to: 0 }, { ...viewport, width: 0, height: 0 }).distance)).toBe(
      true,
    )
  })
})

describe('automatic rotation', () => {
  it('continues at its rate and reverses at a limit', () => {
    expect(rotateWithinLimits(1, 0.5, 2, undefined)).toEqual({ yaw: 2, rate: 0.5 })
    expect(rotateWithinLimits(0.9, 0.5, 1, [-1, 1])).toEqual({ yaw: 1, rate: -0.5 })
    expect(rotateWithinLimits(-0.9, -0.5, 1, [-1, 1])).toEqual({ yaw: -1, rate: 0.5 })
  })

  it('accepts limits in either order', () => {
    expect([clampTo(5, [1, -1]), clampTo(5, [-1, 1]), clampTo(0.5, [1, -1]), clampTo(5, undefined)]).toEqual([
      1, 1, 0.5, 5,
    ])
  })
})
