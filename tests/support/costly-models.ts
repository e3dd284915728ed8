import { deflateSync } from 'node:zlib'
import { buildGlb } from './glb.ts'
import { buildAvif, buildPng, buildPngChunk } from './images.ts'

/** A model over a limit: its factory, the key of the error message, and the count that the message states, if any. */
export interface CostlyModel {
  build: () => Uint8Array<ArrayBuffer>
  messageKey: string
  claimedCount?: number
}

const FLOAT = 5126
const positionAccessor = (count: number, view?: number) => ({
  ...(view === undefined ? {} : { bufferView: view }),
  count,
  type: 'VEC3',
  componentType: FLOAT,
})
const createItems = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i))

/** Returns a GLB with one mesh, one scene with all `nodes`, and `overrides` merged into its document. */
function buildSceneGlb(nodes: readonly object[], overrides: object = {}, bin?: Uint8Array) {
  const document = {
    asset: { version: '2.0' },
    scenes: [{ nodes: nodes.map((_, index) => index) }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [positionAccessor(3)],
    ...(bin ? { buffers: [{ byteLength: bin.length }] } : {}),
    ...overrides,
  }
  return buildGlb(JSON.stringify(document), bin)
}

/** Returns the header of a Draco stream that states `points` points and two faces. The flag 0x8000 announces metadata. */
function buildDracoHeader(points: number, flags = 0): Uint8Array {
  const bytes = [...Buffer.from('DRACO'), 2, 2, 1, 1, flags & 0xff, flags >> 8, 0]
  for (let remaining = points; ; remaining = Math.floor(remaining / 128)) {
    bytes.push((remaining % 128) | (remaining >= 128 ? 0x80 : 0))
    if (remaining < 128) break
  }
  return Uint8Array.from([...bytes, 2, 0, 0, 0])
}

const buildDracoGlb = (bin: Uint8Array) =>
  buildSceneGlb(
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

/** Returns a model with these images, concatenated in its binary chunk. */
function buildImageGlb(pictures: readonly Uint8Array[]) {
  const bin = Buffer.concat(pictures)
  let at = 0
  const bufferViews = pictures.map(({ length }) => {
    at += length
    return { buffer: 0, byteOffset: at - length, byteLength: length }
  })
  return buildSceneGlb([{ mesh: 0 }], { bufferViews, images: pictures.map((_, i) => ({ bufferView: i })) }, bin)
}

const dataUri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

/** Models far over the limits whose files are small. */
export const COSTLY_MODELS: Readonly<Record<string, CostlyModel>> = {
  '90,000 nodes in 1.5 MB': {
    build: () => buildSceneGlb(createItems(90_000, () => ({ mesh: 0 }))),
    messageKey: 'upload.glbOver.nodes',
    claimedCount: 90_000,
  },
  'a million nodes': {
    build: () => buildGlb(`{"asset":{"version":"2.0"},"nodes":[${'{},'.repeat(999_999)}{}]}`),
    messageKey: 'upload.glbTooMany',
  },
  'one node listed 400,000 times': {
    build: () => buildSceneGlb([{ mesh: 0 }], { scenes: [{ nodes: createItems(400_000, () => 0) }] }),
    messageKey: 'upload.glbOver.nodes',
    claimedCount: 400_000,
  },
  'a tree of 10,000 nodes listed 10,000 times': {
    build: () =>
      buildSceneGlb([{ children: createItems(9999, (i) => i + 1) }, ...createItems(9999, () => ({}))], {
        scenes: [{ nodes: createItems(10_000, () => 0) }],
      }),
    messageKey: 'upload.glbOver.nodes',
    claimedCount: 100_000_000,
  },
  'nodes 10,000 levels deep': {
    build: () =>
      buildSceneGlb(
        createItems(10_000, (i) => (i < 9999 ? { children: [i + 1] } : {})),
        { scenes: [{ nodes: [0] }] },
      ),
    messageKey: 'upload.glbOver.depth',
    claimedCount: 10_000,
  },
  'nodes in a cycle': {
    build: () => buildSceneGlb([{ children: [1] }, { children: [0] }]),
    messageKey: 'upload.glbTangled',
  },
  '4,000,000 vertices by 2,000 nodes': {
    build: () =>
      buildSceneGlb(
        createItems(2000, () => ({ mesh: 0 })),
        { accessors: [positionAccessor(2000)] },
      ),
    messageKey: 'upload.glbOver.vertices',
    claimedCount: 4_000_000,
  },
  '4,000,000 vertices without scenes': {
    build: () =>
      buildSceneGlb(
        createItems(2000, () => ({ mesh: 0 })),
        { accessors: [positionAccessor(2000)], scenes: [] },
      ),
    messageKey: 'upload.glbOver.vertices',
    claimedCount: 4_000_000,
  },
  '4,000,000 vertices by instances': {
    build: () =>
      buildSceneGlb([{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }], {
        accessors: [positionAccessor(1000), positionAccessor(4000)],
      }),
    messageKey: 'upload.glbOver.vertices',
    claimedCount: 4_000_000,
  },
  '12,000,000 corners of one triangle': {
    build: () =>
      buildSceneGlb([{ mesh: 0 }], {
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
        accessors: [positionAccessor(3), { count: 12_000_000, type: 'SCALAR', componentType: 5121 }],
      }),
    messageKey: 'upload.glbOver.vertices',
    claimedCount: 2_000_000,
  },
  'three vertices with 2,000,000 colours': {
    build: () =>
      buildSceneGlb([{ mesh: 0 }], {
        meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }],
        accessors: [positionAccessor(3), positionAccessor(2_000_000)],
      }),
    messageKey: 'upload.glbOver.vertices',
    claimedCount: 2_000_000,
  },
  '40,000 mesh primitives': {
    build: () =>
      buildSceneGlb(
        createItems(4000, () => ({ mesh: 0 })),
        {
          meshes: [{ primitives: createItems(10, () => ({ attributes: { POSITION: 0 } })) }],
        },
      ),
    messageKey: 'upload.glbOver.draws',
    claimedCount: 40_000,
  },
  '30,000,000 morphed vertices': {
    build: () =>
      buildSceneGlb(
        createItems(10, () => ({ mesh: 0 })),
        {
          meshes: [
            { primitives: [{ attributes: { POSITION: 0 }, targets: createItems(30, () => ({ POSITION: 0 })) }] },
          ],
          accessors: [positionAccessor(100_000)],
        },
      ),
    messageKey: 'upload.glbOver.morphs',
    claimedCount: 30_000_000,
  },
  'an accessor of 2³² values': {
    build: () => buildSceneGlb([{}], { accessors: [positionAccessor(2 ** 32)] }),
    messageKey: 'upload.glbOver.bytes',
    claimedCount: 2 ** 32 * 12,
  },
  '2³² vertices': {
    build: () => buildSceneGlb([{ mesh: 0 }], { accessors: [positionAccessor(2 ** 32)] }),
    messageKey: 'upload.glbOver.vertices',
    claimedCount: 2 ** 32,
  },
  'three vertices that Draco expands to 200,000,000': {
    build: () => buildDracoGlb(buildDracoHeader(200_000_000)),
    messageKey: 'upload.glbOver.vertices',
    claimedCount: 200_000_000,
  },
  'Draco data with metadata, so of unknown size': {
    build: () => buildDracoGlb(buildDracoHeader(3, 0x8000)),
    messageKey: 'upload.glbPacked',
  },
  'invalid Draco data': { build: () => buildDracoGlb(new Uint8Array(200)), messageKey: 'upload.glbPacked' },
  '4 GB of meshopt data': {
    build: () =>
      buildSceneGlb(
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
    messageKey: 'upload.glbOver.bytes',
    claimedCount: 2 ** 32 + 36,
  },
  'a picture of 65536²': {
    build: () => buildImageGlb([buildPng({ width: 65_536, height: 65_536 })]),
    messageKey: 'upload.glbOver.pixels',
    claimedCount: 65_536 ** 2,
  },
  'a picture of 65536² after 150 small pictures': {
    build: () => buildImageGlb([...createItems(150, () => buildPng()), buildPng({ width: 65_536, height: 65_536 })]),
    messageKey: 'upload.glbOver.pixels',
    claimedCount: 65_536 ** 2 + 150,
  },
  'a picture of 65536² in a data URI': {
    build: () => buildSceneGlb([{}], { images: [{ uri: dataUri(buildPng({ width: 65_536, height: 65_536 })) }] }),
    messageKey: 'upload.glbOver.pixels',
    claimedCount: 65_536 ** 2,
  },
  'an AVIF of 17000²': {
    build: () => buildImageGlb([buildAvif({ width: 17_000, height: 17_000 })]),
    messageKey: 'upload.glbOver.pixels',
    claimedCount: 17_000 ** 2,
  },
  'one picture of 1024² three hundred times': {
    build: () => {
      const bin = buildPng({ width: 1024, height: 1024 })
      return buildSceneGlb(
        [{}],
        { bufferViews: [{ buffer: 0, byteLength: bin.length }], images: createItems(300, () => ({ bufferView: 0 })) },
        bin,
      )
    },
    messageKey: 'upload.glbOver.pixels',
    claimedCount: 300 * 1024 ** 2,
  },
  '100,000 pictures': {
    build: () => buildSceneGlb([{}], { images: createItems(100_000, () => ({ uri: 'x' })) }),
    messageKey: 'upload.glbOver.images',
    claimedCount: 100_000,
  },
}

/**
 * Returns a model just below the allowed cost: a grid of about `vertices` vertices, and a picture of many pixels. Each `seed`
 * gives a different file.
 */
export function buildGridModel(vertices: number, seed: number): Uint8Array<ArrayBuffer> {
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
  const picture = buildGreyPng(2048)
  const bin = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer), picture])
  return buildSceneGlb(
    [{ mesh: 0 }],
    {
      meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 0 }, indices: 1, material: 0 }] }],
      accessors: [
        { ...positionAccessor(side * side, 0), min: [0, 0, -0.1], max: [1, 1, 0.1] },
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

/** Returns a valid PNG of one grey: few bytes, many pixels. */
function buildGreyPng(side: number): Uint8Array {
  const head = buildPng({ width: side, height: side, colour: 0 }).subarray(0, 33)
  return Buffer.concat([
    head,
    buildPngChunk('IDAT', deflateSync(Buffer.alloc((side + 1) * side))),
    buildPngChunk('IEND'),
  ])
}
