/** Returns a complete GLB of one triangle. `json` is merged into the document. `pad` adds spaces to the JSON chunk. */
export function buildTinyGlb({ json = {}, pad = 0 }: { json?: object; pad?: number } = {}): Uint8Array<ArrayBuffer> {
  const positions = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: positions.length }],
    buffers: [{ byteLength: positions.length }],
    ...json,
  }
  return buildGlb(JSON.stringify(document), positions, pad)
}

/** Returns a GLB container whose JSON chunk contains `text`. */
export function buildGlb(text: string, bin: Uint8Array = new Uint8Array(), pad = 0): Uint8Array<ArrayBuffer> {
  const unpadded = new TextEncoder().encode(text + ' '.repeat(pad))
  const json = Buffer.concat([unpadded, Buffer.alloc((4 - (unpadded.length % 4)) % 4, ' ')])
  const chunks = [chunk(0x4e4f534a, json), ...(bin.length > 0 ? [chunk(0x004e4942, bin)] : [])]
  const header = Buffer.alloc(12)
  header.write('glTF', 0)
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8)
  return new Uint8Array(Buffer.concat([header, ...chunks]))
}

function chunk(type: number, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(bytes.length, 0)
  header.writeUInt32LE(type, 4)
  return Buffer.concat([header, bytes])
}

/** Shortest document that draws three points. */
const MINIMAL_DOCUMENT_JSON = JSON.stringify({
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ componentType: 5126, count: 3, type: 'VEC3' }],
})

/** Returns a valid GLB of exactly `bytes` bytes, at least 221. `createBytes` creates the binary chunk, by default from zeros. */
export function buildGlbOfSize(
  bytes: number,
  createBytes: (byteLength: number) => Uint8Array = (byteLength) => new Uint8Array(byteLength),
) {
  return buildGlb(MINIMAL_DOCUMENT_JSON, createBytes(bytes - buildGlb(MINIMAL_DOCUMENT_JSON).length - 8))
}

/** PNG of one transparent pixel. */
export const TINY_PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
