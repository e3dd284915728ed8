import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDracoHeader } from '../../../src/files/draco-header.ts'
import { measureModelDemand, readCompressedHeaders } from '../../../src/files/gltf-demand.ts'
import type { GltfJson } from '../../../src/files/gltf-json.ts'
import { readImageSize } from '../../../src/files/image-size.ts'
import { MODEL_BUDGET } from '../../../src/files/model-budget.ts'
import { measureUnpackedFbxBytes } from '../../../src/ui/viewer/load/fbx-size.ts'
import { readGlb } from '../../../src/ui/viewer/load/glb.ts'
import { ViewerError } from '../../../src/ui/viewer/viewer-error.ts'
import { buildGlb, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

const NO_BYTES = new Uint8Array()
const demand = (json: GltfJson, bin: Uint8Array = NO_BYTES) =>
  measureModelDemand(json, readCompressedHeaders(json, bin))
const accessor = (count: number) => ({ count, type: 'VEC3', componentType: 5126 })
const mesh = (accessorIndex = 0, extra = {}) => ({
  primitives: [{ attributes: { POSITION: accessorIndex }, ...extra }],
})

function pngHeader(width: number, height: number): Uint8Array {
  const bytes = TINY_PNG.slice(0, 33)
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

describe('the demand of a glTF', () => {
  it('counts the vertices of a mesh once for every node that draws the mesh', () => {
    const json = {
      scenes: [{ nodes: [0] }],
      nodes: [{ children: [1, 2] }, { mesh: 0 }, { mesh: 0, children: [3] }, { mesh: 1 }],
      meshes: [mesh(0), mesh(1)],
      accessors: [accessor(10), accessor(5)],
    }
    expect(demand(json)).toEqual({
      vertices: 25,
      draws: 3,
      morphs: 0,
      nodes: 4,
      depth: 3,
      bytes: 15 * 12,
      images: 0,
      pixels: 0,
    })
  })

  it('counts every GPU instance, every morph target, and the unpacked size of compressed buffers', () => {
    const json = {
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }],
      meshes: [mesh(0, { targets: [{ POSITION: 0, NORMAL: 0 }] })],
      accessors: [accessor(10), accessor(100)],
      bufferViews: [{ extensions: { EXT_meshopt_compression: { count: 50, byteStride: 4 } } }],
    }
    expect(demand(json)).toMatchObject({ vertices: 1000, bytes: 110 * 12 + 200 + 10 * 2 * 16 })
  })

  it('has infinite depth for cyclic nodes, and counts repeated nodes without visiting each repetition', () => {
    const circle = { scenes: [{ nodes: [0] }], nodes: [{ children: [0] }] }
    expect(demand(circle).depth).toBe(Number.POSITIVE_INFINITY)
    // Thirty nodes, each of which contains the next node twice, result in a billion draws.
    const doubled = Array.from({ length: 30 }, (_, index) => ({ children: index < 29 ? [index + 1, index + 1] : [] }))
    expect(demand({ scenes: [{ nodes: [0] }], nodes: doubled }).nodes).toBe(2 ** 30 - 1)
  })

  it('includes the pixels of embedded images and data URLs, as stated in the image headers', () => {
    const bomb = pngHeader(65536, 65536)
    const uri = `data:image/png;base64,${Buffer.from(pngHeader(4, 2)).toString('base64')}`
    const json = { images: [{ bufferView: 0 }, { uri }, { uri: 'elsewhere.png' }], bufferViews: [{ byteLength: 33 }] }
    expect(demand(json, bomb).pixels).toBe(65536 ** 2 + 8)
  })

  it.each<[keyof typeof MODEL_BUDGET, GltfJson, Uint8Array]>([
    [
      'vertices',
      { scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes: [mesh()], accessors: [accessor(5e6 + 1)] },
      NO_BYTES,
    ],
    ['bytes', { accessors: [accessor(2 ** 31)] }, NO_BYTES],
    ['nodes', { nodes: Array.from({ length: 20_001 }, () => ({})) }, NO_BYTES],
    ['depth', { scenes: [{ nodes: [0] }], nodes: [{ children: [0] }] }, NO_BYTES],
    ['pixels', { images: [{ bufferView: 0 }], bufferViews: [{ byteLength: 33 }] }, pngHeader(65536, 65536)],
  ])('makes readGlb reject a file above the budget for %s', (dimension, json, bin) => {
    const read = () => readGlb(buildGlb(JSON.stringify(json), bin).buffer, MODEL_BUDGET)
    expect(read).toThrow(ViewerError)
    expect(read).toThrow(new RegExp(` ${dimension}; `))
  })

  it.each([-1, 0.5, 'length', '__proto__', 1e20, null])('ignores the invalid child index %j of a node', (child) => {
    expect(demand({ nodes: [{ children: [child] }, {}] } as GltfJson).nodes).toBe(2)
  })

  it('has no negative value and causes no error for arbitrary JSON', () => {
    const part = fc.object({
      key: fc.constantFrom(
        'nodes',
        'children',
        'mesh',
        'meshes',
        'primitives',
        'attributes',
        'count',
        'extensions',
        '0',
      ),
      maxDepth: 5,
    })
    fc.assert(
      fc.property(part, (json) => {
        const result = demand(json as GltfJson)
        expect(Object.values(result).every((value) => value >= 0)).toBe(true)
      }),
    )
  })

  it('stays within the budget for a small valid model', () =>
    expect(() => readGlb(buildTinyGlb().buffer, MODEL_BUDGET)).not.toThrow())
})

