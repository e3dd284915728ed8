import { getComponentCount } from '../render/accessor.ts'
import type { Glb } from '../render/glb.ts'
import type { GltfAccessor } from '../render/gltf.ts'

const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const FLOAT = 5126
const COMPONENT_RANGES: Readonly<Record<number, readonly [number, number]>> = {
  5120: [-127, 127],
  5121: [0, 255],
  5122: [-32767, 32767],
  5123: [0, 65535],
  5125: [0, 4294967295],
}

/** Returns the smallest and largest value that an accessor can store, or undefined for float accessors. */
export function getAccessorRange({ componentType, normalized }: GltfAccessor): readonly [number, number] | undefined {
  const range = COMPONENT_RANGES[componentType]
  if (!range || componentType === FLOAT) return undefined
  return normalized ? [range[0] / range[1], 1] : range
}

/** Overwrites numbers of a model in place. All other bytes of the file stay the same. */
export class GlbRewriter {
  private readonly added: Uint8Array[] = []
  private length: number
  private readonly glb: Glb

  constructor(glb: Glb) {
    this.glb = glb
    this.length = Math.ceil(glb.bin.byteLength / 4) * 4
  }

  /**
   * Replaces the values of an accessor, and returns the index of the accessor with the new values. Appends a float accessor if
   * something else uses the accessor (`isExclusive` is false), or if the accessor cannot store the values.
   */
  put(index: number, values: Float64Array, isExclusive: boolean): number {
    const accessor = this.glb.json.accessors![index]!
    if (!isExclusive || !this.canStore(accessor, values)) return this.append(accessor, values)
    const size = getComponentCount(accessor)
    if (accessor.bufferView !== undefined) {
      const every = (i: number) => i
      this.write(accessor, accessor.bufferView, accessor.byteOffset ?? 0, accessor.count, values, every)
    }
    if (accessor.sparse) {
      const { count, values: sparseValues } = accessor.sparse
      const sparseIndices = this.readSparseIndices(accessor.sparse)
      this.write(
        accessor,
        sparseValues.bufferView,
        sparseValues.byteOffset ?? 0,
        count,
        values,
        (i) => sparseIndices[i]!,
        true,
      )
    }
    if (accessor.min || accessor.max) setBounds(accessor, values, size)
    return index
  }

  finish(): Glb {
    const bin = new Uint8Array(this.length)
    bin.set(this.glb.bin)
    let at = Math.ceil(this.glb.bin.byteLength / 4) * 4
    for (const part of this.added) {
      bin.set(part, at)
      at += part.byteLength
    }
    const { json } = this.glb
    if (bin.byteLength > 0) json.buffers = [{ ...json.buffers?.[0], byteLength: bin.byteLength }]
    return { json, bin }
  }

  /** Returns whether an accessor can store values. A sparse accessor cannot store a non-zero value at a new index. */
  private canStore(accessor: GltfAccessor, values: Float64Array): boolean {
    const range = getAccessorRange(accessor)
    if (range && values.some((value) => value < range[0] - 1e-9 || value > range[1] + 1e-9)) return false
    if (accessor.bufferView !== undefined) return true
    const size = getComponentCount(accessor)
    const sparseIndices = new Set(accessor.sparse ? this.readSparseIndices(accessor.sparse) : [])
    return values.every((value, i) => value === 0 || sparseIndices.has(Math.floor(i / size)))
  }

  private readSparseIndices({ count, indices }: NonNullable<GltfAccessor['sparse']>): number[] {
    const view = this.view(indices.bufferView, indices.byteOffset ?? 0)
    const size = COMPONENT_BYTES[indices.componentType] ?? 4
    const read = (at: number) =>
      size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, true) : view.getUint32(at, true)
    return Array.from({ length: count }, (_, i) => read(i * size))
  }

  private view(bufferView: number, offset: number): DataView {
    const { byteOffset = 0, byteLength } = this.glb.json.bufferViews![bufferView]!
    const { bin } = this.glb
    return new DataView(bin.buffer, bin.byteOffset + byteOffset + offset, byteLength - offset)
  }

  private write(
    accessor: GltfAccessor,
    bufferView: number,
    offset: number,
    count: number,
    values: Float64Array,
    elementAt: (i: number) => number,
    isTight = false,
  ): void {
    const size = getComponentCount(accessor)
    const bytes = COMPONENT_BYTES[accessor.componentType] ?? 4
    const step = (!isTight && this.glb.json.bufferViews![bufferView]!.byteStride) || bytes * size
    const view = this.view(bufferView, offset)
    const factor = accessor.normalized ? COMPONENT_RANGES[accessor.componentType]![1] : 1
    for (let i = 0; i < count; i++)
      for (let c = 0; c < size; c++)
        setNumber(view, i * step + c * bytes, accessor.componentType, values[elementAt(i) * size + c]! * factor)
  }

  private append(accessor: GltfAccessor, values: Float64Array): number {
    const { json } = this.glb
    const bytes = new Uint8Array(Float32Array.from(values).buffer)
    json.bufferViews ??= []
    json.accessors ??= []
    const bufferView = json.bufferViews.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.byteLength }) - 1
    this.added.push(bytes)
    this.length += bytes.byteLength
    const { sparse: _, byteOffset: __, normalized: ___, ...rest } = accessor
    const newAccessor: GltfAccessor = { ...rest, bufferView, componentType: FLOAT }
    if (accessor.min || accessor.max) setBounds(newAccessor, values, getComponentCount(accessor))
    return json.accessors.push(newAccessor) - 1
  }
}

function setBounds(accessor: GltfAccessor, values: Float64Array, size: number): void {
  const low = new Array<number>(size).fill(Infinity)
  const high = new Array<number>(size).fill(-Infinity)
  const factor = accessor.normalized ? COMPONENT_RANGES[accessor.componentType]![1] : 1
  for (let i = 0; i < values.length; i++) {
    const stored = accessor.componentType === FLOAT ? Math.fround(values[i]!) : Math.round(values[i]! * factor)
    low[i % size] = Math.min(low[i % size]!, stored)
    high[i % size] = Math.max(high[i % size]!, stored)
  }
  accessor.min = low
  accessor.max = high
}

function setNumber(view: DataView, at: number, type: number, value: number): void {
  const [low, high] = COMPONENT_RANGES[type] ?? [value, value]
  const whole = Math.max(low, Math.min(high, Math.round(value)))
  if (type === FLOAT) view.setFloat32(at, value, true)
  else if (type === 5120) view.setInt8(at, whole)
  else if (type === 5121) view.setUint8(at, whole)
  else if (type === 5122) view.setInt16(at, whole, true)
  else if (type === 5123) view.setUint16(at, whole, true)
  else view.setUint32(at, whole, true)
}
