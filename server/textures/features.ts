/** Width and height of the reduced image that features are measured on, in pixels. */
export const POINTS_PER_SIDE = 64

/** Names of the features, in the order of their values. */
export const FEATURE_NAMES = [
  'distance of the vector’s length from 1',
  'share of vectors of length 1',
  'share facing the viewer',
  'mean of red',
  'mean of green',
  'mean of blue',
  'colourfulness',
  'share of grey',
  'share of black',
  'share of white',
  'spread of red',
  'spread of green',
  'spread of blue',
  'red stands still',
  'green stands still',
  'blue stands still',
  'link of red and green',
  'link of green and blue',
  'link of blue and red',
  'extremes of red',
  'extremes of green',
  'extremes of blue',
  'edges of red',
  'edges of green',
  'edges of blue',
  'flatness',
  'variety of colours',
  'see-through',
  'brightness of what is not black',
  'red and blue both at an end',
  'green apart from the others',
  'red and green in the middle',
  'blue before the others',
] as const

const BYTE = 255

/** Computes the {@link FEATURE_NAMES}, mostly 0 to 1, of an RGBA image with {@link POINTS_PER_SIDE}² pixels (4 bytes each). */
export function measureFeatures(points: Uint8Array): number[] {
  const channels = [0, 1, 2].map((k) => measureChannel(points, k))
  const [red, green, blue] = channels as [Channel, Channel, Channel]
  const shares = countShares(points)
  return [
    shares.lengthError,
    shares.unit,
    shares.facing,
    red.mean,
    green.mean,
    blue.mean,
    shares.colourfulness,
    shares.grey,
    shares.black,
    shares.white,
    ...channels.map((it) => it.spread),
    // 1 for a constant channel. Falls to 0 when the channel's spread reaches a few 8-bit steps.
    ...channels.map((it) => 1 / (1 + (it.spread * 100) ** 2)),
    correlation(red, green),
    correlation(green, blue),
    correlation(blue, red),
    ...channels.map((it) => it.extremes),
    ...channels.map((it) => it.edges),
    ...measureVariety(points),
    shares.seeThrough,
    shares.brightness,
    shares.ends,
    shares.apart,
    // Noise changes the vector lengths of a normal map, but its mean vector still points towards the viewer.
    1 / (1 + 10 * (Math.abs(red.mean - 0.5) + Math.abs(green.mean - 0.5))),
    shares.blueFirst,
  ]
}

interface Channel {
  values: Float64Array
  mean: number
  spread: number
  /** Fraction of pixels near 0 or 1. */
  extremes: number
  /** Mean absolute difference of adjacent pixels, horizontally and vertically. */
  edges: number
}

function measureChannel(points: Uint8Array, k: number): Channel {
  const values = Float64Array.from({ length: POINTS_PER_SIDE * POINTS_PER_SIDE }, (_, i) => points[i * 4 + k]! / BYTE)
  let [sum, squares, ends, steps] = [0, 0, 0, 0]
  for (const [i, value] of values.entries()) {
    sum += value
    squares += value * value
    if (value <= 0.02 || value >= 0.98) ends++
    if (i % POINTS_PER_SIDE > 0) steps += Math.abs(value - values[i - 1]!)
    if (i >= POINTS_PER_SIDE) steps += Math.abs(value - values[i - POINTS_PER_SIDE]!)
  }
  const mean = sum / values.length
  const spread = Math.sqrt(Math.max(0, squares / values.length - mean * mean))
  return {
    values,
    mean,
    spread,
    extremes: ends / values.length,
    edges: steps / (2 * POINTS_PER_SIDE * (POINTS_PER_SIDE - 1)),
  }
}

function correlation(a: Channel, b: Channel): number {
  if (a.spread < 0.004 || b.spread < 0.004) return 0
  let sum = 0
  for (const [i, value] of a.values.entries()) sum += (value - a.mean) * (b.values[i]! - b.mean)
  return sum / a.values.length / (a.spread * b.spread)
}

function countShares(points: Uint8Array) {
  let [lengthError, unit, facing, colourfulness, grey, black, white, seeThrough] = [0, 0, 0, 0, 0, 0, 0, 0]
  let [light, lit, ends, channelDifference, blueFirst] = [0, 0, 0, 0, 0]
  const count = POINTS_PER_SIDE * POINTS_PER_SIDE
  for (let at = 0; at < count * 4; at += 4) {
    const [r, g, b] = [points[at]! / BYTE, points[at + 1]! / BYTE, points[at + 2]! / BYTE]
    const [x, y, z] = [r * 2 - 1, g * 2 - 1, b * 2 - 1]
    const deviation = Math.abs(Math.sqrt(x * x + y * y + z * z) - 1)
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
    colourfulness += most - least
    if (most - least < 0.03) grey++
    if (most < 0.04) black++
    else {
      lit++
      light += most
      lengthError += Math.min(1, deviation)
      if (deviation < 0.1) unit++
      if (z > 0.3 && b >= most - 0.02) facing++
    }
    if ((r < 0.02 || r > 0.98) && (b < 0.02 || b > 0.98)) ends++
    channelDifference += Math.abs(g - (r + b) / 2)
    if (b > r && b > g) blueFirst++
    if (least > 0.96) white++
    if (points[at + 3]! < 250) seeThrough++
  }
  return {
    lengthError: lengthError / Math.max(1, lit),
    unit: unit / Math.max(1, lit),
    facing: facing / Math.max(1, lit),
    ends: ends / count,
    apart: channelDifference / count,
    blueFirst: blueFirst / count,
    colourfulness: colourfulness / count,
    grey: grey / count,
    black: black / count,
    white: white / count,
    seeThrough: seeThrough / count,
    brightness: lit > 0 ? light / lit : 0,
  }
}

/**
 * Returns the fraction of pixels with the most common colour, and the square root of the number of distinct colours per pixel.
 * Colours are reduced to 16 steps per channel.
 */
function measureVariety(points: Uint8Array): [number, number] {
  const counts = new Map<number, number>()
  for (let at = 0; at < POINTS_PER_SIDE * POINTS_PER_SIDE * 4; at += 4) {
    const colour = ((points[at]! >> 4) << 8) | ((points[at + 1]! >> 4) << 4) | (points[at + 2]! >> 4)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const maxCount = Math.max(...counts.values())
  return [maxCount / (POINTS_PER_SIDE * POINTS_PER_SIDE), Math.sqrt(counts.size / (POINTS_PER_SIDE * POINTS_PER_SIDE))]
}
