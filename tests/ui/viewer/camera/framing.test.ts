import { describe, expect, it } from 'vitest'
import {
  FIELD_OF_VIEW_DEGREES,
  fitCamera,
  fitLayoutFor,
  focalLengthOf,
} from '../../../../src/ui/viewer/camera/framing.ts'

const frame = { width: 760, height: 600 }
const area = { floor: 90, headroom: 64, spread: 240, turntable: true }

interface FramedCamera {
  distance: number
  rise: number
  shift: number
}

/**
 * Returns the height of a point above the picture's lower edge, in pixels. The point is `y` metres above the model's centre and
 * `nearer` metres nearer to the camera than the model's axis.
 */
function rowOf(y: number, framing: FramedCamera, nearer = 0, size = frame): number {
  return size.height / 2 + (focalLengthOf(size) * (y - framing.rise)) / (framing.distance - nearer) + framing.shift
}

/** Returns the dimensions of a square block, whose outline is one ring. */
const block = (side: number, height: number) => {
  const radius = side * Math.SQRT1_2
  return { radius, height, outline: [{ from: -height / 2, to: height / 2, radius }] }
}

/** Dimensions of a figure with outstretched arms: wide at the shoulders, narrow at feet and head. */
const FIGURE = {
  radius: 0.9,
  height: 1.8,
  outline: [
    { from: -0.9, to: -0.7, radius: 0.25 },
    { from: -0.7, to: 0.3, radius: 0.3 },
    { from: 0.3, to: 0.6, radius: 0.9 },
    { from: 0.6, to: 0.9, radius: 0.15 },
  ],
}

describe('fitting a model', () => {
  it('puts the feet on the floor and keeps the head below the headroom', () => {
    const framing = fitCamera(frame, FIGURE, area)
    expect(rowOf(-0.9, framing)).toBeCloseTo(90)
    expect(rowOf(0.9, framing, 0.15)).toBeLessThanOrEqual(frame.height - 64 + 0.01)
    expect(rowOf(0.9, framing)).toBeGreaterThan(400)
  })

  it('keeps a wide model within the available width at any yaw', () => {
    const { distance } = fitCamera(frame, block(3 * Math.SQRT2, 0.5), area)
    const widest = focalLengthOf(frame) * Math.tan(Math.asin(3 / distance))
    expect(widest).toBeLessThanOrEqual(240.01)
  })

  it('lets wide arms extend past the dial, so that the body can use the full height', () => {
    const arms = {
      ...FIGURE,
      radius: 1.5,
      outline: FIGURE.outline.map((ring) => (ring.radius === 0.9 ? { ...ring, radius: 1.5 } : ring)),
    }
    const within = fitCamera(frame, arms, area)
    const beyond = fitCamera(frame, arms, { ...area, overhangSpread: 360 })
    const bodyHeight = (framing: FramedCamera) => rowOf(0.9, framing) - rowOf(-0.9, framing)
    expect(bodyHeight(beyond)).toBeGreaterThan(bodyHeight(within) * 1.25)
    // Parts of a model near the ground remain within the turntable dial.
    const feet = fitCamera(frame, block(3, 0.5), { ...area, overhangSpread: 360 })
    expect(feet).toEqual(fitCamera(frame, block(3, 0.5), area))
    const { spread, overhangSpread } = fitLayoutFor(900, true)
    expect([overhangSpread > spread, overhangSpread <= 450 - 16, fitLayoutFor(900, false)]).toEqual([
      true,
      true,
      { floor: 16, spread: 434, overhangSpread: 434 },
    ])
  })

  it('computes a finite camera distance for a model of size zero in a frame of size zero', () => {
    const framing = fitCamera({ width: 0, height: 0 }, block(0, 0), { ...area, spread: 1 })
    expect(framing.distance).toBeGreaterThan(0)
    expect(Object.values(framing).every(Number.isFinite)).toBe(true)
  })

  it('uses a vertical field of view of 50 degrees', () => {
    expect((Math.atan(frame.height / 2 / focalLengthOf(frame)) * 360) / Math.PI).toBeCloseTo(FIELD_OF_VIEW_DEGREES)
  })

  it.each([
    ['a cube', block(1, 1)],
    ['a slab', block(2, 0.1)],
    ['a pillar', block(0.2, 3)],
    ['a figure', FIGURE],
  ])('cuts off nothing of %s at any yaw, in any frame, with and without the turntable', (_, model) => {
    for (const turntable of [true, false]) {
      for (const [width, height] of [
        [400, 520],
        [160, 160],
        [1200, 400],
        [200, 900],
        [60, 60],
      ] as const) {
        const size = { width, height }
        const framing = fitCamera(size, model, { headroom: 24, turntable, ...fitLayoutFor(width, turntable) })
        for (const { from, to, radius } of model.outline) {
          const corners = [-radius, radius].flatMap((nearer) => [from, to].map((y) => rowOf(y, framing, nearer, size)))
          expect(Math.min(...corners), `${turntable} ${width}×${height}`).toBeGreaterThanOrEqual(0)
          expect(Math.max(...corners), `${turntable} ${width}×${height}`).toBeLessThanOrEqual(height)
          const side = focalLengthOf(size) * Math.tan(Math.asin(radius / framing.distance))
          expect(side, `${turntable} ${width}×${height}`).toBeLessThanOrEqual(width / 2)
        }
      }
    }
  })

  it('leaves space below a floating model for its downward movement', () => {
    const sinking = fitCamera(frame, FIGURE, { ...area, ...fitLayoutFor(760, false), turntable: false, sink: 0.3 })
    expect(rowOf(-0.9 - 0.3, sinking, 0.25)).toBeGreaterThanOrEqual(0)
  })

  it('makes a figure as large as the frame and its margins allow', () => {
    const size = { width: 400, height: 520 }
    const framing = fitCamera(size, FIGURE, { headroom: 24, turntable: false, ...fitLayoutFor(400, false) })
    const width = focalLengthOf(size) * Math.tan(Math.asin(0.9 / framing.distance))
    const height = rowOf(0.9, framing, 0.15, size) - rowOf(-0.9, framing, 0.25, size)
    expect(Math.max(width / (200 - 16), height / (520 - 16 - 24))).toBeCloseTo(1, 1)
  })
})
