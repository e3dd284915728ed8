import type { Field } from './field.ts'
import type { Net } from './polygonise.ts'
import { compact } from './simplify.ts'

/** A net in two: what lies inside a region and what lies outside, cut cleanly along the region's edge. */
export function cut(net: Net, region: Field): { inside: Net; outside: Net } {
  const positions = [...net.positions]
  const values = Array.from({ length: positions.length / 3 }, (_, v) => {
    const d = region(positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!)
    return Math.abs(d) < 1e-5 ? 1e-5 : d
  })
  const made = new Map<number, number>()
  const crossing = (a: number, b: number): number => {
    const key = Math.min(a, b) * 4294967 + Math.max(a, b)
    const known = made.get(key)
    if (known !== undefined) return known
    const t = values[a]! / (values[a]! - values[b]!)
    const index = positions.length / 3
    for (let k = 0; k < 3; k++) positions.push(positions[a * 3 + k]! * (1 - t) + positions[b * 3 + k]! * t)
    values.push(0)
    made.set(key, index)
    return index
  }
  const inside: number[] = []
  const outside: number[] = []
  for (let t = 0; t < net.indices.length; t += 3) {
    const corners = [net.indices[t]!, net.indices[t + 1]!, net.indices[t + 2]!]
    const odd = lonely(corners.map((c) => values[c]! < 0))
    if (odd === undefined) {
      ;(values[corners[0]!]! < 0 ? inside : outside).push(...corners)
      continue
    }
    const [a, b, c] = [corners[odd]!, corners[(odd + 1) % 3]!, corners[(odd + 2) % 3]!]
    const [ab, ca] = [crossing(a, b), crossing(c, a)]
    const [one, two] = values[a]! < 0 ? [inside, outside] : [outside, inside]
    one.push(a, ab, ca)
    two.push(ab, b, c, ab, c, ca)
  }
  const all = Float32Array.from(positions)
  return { inside: compact(all, inside), outside: compact(all, outside) }
}

/** A net less the triangles that lie wholly inside another solid, at least `depth` metres deep. */
export function hide(net: Net, solid: Field, depth: number): Net {
  const buried = Array.from(
    { length: net.positions.length / 3 },
    (_, v) => solid(net.positions[v * 3]!, net.positions[v * 3 + 1]!, net.positions[v * 3 + 2]!) < -depth,
  )
  const kept: number[] = []
  for (let t = 0; t < net.indices.length; t += 3) {
    const corners = [net.indices[t]!, net.indices[t + 1]!, net.indices[t + 2]!]
    if (!corners.every((c) => buried[c])) kept.push(...corners)
  }
  return compact(net.positions, kept)
}

function lonely(inside: readonly boolean[]): number | undefined {
  const count = inside.filter(Boolean).length
  if (count === 0 || count === 3) return undefined
  return inside.indexOf(count === 1)
}
