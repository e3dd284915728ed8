/** Adds the weighted mean of the vectors near a point, times `factor`, to three numbers of `out`. */
export type AddNearbyMean = (
  vectors: Float64Array,
  point: readonly [x: number, y: number, z: number],
  factor: number,
  out: Float64Array,
  at: number,
) => void

/** Radius beyond which vectors are ignored, as a multiple of the kernel's width. */
const KERNEL_CUTOFF = 2.5

/** Creates a smoothing function for vectors located at `points` (3 numbers each). Its Gaussian kernel is `width` metres wide. */
export function createGaussianKernel(points: Float64Array, width: number): AddNearbyMean {
  const reach = width * KERNEL_CUTOFF
  const limit = reach * reach
  const grid = createGrid(points, reach)
  return (vectors, [x, y, z], factor, out, at) => {
    let [sum, sx, sy, sz] = [0, 0, 0, 0]
    for (const list of grid(x, y, z))
      for (let i = 0; i < list.length; i++) {
        const s = list[i]!
        const dx = points[s]! - x
        const dy = points[s + 1]! - y
        const dz = points[s + 2]! - z
        const squaredDistance = dx * dx + dy * dy + dz * dz
        if (squaredDistance >= limit) continue
        // Fades to zero at the cut-off radius, so that no vector enters the mean abruptly.
        const share = 1 - squaredDistance / limit
        const weight = share * share * Math.exp(-squaredDistance / (2 * width * width))
        sum += weight
        sx += weight * vectors[s]!
        sy += weight * vectors[s + 1]!
        sz += weight * vectors[s + 2]!
      }
    if (sum === 0) return
    out[at] = out[at]! + (sx / sum) * factor
    out[at + 1] = out[at + 1]! + (sy / sum) * factor
    out[at + 2] = out[at + 2]! + (sz / sum) * factor
  }
}

function createGrid(points: Float64Array, cell: number): (x: number, y: number, z: number) => number[][] {
  const cells = new Map<number, number[]>()
  const at = (value: number) => Math.floor(value / cell)
  // Distant cells may have the same key. The distance check excludes their points.
  const key = (i: number, j: number, k: number) => (i * 0x20000 + j) * 0x20000 + k
  for (let s = 0; s < points.length; s += 3) {
    const cellKey = key(at(points[s]!), at(points[s + 1]!), at(points[s + 2]!))
    const list = cells.get(cellKey)
    if (list) list.push(s)
    else cells.set(cellKey, [s])
  }
  return (x, y, z) => {
    const [i, j, k] = [at(x), at(y), at(z)]
    const out: number[][] = []
    for (let di = -1; di <= 1; di++)
      for (let dj = -1; dj <= 1; dj++)
        for (let dk = -1; dk <= 1; dk++) {
          const list = cells.get(key(i + di, j + dj, k + dk))
          if (list) out.push(list)
        }
    return out
  }
}
