import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cosine, sine, toLinear, toSrgb, vectorLength } from '../../../server/render/portable-math.ts'

test('computes sine and cosine in every quadrant', () => {
  for (const [angle, sin, cos] of [
    [0, 0, 1],
    [0.5, 0.479425538604203, 0.8775825618903728],
    [1, 0.8414709848078965, 0.5403023058681398],
    [2, 0.9092974268256817, -0.4161468365471424],
    [4, -0.7568024953079282, -0.6536436208636119],
    [-5.5, 0.7055403255703919, 0.70866977429126],
    [9, 0.4121184852417566, -0.9111302618846769],
  ] as const) {
    expect(sine(angle)).toBeCloseTo(sin, 14)
    expect(cosine(angle)).toBeCloseTo(cos, 14)
  }
})

test('round-trips every sRGB byte through linear light', () => {
  expect(toLinear(0)).toBe(0)
  expect(toLinear(1)).toBeCloseTo(1, 14)
  expect(toLinear(0.5)).toBeCloseTo(0.21404114048223255, 14)
  expect(toLinear(0.04)).toBeCloseTo(0.0030959752321981426, 14)
  expect(toSrgb(0.18)).toBeCloseTo(0.46135612950044164, 14)
  for (let byte = 0; byte < 256; byte++) expect(toSrgb(toLinear(byte / 255)) * 255).toBeCloseTo(byte, 9)
})

test('computes the length of a vector', () => {
  expect(vectorLength(2, 3, 6)).toBe(7)
})

test('the renderer uses no Math function whose result depends on the engine', () => {
  const folder = new URL('../../../server/render/', import.meta.url)
  const unspecified =
    /Math\.(sin|cos|tan|asin|acos|atan|atan2|exp|expm1|log|log2|log10|log1p|pow|hypot|cbrt|sinh|cosh|tanh|random)\b|[\w)\]]\s\*\*/
  const offending = readdirSync(folder).filter((file) => unspecified.test(readFileSync(new URL(file, folder), 'utf8')))
  expect(offending).toEqual([])
})
