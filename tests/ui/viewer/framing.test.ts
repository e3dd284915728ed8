import { describe, expect, it } from 'vitest'
import { FIELD_OF_VIEW, fitFraming, focalLength } from '../../../src/ui/viewer/framing.ts'

const frame = { width: 760, height: 600 }

/** Pixels above the lower edge at which the height `y` metres (over the model's middle) appears. */
function rowOf(y: number, framing: ReturnType<typeof fitFraming>): number {
  return frame.height / 2 + (focalLength(frame) * (y - framing.rise)) / framing.distance + framing.shift
}

describe('fitting a model', () => {
  it('stands its feet on the floor and keeps its head under the headroom', () => {
    const framing = fitFraming(frame, { radius: 0.4, height: 1.8 }, 90, 64, 240)
    expect(rowOf(-0.9, framing)).toBeCloseTo(90)
    expect(rowOf(0.9, framing)).toBeLessThanOrEqual(frame.height - 64)
    expect(rowOf(0.9, framing)).toBeGreaterThan(400)
  })

  it('keeps a wide model within its spread, whichever way it is turned', () => {
    const { distance } = fitFraming(frame, { radius: 3, height: 0.5 }, 90, 64, 240)
    const widest = focalLength(frame) * Math.tan(Math.asin(3 / distance))
    expect(widest).toBeCloseTo(240)
  })

  it('finds a place for a model of no size in no room', () => {
    const framing = fitFraming({ width: 0, height: 0 }, { radius: 0, height: 0 }, 90, 64, 1)
    expect(framing.distance).toBeGreaterThan(0)
  })

  it('sees 50 degrees from top to bottom', () => {
    expect((Math.atan(frame.height / 2 / focalLength(frame)) * 360) / Math.PI).toBeCloseTo(FIELD_OF_VIEW)
  })
})
