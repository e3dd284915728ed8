import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { RenderError } from './glb.ts'

/** What EXT_meshopt_compression (and its KHR_ successor) says of a buffer view. */
export interface MeshoptView {
  buffer: number
  byteOffset?: number
  byteLength: number
  byteStride: number
  count: number
  mode: string
  filter?: string
}

/** More bytes than this are not unpacked from one buffer view. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * Unpacks a buffer view: `count` × `byteStride` bytes. Throws RenderError `broken_glb` where it claims too much, or where
 * the stream is not what it says.
 */
export async function unpackMeshopt(bin: Uint8Array, view: MeshoptView): Promise<Uint8Array> {
  const { count, byteStride, byteOffset = 0, byteLength, mode, filter = 'NONE' } = view
  const size = count * byteStride
  const isSound = Number.isInteger(count) && Number.isInteger(byteStride) && count >= 0 && byteStride > 0
  if (!isSound || size > MOST_BYTES)
    throw new RenderError('broken_glb', `The model claims ${size} bytes in one packed buffer view.`)
  if (byteOffset + byteLength > bin.byteLength)
    throw new RenderError('broken_glb', 'The model refers to data that is not in the file.')
  await MeshoptDecoder.ready
  const out = new Uint8Array(size)
  try {
    MeshoptDecoder.decodeGltfBuffer(
      out,
      count,
      byteStride,
      bin.subarray(byteOffset, byteOffset + byteLength),
      mode,
      filter,
    )
  } catch (cause) {
    throw new RenderError('broken_glb', 'A buffer view of the model cannot be unpacked.', cause)
  }
  return out
}
