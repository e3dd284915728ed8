/** Makes vectors (3 a vertex) smooth in space: near vertices get nearly the same, however finely the mesh is cut there. */
export type Spread = (vectors: Float64Array) => Float64Array

/** Rows of weights: those of row r stand from `starts[r]` to `starts[r + 1]`; each row adds up to 1. */
interface Table {
  starts: Uint32Array
  columns: Uint32Array
  weights: Float32Array
}

/** A kernel ends at so many times its width. */
const END = 2.5
/** Cells are so wide, in widths of the kernel. */
const CELL = 0.5

/**
 * Smoothing by a bell of `width` metres around each vertex' place. Vertices are gathered in cells first, so that the cost
 * grows with the size of a garment and not with the square of its vertices.
 */
export function spreader(points: Float64Array, width: number): Spread {
  const { centres, cellOf, counts } = cellsOf(points, width * CELL)
  const size = counts.length
  const between = tableOf(centres, centres, width)
  const onto = tableOf(points, centres, width * CELL)
  return (vectors) => {
    const sums = new Float64Array(size * 3)
    for (let v = 0; v < cellOf.length; v++)
      for (let k = 0; k < 3; k++) {
        const at = cellOf[v]! * 3 + k
        sums[at] = sums[at]! + vectors[v * 3 + k]! / counts[cellOf[v]!]!
      }
    return times(onto, times(between, sums))
  }
}

function times({ starts, columns, weights }: Table, values: Float64Array): Float64Array {
  const rows = starts.length - 1
  const out = new Float64Array(rows * 3)
  for (let r = 0; r < rows; r++) {
    let [x, y, z] = [0, 0, 0]
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      const [at, weight] = [columns[i]! * 3, weights[i]!]
      x += values[at]! * weight
      y += values[at + 1]! * weight
      z += values[at + 2]! * weight
    }
    out[r * 3] = x
    out[r * 3 + 1] = y
    out[r * 3 + 2] = z
  }
  return out
}

interface Cells {
  centres: Float64Array
  cellOf: Uint32Array
  counts: Uint32Array
}

const keyOf = (i: number, j: number, k: number) => `${i},${j},${k}`

function cellsOf(points: Float64Array, cell: number): Cells {
  const known = new Map<string, number>()
  const cellOf = Uint32Array.from({ length: points.length / 3 }, (_, v) => {
    const [i, j, k] = [0, 1, 2].map((axis) => Math.floor(points[v * 3 + axis]! / cell))
    const key = keyOf(i!, j!, k!)
    const index = known.get(key) ?? known.size
    known.set(key, index)
    return index
  })
  const counts = new Uint32Array(known.size)
  const centres = new Float64Array(known.size * 3)
  for (const index of cellOf) counts[index] = counts[index]! + 1
  for (const [v, index] of cellOf.entries())
    for (let k = 0; k < 3; k++) centres[index * 3 + k] = centres[index * 3 + k]! + points[v * 3 + k]! / counts[index]!
  return { centres, cellOf, counts }
}

/** For each of the points the weights of the centres around it, by a bell; at least the nearest one has some. */
function tableOf(points: Float64Array, centres: Float64Array, width: number): Table {
  const reach = width * END
  const grid = new Map<string, number[]>()
  const cell = (at: number, k: number, p: Float64Array) => Math.floor(p[at * 3 + k]! / reach)
  for (let c = 0; c < centres.length / 3; c++) {
    const key = keyOf(cell(c, 0, centres), cell(c, 1, centres), cell(c, 2, centres))
    const list = grid.get(key)
    if (list) list.push(c)
    else grid.set(key, [c])
  }
  const starts = new Uint32Array(points.length / 3 + 1)
  const columns: number[] = []
  const weights: number[] = []
  for (let v = 0; v < points.length / 3; v++) {
    const first = columns.length
    let total = 0
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++)
        for (let k = -1; k <= 1; k++)
          for (const c of grid.get(keyOf(cell(v, 0, points) + i, cell(v, 1, points) + j, cell(v, 2, points) + k)) ??
            []) {
            const far =
              (points[v * 3]! - centres[c * 3]!) ** 2 +
              (points[v * 3 + 1]! - centres[c * 3 + 1]!) ** 2 +
              (points[v * 3 + 2]! - centres[c * 3 + 2]!) ** 2
            if (far >= reach * reach) continue
            // Down to nothing at the end of its reach, so that no weight appears at once.
            const weight = (1 - far / (reach * reach)) ** 2 * Math.exp(-far / (2 * width * width))
            columns.push(c)
            weights.push(weight)
            total += weight
          }
    for (let i = first; i < weights.length; i++) weights[i] = weights[i]! / total
    starts[v + 1] = columns.length
  }
  return { starts, columns: Uint32Array.from(columns), weights: Float32Array.from(weights) }
}
