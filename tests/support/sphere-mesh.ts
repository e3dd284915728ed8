import type { Mesh } from '../../server/morph/weld.ts'
import { writeGlb } from '../../server/render/glb.ts'

/** Returns a closed sphere around the origin: an octahedron whose triangles are each split into four, `times` times. */
export function createSphereMesh(times: number, radius = 1): Mesh {
  const points: number[][] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]
  let triangles = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]
  for (let time = 0; time < times; time++) {
    const midpointIndices = new Map<string, number>()
    const findMidpoint = (a: number, b: number) => {
      const key = [a, b].sort((x, y) => x - y).join()
      const index = midpointIndices.get(key) ?? points.length
      if (!midpointIndices.has(key)) {
        midpointIndices.set(key, index)
        const sum = points[a]!.map((value, k) => value + points[b]![k]!)
        points.push(sum.map((value) => value / Math.hypot(...sum)))
      }
      return index
    }
    const next: number[] = []
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
      const [ab, bc, ca] = [findMidpoint(a, b), findMidpoint(b, c), findMidpoint(c, a)]
      next.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
    }
    triangles = next
  }
  return {
    positions: Float64Array.from(points.flat().map((value) => value * radius)),
    triangles: Uint32Array.from(triangles),
  }
}

export const mapMeshPoints = ({ positions, triangles }: Mesh, move: (p: number[]) => number[]): Mesh => ({
  positions: Float64Array.from(
    Array.from({ length: positions.length / 3 }, (_, v) => move([...positions.subarray(v * 3, v * 3 + 3)])).flat(),
  ),
  triangles,
})

/** Returns a minimal GLB of the mesh with float positions. `overrides` is merged into the JSON document. */
export function buildMeshGlb({ positions, triangles }: Mesh, overrides: object = {}): Uint8Array {
  const floats = Float32Array.from(positions)
  const corners = Uint32Array.from(triangles)
  const bin = new Uint8Array(floats.byteLength + corners.byteLength)
  bin.set(new Uint8Array(floats.buffer))
  bin.set(new Uint8Array(corners.buffer), floats.byteLength)
  const bounds = (pick: (a: number, b: number) => number) =>
    [0, 1, 2].map((k) => floats.filter((_, i) => i % 3 === k).reduce((a, b) => pick(a, b), floats[k]!))
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: floats.length / 3,
        type: 'VEC3',
        min: bounds(Math.min),
        max: bounds(Math.max),
      },
      { bufferView: 1, componentType: 5125, count: corners.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: floats.byteLength },
      { buffer: 0, byteOffset: floats.byteLength, byteLength: corners.byteLength },
    ],
    buffers: [{ byteLength: bin.byteLength }],
    ...overrides,
  }
  return writeGlb({ json, bin })
}
