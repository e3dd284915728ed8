/**
 * Adjacent vertices of all vertices, in one list. The neighbours of vertex v are at the indices `starts[v]` to `starts[v + 1] -
 * 1`.
 */
export interface Neighbours {
  starts: Uint32Array
  list: Uint32Array
}

export function findNeighbours(count: number, triangles: Uint32Array): Neighbours {
  const sets = Array.from({ length: count }, () => new Set<number>())
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!]
      sets[a]!.add(b)
      sets[b]!.add(a)
    }
  const starts = new Uint32Array(count + 1)
  for (const [v, set] of sets.entries()) starts[v + 1] = starts[v]! + set.size
  const list = new Uint32Array(starts[count]!)
  for (const [v, set] of sets.entries()) list.set([...set], starts[v])
  return { starts, list }
}

/** Smooths vectors (3 numbers per vertex) along the edges. Each pass moves a vector halfway to the mean of its neighbours. */
export function smoothVectors(vectors: Float64Array, { starts, list }: Neighbours, passes: number): Float64Array {
  let current = vectors
  for (let pass = 0; pass < passes; pass++) {
    const next = Float64Array.from(current)
    for (let v = 0; v + 1 < starts.length; v++) {
      const count = starts[v + 1]! - starts[v]!
      if (count === 0) continue
      for (let k = 0; k < 3; k++) {
        let sum = 0
        for (let i = starts[v]!; i < starts[v + 1]!; i++) sum += current[list[i]! * 3 + k]!
        next[v * 3 + k] = (current[v * 3 + k]! + sum / count) / 2
      }
    }
    current = next
  }
  return current
}
