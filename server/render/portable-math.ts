/**
 * Math functions for pictures that must have the same bytes on every machine. ECMAScript specifies + − × ÷, rounding and square
 * roots exactly. The results of its sine, powers and similar functions changed between engine versions, so this folder does not
 * use them.
 */

const HALF_PI_HIGH = 1.5707963267341256
const HALF_PI_LOW = 6.077100506506192e-11
const SINE = [
  -0.16666666666666632, 0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6, -2.5050760253406863e-8,
  1.58969099521155e-10,
]
const COSINE = [
  0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5, -2.7557314351390663e-7, 2.087572321298175e-9,
  -1.1359647557788195e-11,
]

/** Returns the sine of an angle in radians (up to a few turns), accurate to about 1e-15. */
export function sine(angle: number): number {
  const quarter = Math.round(angle / HALF_PI_HIGH)
  const rest = angle - quarter * HALF_PI_HIGH - quarter * HALF_PI_LOW
  const square = rest * rest
  const isOdd = quarter % 2 !== 0
  const value = isOdd
    ? 1 - square / 2 + square * square * polynomial(COSINE, square)
    : rest + rest * square * polynomial(SINE, square)
  return ((quarter % 4) + 4) % 4 >= 2 ? -value : value
}

export function cosine(angle: number): number {
  const quarter = Math.round(angle / HALF_PI_HIGH)
  const rest = angle - quarter * HALF_PI_HIGH - quarter * HALF_PI_LOW
  const square = rest * rest
  const isOdd = quarter % 2 !== 0
  const value = isOdd
    ? rest + rest * square * polynomial(SINE, square)
    : 1 - square / 2 + square * square * polynomial(COSINE, square)
  const quadrant = ((quarter % 4) + 4) % 4
  return quadrant === 1 || quadrant === 2 ? -value : value
}

export function vectorLength(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z)
}

/** Converts an sRGB value (0 to 1) to linear light. */
export function toLinear(value: number): number {
  if (value <= 0.04045) return value / 12.92
  const base = (value + 0.055) / 1.055
  return base * base * root(base * base, 5)
}

/** Converts linear light (0 to 1) to an sRGB value. */
export function toSrgb(value: number): number {
  if (value <= 0.0031308) return value * 12.92
  const twelfth = root(value, 12)
  return 1.055 * power(twelfth, 5) - 0.055
}

function polynomial(factors: readonly number[], x: number): number {
  let sum = 0
  for (let i = factors.length - 1; i >= 0; i--) sum = sum * x + factors[i]!
  return sum
}

/** Returns the root of a value from 0 to 2, by Newton's method from above. Ends when the guess no longer decreases. */
function root(value: number, degree: number): number {
  let guess = 2
  for (;;) {
    const next = ((degree - 1) * guess + value / power(guess, degree - 1)) / degree
    if (!(next < guess)) return guess
    guess = next
  }
}

function power(base: number, times: number): number {
  let product = 1
  for (let i = 0; i < times; i++) product *= base
  return product
}