describe('a Draco stream', () => {
  const header = (method: number, ...counts: number[]) =>
    new Uint8Array([
      ...Buffer.from('DRACO'),
      2,
      2,
      1,
      method,
      0,
      0,
      ...(method === 1 ? [0] : []),
      ...counts,
      0,
      0,
      0,
      0,
    ])

  it('provides point and face counts of any varint length, in sequential and edgebreaker encoding', () => {
    expect(parseDracoHeader(header(1, 0x95, 0x01, 0x05))).toEqual({ points: 149, faces: 5 })
    expect(parseDracoHeader(header(0, 0x05, 0xff, 0xff, 0x7f))).toEqual({ faces: 5, points: 2097151 })
  })

  it.each([
    ['has another signature', new Uint8Array(20)],
    ['is too short', header(1, 1).subarray(0, 9)],
    ['is of another version', header(1, 1).with(6, 1)],
    ['has metadata before the counts', header(1, 1).with(10, 0x80)],
  ])('has unknown counts if it %s', (_, bytes) => expect(parseDracoHeader(bytes)).toBeNull())

  it('has a point count that takes precedence over the vertex count of the glTF accessor', () => {
    const bin = header(1, 0xff, 0xff, 0xff, 0x7f, 0x01)
    const json = {
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [mesh(0, { extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } })],
      accessors: [accessor(3)],
      bufferViews: [{ byteLength: bin.length }],
    }
    expect(demand(json, bin).vertices).toBe(0xfffffff)
  })

  const folder = findSharedFolder('data/models/compression')
  it.skipIf(!folder)('has the face count of the glTF accessors, and at most as many points, in real files', () => {
    for (const name of readdirSync(folder!).filter((file) => file.includes('draco'))) {
      const bytes = readFileSync(join(folder!, name))
      const length = bytes.readUInt32LE(12)
      const json = JSON.parse(bytes.toString('utf8', 20, 20 + length))
      const bin = new Uint8Array(bytes.subarray(28 + length))
      for (const { primitives } of json.meshes) {
        for (const { extensions, attributes, indices } of primitives) {
          const view = json.bufferViews[extensions.KHR_draco_mesh_compression.bufferView]
          const counts = parseDracoHeader(bin.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength))
          expect(counts?.faces, name).toBe(json.accessors[indices].count / 3)
          expect(counts?.points, name).toBeLessThanOrEqual(json.accessors[attributes.POSITION].count)
        }
      }
    }
  })
})

