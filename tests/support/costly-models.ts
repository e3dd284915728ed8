import { deflateSync } from 'node:zlib'
import { glbOf } from './glb.ts'
import { avif, png, pngChunk } from './images.ts'

/** A model that asks for too much: how it is made, the key of its sentence, and how many of what it asks for where that is told. */
export interface CostlyModel {
  make: () => Uint8Array<ArrayBuffer>
  word: string
  asked?: number
}

const FLOAT = 5126
const places = (count: number, view?: number) => ({
  ...(view === undefined ? {} : { bufferView: view }),
  count,
  type: 'VEC3',
  componentType: FLOAT,
})
const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i))

/** A document of one mesh at `nodes`, one scene over all of them, and whatever else is laid over it. */
function drawing(nodes: readonly object[], over: object = {}, bin?: Uint8Array) {
  const document = {
    asset: { version: '2.0' },
    scenes: [{ nodes: nodes.map((_, index) => index) }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [places(3)],
    ...(bin ? { buffers: [{ byteLength: bin.length }] } : {}),
    ...over,
  }
  return glbOf(JSON.stringify(document), bin)
}

/** The head of a Draco stream that claims so many points and two faces; `flags` 0x8000 puts metadata before them. */
function draco(points: number, flags = 0): Uint8Array {
  const bytes = [...Buffer.from('DRACO'), 2, 2, 1, 1, flags & 0xff, flags >> 8, 0]
  for (let rest = points; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    if (rest < 128) break
  }
  return Uint8Array.from([...bytes, 2, 0, 0, 0])
}

const packedBy = (bin: Uint8Array) =>
  drawing(
    [{ mesh: 0 }],
    {
      meshes: [
        {
          primitives: [
            {
              attributes: { POSITION: 0 },
              extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: {} } },
            },
          ],
        },
      ],
      bufferViews: [{ buffer: 0, byteLength: bin.length }],
    },
    bin,
  )

/** A model whose images are these, one after the other in its binary chunk. */
function pictured(pictures: readonly Uint8Array[]) {
  const bin = Buffer.concat(pictures)
  let at = 0
  const bufferViews = pictures.map(({ length }) => {
    at += length
    return { buffer: 0, byteOffset: at - length, byteLength: length }
  })
  return drawing([{ mesh: 0 }], { bufferViews, images: pictures.map((_, i) => ({ bufferView: i })) }, bin)
}

const dataUri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

