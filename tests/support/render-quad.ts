import sharp from 'sharp'
import { writeGlb } from '../../server/render/glb.ts'
import type { Gltf, GltfMaterial } from '../../server/render/gltf.ts'
import { renderIcon } from '../../server/render/icon.ts'

/** Returns a PNG with `width` pixels in a row. Each pixel is red, green, blue and optionally alpha. */
export async function encodePng(width: number, pixels: readonly (readonly number[])[]): Promise<Uint8Array> {
  const raw = Uint8Array.from(pixels.flatMap(([r = 0, g = 0, b = 0, a = 255]) => [r, g, b, a]))
  const file = sharp(raw, { raw: { width, height: pixels.length / width, channels: 4 } }).png()
  return new Uint8Array(await file.toBuffer())
}

interface QuadOptions {
  material?: GltfMaterial
  change?: (json: Gltf) => void
  /** Images of textures 0, 1, and so on. */
  pictures?: readonly { bytes: Uint8Array; mimeType?: string }[]
  /** Texture coordinates of the lower left and the upper right corner. */
  uv?: readonly [number, number, number, number]
}

/** Returns a GLB of a one-metre square that faces the camera. */
export function buildQuadGlb({
  material = {},
  change = () => {},
  pictures = [],
  uv = [0, 1, 1, 0],
}: QuadOptions = {}): Uint8Array {
  const [u0, v0, u1, v1] = uv
  const parts = [
    new Uint8Array(Float32Array.of(-0.5, 0, 0, 0.5, 0, 0, 0.5, 1, 0, -0.5, 1, 0).buffer),
    new Uint8Array(Float32Array.of(u0, v0, u1, v0, u1, v1, u0, v1).buffer),
    new Uint8Array(Uint16Array.of(0, 1, 2, 0, 2, 3).buffer),
    ...pictures.map(({ bytes }) => bytes),
  ]
  const bufferViews: NonNullable<Gltf['bufferViews']> = []
  const padded: Uint8Array[] = []
  let offset = 0
  for (const part of parts) {
    bufferViews.push({ buffer: 0, byteOffset: offset, byteLength: part.byteLength })
    padded.push(part, new Uint8Array((4 - (part.byteLength % 4)) % 4))
    offset += Math.ceil(part.byteLength / 4) * 4
  }
  const json: Gltf = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0 }] }],
    materials: [material],
    textures: pictures.map((_, source) => ({ source })),
    images: pictures.map(({ mimeType = 'image/png' }, i) => ({ bufferView: 3 + i, mimeType })),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
      { bufferView: 1, componentType: 5126, count: 4, type: 'VEC2' },
      { bufferView: 2, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews,
    buffers: [{ byteLength: offset }],
  }
  change(json)
  return writeGlb({ json, bin: new Uint8Array(Buffer.concat(padded)) })
}

/** Renders a model from the front at 64 × 64 pixels. Returns a function for the colour at relative coordinates from 0 to 1. */
export async function renderFront(
  glb: Uint8Array,
): Promise<(x: number, y: number) => [r: number, g: number, b: number, a: number]> {
  const file = await renderIcon(glb, { size: 64, view: { yaw: 0, pitch: 0 } })
  const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return (x, y) => {
    const offset = (Math.floor(y * 64) * 64 + Math.floor(x * 64)) * 4
    return [data[offset]!, data[offset + 1]!, data[offset + 2]!, data[offset + 3]!]
  }
}
