import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { RenderError } from './glb.ts'

export interface MeshoptBufferView {
  buffer: number
  byteOffset?: number
  byteLength: number
  byteStride: number
  count: number
  mode: string
  filter?: string
}

const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/**
 * Decodes a buffer view to `count` × `byteStride` bytes. Throws RenderError `broken_glb` if the size exceeds the limit, or if
 * decoding fails.
 */
export async function unpackMeshopt(bin: Uint8Array, view: MeshoptBufferView): Promise<Uint8Array> {
  const { count, byteStride, byteOffset = 0, byteLength, mode, filter = 'NONE' } = view
  const size = count * byteStride
  const isValid = Number.isInteger(count) && Number.isInteger(byteStride) && count >= 0 && byteStride > 0
  if (!isValid || size > MAX_UNPACKED_BYTES)
    throw new RenderError('broken_glb', `The model declares ${size} bytes in one compressed buffer view.`)
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
    throw new RenderError('broken_glb', 'A buffer view of the model cannot be decompressed.', cause)
  }
  return out
}
