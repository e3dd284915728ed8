import { SphereGeometry } from 'three'
import { buildGlb } from './glb.ts'

/** Returns a GLB of five metal spheres in a row, from mirror to matt, and below each a white sphere of the same roughness. */
export function buildSpheresGlb(): Uint8Array<ArrayBuffer> {
  const { attributes, index } = new SphereGeometry(0.45, 48, 32)
  const parts = [attributes['position']!.array, attributes['normal']!.array, index!.array].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength),
  )
  const partOffsets = parts.map((_, at) => parts.slice(0, at).reduce((sum, { length }) => sum + length, 0))
  const count = attributes['position']!.count
  const kinds = [1, 0].flatMap((metallicFactor) =>
    [0, 0.25, 0.5, 0.75, 1].map((roughnessFactor, column) => ({ metallicFactor, roughnessFactor, column })),
  )
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: kinds.map((_, at) => at) }],
    nodes: kinds.map(({ column, metallicFactor }, mesh) => ({ mesh, translation: [column - 2, metallicFactor, 0] })),
    meshes: kinds.map((_, material) => ({
      primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material }],
    })),
    materials: kinds.map(({ metallicFactor, roughnessFactor }) => ({
      pbrMetallicRoughness: { metallicFactor, roughnessFactor },
    })),
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count,
        type: 'VEC3',
        min: [-0.45, -0.45, -0.45],
        max: [0.45, 0.45, 0.45],
      },
      { bufferView: 1, componentType: 5126, count, type: 'VEC3' },
      { bufferView: 2, componentType: 5123, count: index!.count, type: 'SCALAR' },
    ],
    bufferViews: parts.map(({ length }, at) => ({ buffer: 0, byteOffset: partOffsets[at], byteLength: length })),
    buffers: [{ byteLength: partOffsets.at(-1)! + parts.at(-1)!.length }],
  }
  return buildGlb(JSON.stringify(document), Buffer.concat(parts))
}