describe('the size of an image', () => {
  const text = (value: string) => [...Buffer.from(value, 'latin1')]
  it.each<[string, number[] | Uint8Array, [number, number] | null]>([
    ['PNG', pngHeader(7, 9), [7, 9]],
    ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8, 0, 5, 0, 6, 3, 0, 0], [6, 5]],
    ['lossy WebP', [...text('RIFF....WEBPVP8 '), ...Array(10).fill(0), 7, 0, 9, 0], [7, 9]],
    ['lossless WebP', [...text('RIFF....WEBPVP8L'), 0, 0, 0, 0, 0x2f, 6, 0, 2, 0], [7, 9]],
    ['extended WebP', [...text('RIFF....WEBPVP8X'), ...Array(8).fill(0), 6, 0, 0, 8, 0, 0], [7, 9]],
    ['KTX2', [0xab, ...text('KTX 20'), ...Array(13).fill(0), 7, 0, 0, 0, 9, 0, 0, 0], [7, 9]],
    ['GIF', [...text('GIF89a'), 7, 0, 9, 0], [7, 9]],
    [
      'AVIF',
      [0, 0, 0, 16, ...text('ftypavif'), 0, 0, 0, 0, ...text('ispe'), 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 9, 0],
      [7, 9],
    ],
    ['another file format', text('Kaydara FBX Binary'), null],
    ['a truncated PNG header', [0x89, ...text('PNG')], null],
  ])('comes from the image header, and is null if no complete known header exists: %s', (_, bytes, size) => {
    const measured = readImageSize(new Uint8Array(bytes))
    expect(measured && [measured.width, measured.height]).toEqual(size)
  })

  it('can be requested for arbitrary bytes without an error', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readImageSize(bytes)))
  })
})

describe('the unpacked size of an FBX file', () => {
  /** Returns a binary FBX file with one record that contains an array of doubles. */
  function fbx(claimed: number, packed: Uint8Array): ArrayBuffer {
    const head = Buffer.alloc(27)
    head.write('Kaydara FBX Binary  \0')
    head.writeUInt32LE(7400, 23)
    const record = Buffer.alloc(13 + 1 + 1 + 12)
    record.writeUInt32LE(1, 4)
    record.writeUInt8(1, 12)
    record.write('A', 13)
    record.write('d', 14)
    record.writeUInt32LE(claimed, 15)
    record.writeUInt32LE(1, 19)
    record.writeUInt32LE(packed.length, 23)
    return new Uint8Array(Buffer.concat([head, record, packed, Buffer.alloc(13)])).buffer
  }

  it('equals the size that the array headers declare', async () => {
    const packed = deflateSync(Buffer.alloc(800))
    expect(await measureUnpackedFbxBytes(fbx(100, packed), 1e6)).toBe(800)
    expect(await measureUnpackedFbxBytes(fbx(2 ** 31, packed), 1e6)).toBe(2 ** 34)
  })

  it('exceeds the given limit if the data is larger than the array header declares', async () => {
    const bomb = deflateSync(Buffer.alloc(4_000_000))
    expect(await measureUnpackedFbxBytes(fbx(1, bomb), 1_000_000)).toBeGreaterThan(1_000_000)
  })

  it('equals four times the file size for ASCII FBX, and the file size for malformed records', async () => {
    expect(await measureUnpackedFbxBytes(new ArrayBuffer(40), 1e6)).toBe(160)
    const broken = fbx(1, new Uint8Array()).slice(0, 45)
    new Uint8Array(broken)[41] = 0x7a
    expect(await measureUnpackedFbxBytes(broken, 1e6)).toBe(45)
  })
})
