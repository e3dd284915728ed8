import type { Camera } from './camera.ts'
import { createPixelBudget } from './pixel-budget.ts'
import { cosine, sine, vectorLength } from './portable-math.ts'
import type { Surface } from './scene.ts'

/**
 * Returns the fraction of key light that reaches a world point, from 0 (shadow) to 1. `rotationIndex` (0 to 8) selects a pattern.
 */
export type ShadowLookup = (x: number, y: number, z: number, rotationIndex: number) => number

/** Offsets (x, y) of the shadow map lookups in texels, in nine patterns of five. */
const TAP_OFFSETS = Float64Array.from({ length: 90 }, (_, i) => {
  const tap = Math.floor(i / 2) % 5
  const angle = tap * 1.2566 + Math.floor(i / 10) * 0.7854
  const reach = tap === 0 ? 0 : 1.2 + (tap % 2) * 1.4
  return (i % 2 === 0 ? cosine(angle) : sine(angle)) * reach
})

/** Creates a shadow map of `size` × `size` texels. `towards` is the unit vector from the model to the light. */
export function createShadowMap(
  surfaces: readonly Surface[],
  camera: Camera,
  towards: readonly number[],
  size: number,
): ShadowLookup {
  const [lx, ly, lz] = [towards[0]!, towards[1]!, towards[2]!]
  const flat = vectorLength(lx, 0, lz)
  const right = [lz / flat, 0, -lx / flat]
  const up = [-(lx * ly) / flat, flat, -(lz * ly) / flat]
  const scale = size / (2.04 * camera.radius)
  const [mx, my, mz] = [camera.middle[0]!, camera.middle[1]!, camera.middle[2]!]
  const project = (x: number, y: number, z: number, out: Float64Array, at: number) => {
    const [dx, dy, dz] = [x - mx, y - my, z - mz]
    out[at] = size / 2 + (dx * right[0]! + dz * right[2]!) * scale
    out[at + 1] = size / 2 + (dx * up[0]! + dy * up[1]! + dz * up[2]!) * scale
    out[at + 2] = dx * lx + dy * ly + dz * lz
  }
  const height = new Float32Array(size * size).fill(-Infinity)
  const spendPixels = createPixelBudget()
  for (const { positions, indices, material } of surfaces) {
    if ((!material.opaque && material.colour[3] < 0.9) || material.transmission > 0.5) continue
    const spots = new Float64Array(positions.length)
    for (let v = 0; v < positions.length; v += 3) project(positions[v]!, positions[v + 1]!, positions[v + 2]!, spots, v)
    for (let t = 0; t < indices.length; t += 3)
      markHeights(height, size, spots, indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3, spendPixels)
  }
  const spot = new Float64Array(3)
  const bias = camera.radius * 0.012
  return (x, y, z, rotationIndex) => {
    project(x, y, z, spot, 0)
    let lit = 0
    for (let tap = 0; tap < 5; tap++) {
      const at = (rotationIndex * 5 + tap) * 2
      const column = Math.floor(spot[0]! + TAP_OFFSETS[at]!)
      const row = Math.floor(spot[1]! + TAP_OFFSETS[at + 1]!)
      const inside = column >= 0 && row >= 0 && column < size && row < size
      if (!inside || height[row * size + column]! < spot[2]! + bias) lit++
    }
    return lit / 5
  }
}

function markHeights(
  height: Float32Array,
  size: number,
  s: Float64Array,
  a: number,
  b: number,
  c: number,
  spendPixels: ReturnType<typeof createPixelBudget>,
): void {
  const [ax, ay, bx, by, cx, cy] = [s[a]!, s[a + 1]!, s[b]!, s[b + 1]!, s[c]!, s[c + 1]!]
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (area === 0) return
  const x1 = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx)))
  const y1 = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy)))
  const x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
  const y0 = Math.max(0, Math.floor(Math.min(ay, by, cy)))
  spendPixels(x1 - x0 + 1, y1 - y0 + 1)
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const wa = ((bx - x - 0.5) * (cy - y - 0.5) - (by - y - 0.5) * (cx - x - 0.5)) / area
      const wb = ((cx - x - 0.5) * (ay - y - 0.5) - (cy - y - 0.5) * (ax - x - 0.5)) / area
      const wc = 1 - wa - wb
      if (wa < 0 || wb < 0 || wc < 0) continue
      const z = wa * s[a + 2]! + wb * s[b + 2]! + wc * s[c + 2]!
      if (z > height[y * size + x]!) height[y * size + x] = z
    }
}
