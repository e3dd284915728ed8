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
const SIZES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const LARGEST: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535, 5125: 4294967295 }

/** More numbers than this in one accessor are refused before room is made for them; no model of 50 MB needs as many. */
const MOST_NUMBERS = 20_000_000

/** How many numbers one element of an accessor has. */
export function width(accessor: GltfAccessor): number {
  return COMPONENTS[accessor.type] ?? 1
}

/**
 * The numbers of an accessor, element after element; normalised integers come as 0..1 or −1..1, sparse values are
 * filled in, a missing buffer view reads as zeros. Throws RenderError `broken_glb` when it points outside the file.
 */
export function readAccessor(glb: Glb, index: number): Float64Array {
  const accessor = glb.json.accessors?.[index]
  if (!accessor) throw new RenderError('broken_glb', `The model has no accessor ${index}.`)
  const size = width(accessor)
  const out = roomFor(accessor.count * size)
  if (accessor.bufferView !== undefined) {
    const view = bytesOf(glb, accessor.bufferView)
    const stride = glb.json.bufferViews?.[accessor.bufferView]?.byteStride ?? 0
    fill(out, view, accessor.byteOffset ?? 0, stride, size, accessor.componentType)
  }
  if (accessor.sparse) applySparse(glb, accessor.sparse, accessor.componentType, size, out)
  const largest = accessor.normalized ? LARGEST[accessor.componentType] : undefined
  if (largest) for (let i = 0; i < out.length; i++) out[i] = Math.max(-1, out[i]! / largest)
  return out
}

/** The bytes of a buffer view of the binary chunk. Throws RenderError `broken_glb` for one outside it. */
export function bytesOf(glb: Glb, index: number): DataView {
  const view = glb.json.bufferViews?.[index]
  const start = view?.byteOffset ?? 0
  const external = view && (view.buffer !== 0 || glb.json.buffers?.[0]?.uri !== undefined)
  if (!view || external || start + view.byteLength > glb.bin.byteLength)
    throw new RenderError('broken_glb', 'The model refers to data that is not in the file.')
  return new DataView(glb.bin.buffer, glb.bin.byteOffset + start, view.byteLength)
}

/** An accessor without a buffer view claims its size for nothing: the claim is checked, not believed. */
function roomFor(count: number): Float64Array {
  if (!Number.isInteger(count) || count < 0 || count > MOST_NUMBERS)
    throw new RenderError('broken_glb', `The model claims ${count} numbers in one accessor.`)
  return new Float64Array(count)
}

function fill(out: Float64Array, view: DataView, offset: number, stride: number, size: number, type: number): void {
  const bytes = SIZES[type] ?? 4
  const step = stride || bytes * size
  const count = out.length / size
  if (count > 0 && offset + (count - 1) * step + bytes * size > view.byteLength)
    throw new RenderError('broken_glb', 'The model refers to data that is not in the file.')
  for (let i = 0; i < count; i++)
    for (let c = 0; c < size; c++) out[i * size + c] = component(view, offset + i * step + c * bytes, type)
}

function component(view: DataView, at: number, type: number): number {
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
  const places = roomFor(sparse.count)
  fill(
    places,
    bytesOf(glb, sparse.indices.bufferView),
    sparse.indices.byteOffset ?? 0,
    0,
    1,
    sparse.indices.componentType,
  )
  const values = roomFor(sparse.count * size)
  fill(values, bytesOf(glb, sparse.values.bufferView), sparse.values.byteOffset ?? 0, 0, size, type)
  for (let i = 0; i < sparse.count; i++)
    for (let c = 0; c < size; c++) out[places[i]! * size + c] = values[i * size + c]!
}
