/** Triangle mesh with one vertex per position. Positions are in metres, 3 numbers per vertex. */
export interface Mesh {
  positions: Float64Array
  triangles: Uint32Array
}

export interface WeldedMesh extends Mesh {
  weldedVertexOf: Uint32Array
}

/**
 * Merges points at exactly the same position, so that texture seams do not split the surface. Drops degenerate triangles.
 * Vertices are numbered in the order of the points.
 */
export function weldVertices(points: Float64Array, triangles: ArrayLike<number>): WeldedMesh {
  const count = points.length / 3
  const weldedVertexOf = new Uint32Array(count)
  const weldedPoints = new Float64Array(points.length)
  const table = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(-1)
  const bits = new Uint32Array(new Float64Array(1).buffer)
  const bit = new Float64Array(bits.buffer)
  const mix = (hash: number, value: number) => {
    // Turns −0 into 0.
    bit[0] = value + 0
    return Math.imul(Math.imul(hash ^ bits[0]!, 0x85ebca6b) ^ bits[1]!, 0xc2b2ae35)
  }
  let size = 0
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!]
    const hash = mix(mix(mix(0x27d4eb2f, x), y), z)
    let slot = (hash ^ (hash >>> 15)) & (table.length - 1)
    for (; table[slot]! >= 0; slot = (slot + 1) & (table.length - 1)) {
      const at = table[slot]! * 3
      if (weldedPoints[at] === x && weldedPoints[at + 1] === y && weldedPoints[at + 2] === z) break
    }
    if (table[slot]! < 0) {
      table[slot] = size
      weldedPoints.set([x, y, z], size * 3)
      size++
    }
    weldedVertexOf[v] = table[slot]!
  }
  return {
    positions: weldedPoints.slice(0, size * 3),
    triangles: mapTriangles(triangles, weldedVertexOf),
    weldedVertexOf,
  }
}

function mapTriangles(triangles: ArrayLike<number>, vertexOf: Uint32Array): Uint32Array {
  const out = new Uint32Array(triangles.length)
  let length = 0
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [vertexOf[triangles[t]!]!, vertexOf[triangles[t + 1]!]!, vertexOf[triangles[t + 2]!]!]
    if (a === b || b === c || c === a) continue
    out[length++] = a
    out[length++] = b
    out[length++] = c
  }
  return out.slice(0, length)
}
