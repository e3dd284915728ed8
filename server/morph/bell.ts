/** Adds the mean of vectors around a place, times a factor, to three numbers of `out`; nothing where none is near. */
export type AddMean = (
  vectors: Float64Array,
  place: readonly [x: number, y: number, z: number],
  factor: number,
  out: Float64Array,
  at: number,
) => void

/** A bell ends at so many times its width. */
const END = 2.5

/** Smoothing in space: vectors that stand at `points` (3 numbers each) count by a bell of `width` metres. */
export function bellOver(points: Float64Array, width: number): AddMean {
  const reach = width * END
  const limit = reach * reach
  const grid = gridOf(points, reach)
  return (vectors, [x, y, z], factor, out, at) => {
    let [sum, sx, sy, sz] = [0, 0, 0, 0]
    for (const list of grid(x, y, z))
      for (let i = 0; i < list.length; i++) {
        const s = list[i]!
        const dx = points[s]! - x
        const dy = points[s + 1]! - y
        const dz = points[s + 2]! - z
        const far = dx * dx + dy * dy + dz * dz
        if (far >= limit) continue
        // Down to nothing at the end of its reach, so that no vector begins to count at once.
        const share = 1 - far / limit
        const weight = share * share * Math.exp(-far / (2 * width * width))
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

/** The points in the cell of a place and in those around it, as where each begins. */
function gridOf(points: Float64Array, cell: number): (x: number, y: number, z: number) => number[][] {
  const cells = new Map<number, number[]>()
  const at = (value: number) => Math.floor(value / cell)
  // Far apart, two cells may have one key: what is too far is left out by its distance.
  const key = (i: number, j: number, k: number) => (i * 0x20000 + j) * 0x20000 + k
  for (let s = 0; s < points.length; s += 3) {
    const its = key(at(points[s]!), at(points[s + 1]!), at(points[s + 2]!))
    const list = cells.get(its)
    if (list) list.push(s)
    else cells.set(its, [s])
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
