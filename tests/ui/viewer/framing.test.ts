import { describe, expect, it } from 'vitest'
import { FIELD_OF_VIEW, fitFraming, focalLength, standOf } from '../../../src/ui/viewer/framing.ts'

const frame = { width: 760, height: 600 }
const stand = { floor: 90, headroom: 64, spread: 240, turntable: true }

interface Framed {
  distance: number
  rise: number
  shift: number
}

/** Pixels above the lower edge at which a point appears: `y` metres over the model's middle, `near` metres nearer than its axis. */
function rowOf(y: number, framing: Framed, near = 0, size = frame): number {
  return size.height / 2 + (focalLength(size) * (y - framing.rise)) / (framing.distance - near) + framing.shift
}

/** A block as wide as it is deep, in one ring. */
const block = (side: number, height: number) => {
  const radius = side * Math.SQRT1_2
  return { radius, height, outline: [{ from: -height / 2, to: height / 2, radius }] }
}

/** A figure with its arms held out: wide at the shoulders, narrow at feet and head. */
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
  it('stands its feet on the floor and keeps its head under the headroom', () => {
    const framing = fitFraming(frame, FIGURE, stand)
    expect(rowOf(-0.9, framing)).toBeCloseTo(90)
    expect(rowOf(0.9, framing, 0.15)).toBeLessThanOrEqual(frame.height - 64 + 0.01)
    expect(rowOf(0.9, framing)).toBeGreaterThan(400)
  })

  it('keeps a wide model within its spread, whichever way it is turned', () => {
    const { distance } = fitFraming(frame, block(3 * Math.SQRT2, 0.5), stand)
    const widest = focalLength(frame) * Math.tan(Math.asin(3 / distance))
    expect(widest).toBeLessThanOrEqual(240.01)
  })

  it('lets arms held out reach over the edge of the dial, so that the body takes the height there is', () => {
    const arms = {
      ...FIGURE,
      radius: 1.5,
      outline: FIGURE.outline.map((ring) => (ring.radius === 0.9 ? { ...ring, radius: 1.5 } : ring)),
    }
    const within = fitFraming(frame, arms, stand)
    const beyond = fitFraming(frame, arms, { ...stand, aside: 360 })
    const tall = (framing: Framed) => rowOf(0.9, framing) - rowOf(-0.9, framing)
    expect(tall(beyond)).toBeGreaterThan(tall(within) * 1.25)
    // What stands on the dial stays on it.
    const feet = fitFraming(frame, block(3, 0.5), { ...stand, aside: 360 })
    expect(feet).toEqual(fitFraming(frame, block(3, 0.5), stand))
    const { spread, aside } = standOf(900, true)
    expect([aside > spread, aside <= 450 - 16, standOf(900, false)]).toEqual([
      true,
      true,
      { floor: 16, spread: 434, aside: 434 },
    ])
  })

  it('finds a place for a model of no size in no room', () => {
    const framing = fitFraming({ width: 0, height: 0 }, block(0, 0), { ...stand, spread: 1 })
    expect(framing.distance).toBeGreaterThan(0)
    expect(Object.values(framing).every(Number.isFinite)).toBe(true)
  })

  it('sees 50 degrees from top to bottom', () => {
    expect((Math.atan(frame.height / 2 / focalLength(frame)) * 360) / Math.PI).toBeCloseTo(FIELD_OF_VIEW)
  })

  it.each([
    ['a cube', block(1, 1)],
    ['a slab', block(2, 0.1)],
    ['a pillar', block(0.2, 3)],
    ['a figure', FIGURE],
  ])('cuts nothing of %s, whichever way it is turned, in any frame, with and without the turntable', (_, model) => {
    for (const turntable of [true, false]) {
      for (const [width, height] of [
        [400, 520],
        [160, 160],
        [1200, 400],
        [200, 900],
        [60, 60],
      ] as const) {
        const size = { width, height }
        const framing = fitFraming(size, model, { headroom: 24, turntable, ...standOf(width, turntable) })
        for (const { from, to, radius } of model.outline) {
          const corners = [-radius, radius].flatMap((near) => [from, to].map((y) => rowOf(y, framing, near, size)))
          expect(Math.min(...corners), `${turntable} ${width}×${height}`).toBeGreaterThanOrEqual(0)
          expect(Math.max(...corners), `${turntable} ${width}×${height}`).toBeLessThanOrEqual(height)
          const side = focalLength(size) * Math.tan(Math.asin(radius / framing.distance))
          expect(side, `${turntable} ${width}×${height}`).toBeLessThanOrEqual(width / 2)
        }
      }
    }
  })

  it('leaves room below for a model that sinks as it floats', () => {
    const sinking = fitFraming(frame, FIGURE, { ...stand, ...standOf(760, false), turntable: false, sink: 0.3 })
    expect(rowOf(-0.9 - 0.3, sinking, 0.25)).toBeGreaterThanOrEqual(0)
  })

  it('fills the frame: a figure is no smaller than it needs to be', () => {
    const size = { width: 400, height: 520 }
    const framing = fitFraming(size, FIGURE, { headroom: 24, turntable: false, ...standOf(400, false) })
    const wide = focalLength(size) * Math.tan(Math.asin(0.9 / framing.distance))
    const tall = rowOf(0.9, framing, 0.15, size) - rowOf(-0.9, framing, 0.25, size)
    expect(Math.max(wide / (200 - 16), tall / (520 - 16 - 24))).toBeCloseTo(1, 1)
  })
})
