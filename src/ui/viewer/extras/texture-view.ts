import { CompressedTexture, type Object3D, type Texture } from 'three'
import type { TextureChannel, TextureOptions } from '../studio.ts'
import { textureSizeOf, texturesIn, uvEdgesOf } from './scene-parts.ts'

const EDGE_COLOUR = '#ff6a00'

/** Renders an image of a texture, a part's triangle edges in texture coordinates, or both. */
export async function renderTextureView(
  root: Object3D,
  { texture, part, channel, size = 1024 }: TextureOptions,
): Promise<Blob> {
  const selectedTexture = texture === undefined ? undefined : texturesIn(root)[texture]
  if (texture !== undefined && !selectedTexture) throw new Error(`There is no texture ${texture}`)
  const edges = part === undefined ? new Float32Array() : uvEdgesOf(root, part)
  if (!selectedTexture && edges.length === 0) throw new Error('There is nothing to show')
  const fullSize = selectedTexture ? textureSizeOf(selectedTexture) : { width: size, height: size }
  const scale = Math.min(1, size / Math.max(1, fullSize.width, fullSize.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(fullSize.width * scale))
  canvas.height = Math.max(1, Math.round(fullSize.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2D canvas is available')
  if (selectedTexture) await drawTexture(context, selectedTexture, size)
  if (selectedTexture && channel) isolateChannel(context, channel)
  if (edges.length > 0) drawEdges(context, edges, selectedTexture?.flipY ?? false)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded')))),
  )
}

/** Draws a texture. Compressed data is decompressed by a temporary WebGL context. */
async function drawTexture(context: CanvasRenderingContext2D, texture: Texture, size: number): Promise<void> {
  const { width, height } = context.canvas
  const image = texture.image as { data?: ArrayBufferView }
  if (!(texture instanceof CompressedTexture || ArrayBuffer.isView(image.data))) {
    context.drawImage(image as unknown as CanvasImageSource, 0, 0, width, height)
    return
  }
  const { decompress } = await import('three/examples/jsm/utils/WebGLTextureUtils.js')
  const decompressed = decompress(texture as CompressedTexture, size)
  // The decompressed image is upside down.
  context.setTransform(1, 0, 0, -1, 0, height)
  context.drawImage(decompressed.image as HTMLCanvasElement, 0, 0, width, height)
  context.resetTransform()
}

const CHANNELS: Record<TextureChannel, number> = { r: 0, g: 1, b: 2, a: 3 }

/** Shows a single channel as grey, from black to white. */
function isolateChannel(context: CanvasRenderingContext2D, channel: TextureChannel): void {
  const pixels = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  const { data } = pixels
  for (let offset = 0; offset < data.length; offset += 4) {
    data.fill(data[offset + CHANNELS[channel]]!, offset, offset + 3)
    data[offset + 3] = 255
  }
  context.putImageData(pixels, 0, 0)
}

/**
 * Draws edges with v = 0 at the top, or at the bottom if the texture is flipped. Moves edges in repeated tiles into the first
 * tile.
 */
function drawEdges(context: CanvasRenderingContext2D, edges: Float32Array, isFlipped: boolean): void {
  const { width, height } = context.canvas
  const toCanvasY = (v: number) => (isFlipped ? 1 - v : v) * height
  context.strokeStyle = EDGE_COLOUR
  context.globalAlpha = 0.8
  context.lineWidth = Math.max(1, width / 1024)
  context.beginPath()
  for (let offset = 0; offset < edges.length; offset += 4) {
    const [u, v] = [
      Math.floor((edges[offset]! + edges[offset + 2]!) / 2),
      Math.floor((edges[offset + 1]! + edges[offset + 3]!) / 2),
    ]
    context.moveTo((edges[offset]! - u) * width, toCanvasY(edges[offset + 1]! - v))
    context.lineTo((edges[offset + 2]! - u) * width, toCanvasY(edges[offset + 3]! - v))
  }
  context.stroke()
}