/** Models far beyond every budget, small as their files are. */
export const COSTLY_MODELS: Readonly<Record<string, CostlyModel>> = {
  '90,000 nodes in 1.5 MB': {
    make: () => drawing(many(90_000, () => ({ mesh: 0 }))),
    word: 'upload.glbOver.nodes',
    asked: 90_000,
  },
  'a million nodes': {
    make: () => glbOf(`{"asset":{"version":"2.0"},"nodes":[${'{},'.repeat(999_999)}{}]}`),
    word: 'upload.glbTooMany',
  },
  'one node listed 400,000 times': {
    make: () => drawing([{ mesh: 0 }], { scenes: [{ nodes: many(400_000, () => 0) }] }),
    word: 'upload.glbOver.nodes',
    asked: 400_000,
  },
  'a tree of 10,000 nodes listed 10,000 times': {
    make: () =>
      drawing([{ children: many(9999, (i) => i + 1) }, ...many(9999, () => ({}))], {
        scenes: [{ nodes: many(10_000, () => 0) }],
      }),
    word: 'upload.glbOver.nodes',
    asked: 100_000_000,
  },
  'nodes 10,000 levels deep': {
    make: () =>
      drawing(
        many(10_000, (i) => (i < 9999 ? { children: [i + 1] } : {})),
        { scenes: [{ nodes: [0] }] },
      ),
    word: 'upload.glbOver.depth',
    asked: 10_000,
  },
  'nodes in a circle': {
    make: () => drawing([{ children: [1] }, { children: [0] }]),
    word: 'upload.glbTangled',
  },
  '4,000,000 vertices by 2,000 nodes': {
    make: () =>
      drawing(
        many(2000, () => ({ mesh: 0 })),
        { accessors: [places(2000)] },
      ),
    word: 'upload.glbOver.vertices',
    asked: 4_000_000,
  },
  '4,000,000 vertices without scenes': {
    make: () =>
      drawing(
        many(2000, () => ({ mesh: 0 })),
        { accessors: [places(2000)], scenes: [] },
      ),
    word: 'upload.glbOver.vertices',
    asked: 4_000_000,
  },
  '4,000,000 vertices by instances': {
    make: () =>
      drawing([{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }], {
        accessors: [places(1000), places(4000)],
      }),
    word: 'upload.glbOver.vertices',
    asked: 4_000_000,
  },
  '12,000,000 corners of one triangle': {
    make: () =>
      drawing([{ mesh: 0 }], {
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
        accessors: [places(3), { count: 12_000_000, type: 'SCALAR', componentType: 5121 }],
      }),
    word: 'upload.glbOver.vertices',
    asked: 2_000_000,
  },
  'three vertices with 2,000,000 colours': {
    make: () =>
      drawing([{ mesh: 0 }], {
        meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }],
        accessors: [places(3), places(2_000_000)],
      }),
    word: 'upload.glbOver.vertices',
    asked: 2_000_000,
  },
  '40,000 parts of meshes': {
    make: () =>
      drawing(
        many(4000, () => ({ mesh: 0 })),
        {
          meshes: [{ primitives: many(10, () => ({ attributes: { POSITION: 0 } })) }],
        },
      ),
    word: 'upload.glbOver.draws',
    asked: 40_000,
  },
  '30,000,000 morphed vertices': {
    make: () =>
      drawing(
        many(10, () => ({ mesh: 0 })),
        {
          meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: many(30, () => ({ POSITION: 0 })) }] }],
          accessors: [places(100_000)],
        },
      ),
    word: 'upload.glbOver.morphs',
    asked: 30_000_000,
  },
  'an accessor of 2³² values': {
    make: () => drawing([{}], { accessors: [places(2 ** 32)] }),
    word: 'upload.glbOver.bytes',
    asked: 2 ** 32 * 12,
  },
  '2³² vertices': {
    make: () => drawing([{ mesh: 0 }], { accessors: [places(2 ** 32)] }),
    word: 'upload.glbOver.vertices',
    asked: 2 ** 32,
  },
  'three vertices that Draco makes 200,000,000 of': {
    make: () => packedBy(draco(200_000_000)),
    word: 'upload.glbOver.vertices',
    asked: 200_000_000,
  },
  'Draco that hides how much it packs': { make: () => packedBy(draco(3, 0x8000)), word: 'upload.glbPacked' },
  'Draco that is none': { make: () => packedBy(new Uint8Array(200)), word: 'upload.glbPacked' },
  '4 GB by meshopt': {
    make: () =>
      drawing(
        [{}],
        {
          buffers: [{ byteLength: 100 }],
          bufferViews: [
            {
              buffer: 0,
              byteLength: 100,
              extensions: { EXT_meshopt_compression: { buffer: 0, byteLength: 100, count: 2 ** 28, byteStride: 16 } },
            },
          ],
        },
        new Uint8Array(100),
      ),
    word: 'upload.glbOver.bytes',
    asked: 2 ** 32 + 36,
  },
  'a picture of 65536²': {
    make: () => pictured([png({ width: 65_536, height: 65_536 })]),
    word: 'upload.glbOver.pixels',
    asked: 65_536 ** 2,
  },
  'a picture of 65536² behind 150 small ones': {
    make: () => pictured([...many(150, () => png()), png({ width: 65_536, height: 65_536 })]),
    word: 'upload.glbOver.pixels',
    asked: 65_536 ** 2 + 150,
  },
  'a picture of 65536² in the document': {
    make: () => drawing([{}], { images: [{ uri: dataUri(png({ width: 65_536, height: 65_536 })) }] }),
    word: 'upload.glbOver.pixels',
    asked: 65_536 ** 2,
  },
  'an AVIF of 17000²': {
    make: () => pictured([avif({ width: 17_000, height: 17_000 })]),
    word: 'upload.glbOver.pixels',
    asked: 17_000 ** 2,
  },
  'one picture of 1024² three hundred times': {
    make: () => {
      const bin = png({ width: 1024, height: 1024 })
      return drawing(
        [{}],
        { bufferViews: [{ buffer: 0, byteLength: bin.length }], images: many(300, () => ({ bufferView: 0 })) },
        bin,
      )
    },
    word: 'upload.glbOver.pixels',
    asked: 300 * 1024 ** 2,
  },
  '100,000 pictures': {
    make: () => drawing([{}], { images: many(100_000, () => ({ uri: 'x' })) }),
    word: 'upload.glbOver.images',
    asked: 100_000,
  },
}

/**
 * A model that costs as much as one may: a grid of so many vertices, each drawn, in a file of its own (`seed` makes it
 * another), with a picture that is large to decode.
 */
export function heavyModel(vertices: number, seed: number): Uint8Array<ArrayBuffer> {
  const side = Math.floor(Math.sqrt(vertices))
  const positions = new Float32Array(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)]
    positions.set([x / side, y / side, Math.sin(x * 0.1 + seed) * Math.cos(y * 0.1) * 0.1], i * 3)
  }
  const indices = new Uint32Array((side - 1) * (side - 1) * 6)
  let at = 0
  for (let y = 0; y < side - 1; y++)
    for (let x = 0; x < side - 1; x++) {
      const a = y * side + x
      indices.set([a, a + 1, a + side, a + 1, a + side + 1, a + side], at)
      at += 6
    }
  const picture = plainPng(2048)
  const bin = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer), picture])
  return drawing(
    [{ mesh: 0 }],
    {
      meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 0 }, indices: 1, material: 0 }] }],
      accessors: [
        { ...places(side * side, 0), min: [0, 0, -0.1], max: [1, 1, 0.1] },
        { bufferView: 1, count: indices.length, type: 'SCALAR', componentType: 5125 },
      ],
      bufferViews: [
        { buffer: 0, byteLength: positions.byteLength },
        { buffer: 0, byteOffset: positions.byteLength, byteLength: indices.byteLength },
        { buffer: 0, byteOffset: positions.byteLength + indices.byteLength, byteLength: picture.length },
      ],
      images: [{ bufferView: 2, mimeType: 'image/png' }],
      textures: [{ source: 0 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    },
    bin,
  )
}

/** A PNG of one grey that is whole: few bytes, many pixels. */
function plainPng(side: number): Uint8Array {
  const head = png({ width: side, height: side, colour: 0 }).subarray(0, 33)
  return Buffer.concat([head, pngChunk('IDAT', deflateSync(Buffer.alloc((side + 1) * side))), pngChunk('IEND')])
}
