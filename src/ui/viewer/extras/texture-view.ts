import { CompressedTexture, type Object3D, type Texture } from 'three'
import type { TextureChannel, TextureOptions } from '../studio.ts'
import { sizeOf, texturesIn, uvEdges } from './parts.ts'

const EDGE = '#ff6a00'

/** A picture of a texture, with the edges of a part over it where one is named. */
export async function textureView(
  root: Object3D,
  { texture, part, channel, size = 1024 }: TextureOptions,
): Promise<Blob> {
  const wanted = texture === undefined ? undefined : texturesIn(root)[texture]
  if (texture !== undefined && !wanted) throw new Error(`There is no texture ${texture}`)
  const edges = part === undefined ? new Float32Array() : uvEdges(root, part)
  if (!wanted && edges.length === 0) throw new Error('There is nothing to show')
  const own = wanted ? sizeOf(wanted) : { width: size, height: size }
  const share = Math.min(1, size / Math.max(1, own.width, own.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(own.width * share))
  canvas.height = Math.max(1, Math.round(own.height * share))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No picture can be drawn here')
  if (wanted) await drawTexture(pen, wanted, size)
  if (wanted && channel) keepChannel(pen, channel)
  if (edges.length > 0) drawEdges(pen, edges, wanted?.flipY ?? false)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture could be made')))),
  )
}

/** Draws a texture; what only a card can unpack is unpacked by one of its own, for a moment. */
async function drawTexture(pen: CanvasRenderingContext2D, texture: Texture, size: number): Promise<void> {
  const { width, height } = pen.canvas
  const image = texture.image as { data?: ArrayBufferView }
  if (!(texture instanceof CompressedTexture || ArrayBuffer.isView(image.data))) {
    pen.drawImage(image as unknown as CanvasImageSource, 0, 0, width, height)
    return
  }
  const { decompress } = await import('three/examples/jsm/utils/WebGLTextureUtils.js')
  const unpacked = decompress(texture as CompressedTexture, size)
  // It comes with its first row below.
  pen.setTransform(1, 0, 0, -1, 0, height)
  pen.drawImage(unpacked.image as HTMLCanvasElement, 0, 0, width, height)
  pen.resetTransform()
}

const CHANNELS: Record<TextureChannel, number> = { r: 0, g: 1, b: 2, a: 3 }

/** Leaves one channel alone, from black to white. */
function keepChannel(pen: CanvasRenderingContext2D, channel: TextureChannel): void {
  const picture = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height)
  const { data } = picture
  for (let at = 0; at < data.length; at += 4) {
    data.fill(data[at + CHANNELS[channel]]!, at, at + 3)
    data[at + 3] = 255
  }
  pen.putImageData(picture, 0, 0)
}

/** Draws edges, from above unless the picture is turned over. Those on a further round of it are drawn where they fall. */
function drawEdges(pen: CanvasRenderingContext2D, edges: Float32Array, isTurned: boolean): void {
  const { width, height } = pen.canvas
  const down = (v: number) => (isTurned ? 1 - v : v) * height
  pen.strokeStyle = EDGE
  pen.globalAlpha = 0.8
  pen.lineWidth = Math.max(1, width / 1024)
  pen.beginPath()
  for (let at = 0; at < edges.length; at += 4) {
    const [u, v] = [Math.floor((edges[at]! + edges[at + 2]!) / 2), Math.floor((edges[at + 1]! + edges[at + 3]!) / 2)]
    pen.moveTo((edges[at]! - u) * width, down(edges[at + 1]! - v))
    pen.lineTo((edges[at + 2]! - u) * width, down(edges[at + 3]! - v))
  }
  pen.stroke()
}
