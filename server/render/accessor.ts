import { type Glb, RenderError } from './glb.ts'
import type { GltfAccessor } from './gltf.ts'

const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
}
const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const MAX_COMPONENT_VALUES: Readonly<Record<number, number>> = {
  5120: 127,
  5121: 255,
  5122: 32767,
  5123: 65535,
  5125: 4294967295,
}

/** Maximum count of numbers in one accessor, checked before memory is allocated. No model of 50 MB needs more. */
const MAX_ACCESSOR_NUMBERS = 20_000_000

export function getComponentCount(accessor: GltfAccessor): number {
  return COMPONENTS[accessor.type] ?? 1
}

/**
 * Returns the values of an accessor, element by element. Normalised integers become 0 to 1 or −1 to 1. Throws RenderError
 * `broken_glb` if the accessor points outside the file.
 */
export function readAccessor(glb: Glb, index: number): Float64Array {
  const accessor = glb.json.accessors?.[index]
  if (!accessor) throw new RenderError('broken_glb', `The model has no accessor ${index}.`)
  const size = getComponentCount(accessor)
  const out = allocateNumbers(accessor.count * size)
  if (accessor.bufferView !== undefined) {
    const view = getBufferViewBytes(glb, accessor.bufferView)
    const stride = glb.json.bufferViews?.[accessor.bufferView]?.byteStride ?? 0
    readNumbers(out, view, accessor.byteOffset ?? 0, stride, size, accessor.componentType)
  }
  if (accessor.sparse) applySparse(glb, accessor.sparse, accessor.componentType, size, out)
  const largest = accessor.normalized ? MAX_COMPONENT_VALUES[accessor.componentType] : undefined
  if (largest) for (let i = 0; i < out.length; i++) out[i] = Math.max(-1, out[i]! / largest)
  return out
}

/** Returns the bytes of a buffer view in the binary chunk. Throws RenderError `broken_glb` if the view is outside the chunk. */
export function getBufferViewBytes(glb: Glb, index: number): DataView {
  const view = glb.json.bufferViews?.[index]
  const start = view?.byteOffset ?? 0
  const external = view && (view.buffer !== 0 || glb.json.buffers?.[0]?.uri !== undefined)
  if (!view || external || start + view.byteLength > glb.bin.byteLength)
    throw new RenderError('broken_glb', 'The model refers to data that is not in the file.')
  return new DataView(glb.bin.buffer, glb.bin.byteOffset + start, view.byteLength)
}

/** Allocates memory for numbers. Checks the count, because an accessor without a buffer view can claim any size. */
function allocateNumbers(count: number): Float64Array {
  if (!Number.isInteger(count) || count < 0 || count > MAX_ACCESSOR_NUMBERS)
    throw new RenderError('broken_glb', `The model declares ${count} numbers in one accessor.`)
  return new Float64Array(count)
}

function readNumbers(
  out: Float64Array,
  view: DataView,
  offset: number,
  stride: number,
  size: number,
  type: number,
): void {
  const bytes = COMPONENT_BYTES[type] ?? 4
  const step = stride || bytes * size
  const count = out.length / size
  if (count > 0 && offset + (count - 1) * step + bytes * size > view.byteLength)
    throw new RenderError('broken_glb', 'The model refers to data that is not in the file.')
  for (let i = 0; i < count; i++)
    for (let c = 0; c < size; c++) out[i * size + c] = readComponent(view, offset + i * step + c * bytes, type)
}

function readComponent(view: DataView, at: number, type: number): number {
  if (type === 5126) return view.getFloat32(at, true)
  if (type === 5123) return view.getUint16(at, true)
  if (type === 5122) return view.getInt16(at, true)
  if (type === 5121) return view.getUint8(at)
  if (type === 5120) return view.getInt8(at)
  return view.getUint32(at, true)
}

function applySparse(
  glb: Glb,
  sparse: NonNullable<GltfAccessor['sparse']>,
  type: number,
  size: number,
  out: Float64Array,
): void {
  const sparseIndices = allocateNumbers(sparse.count)
  readNumbers(
    sparseIndices,
    getBufferViewBytes(glb, sparse.indices.bufferView),
    sparse.indices.byteOffset ?? 0,
    0,
    1,
    sparse.indices.componentType,
  )
  const values = allocateNumbers(sparse.count * size)
  readNumbers(values, getBufferViewBytes(glb, sparse.values.bufferView), sparse.values.byteOffset ?? 0, 0, size, type)
  for (let i = 0; i < sparse.count; i++)
    for (let c = 0; c < size; c++) out[sparseIndices[i]! * size + c] = values[i * size + c]!
}
