import { danglingReferenceError, GlbError } from './glb-error.ts'
import type { Gltf } from './gltf-document.ts'

const COMPONENT_COUNTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
}
const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const findMeshoptExtension = (extensions: Readonly<Record<string, unknown>>) =>
  extensions['EXT_meshopt_compression'] ?? extensions['KHR_meshopt_compression']

type Accessor = Gltf['accessors'][number]

/**
 * Checks that every buffer is within the file, every buffer view within its buffer, and every accessor, also a sparse one, within
 * its view. `binBytes` is the length of the binary chunk. Throws GlbError.
 */
export function checkByteRanges(document: Gltf, binBytes: number): void {
  document.buffers.forEach((buffer, index) => {
    checkBuffer(buffer, index, binBytes)
  })
  document.bufferViews.forEach((view, index) => {
    const path = `bufferViews.${index}`
    const compressedRange = parseRange(findMeshoptExtension(view.extensions))
    for (const { buffer, byteOffset, byteLength } of compressedRange ? [view, compressedRange] : [view]) {
      const target = document.buffers[buffer]
      if (!target)
        throw danglingReferenceError(path, `The model's ${path} points at buffer ${buffer}, which it does not have.`)
      if (byteOffset + byteLength > target.byteLength)
        throw danglingReferenceError(path, `The model's ${path} reaches beyond its buffer.`)
    }
  })
  document.accessors.forEach((accessor, index) => {
    checkAccessor(document, accessor, `accessors.${index}`)
  })
}

function checkBuffer({ uri, byteLength, extensions }: Gltf['buffers'][number], index: number, binBytes: number): void {
  const path = `buffers.${index}`
  if (uri === undefined) {
    // The fallback buffer that meshopt decodes into is declared as a buffer but has no bytes in the file.
    if (findMeshoptExtension(extensions) !== undefined) return
    if (index === 0 && byteLength <= binBytes) return
    throw danglingReferenceError(path, `The model's ${path} has ${byteLength} bytes, but they are not in the file.`)
  }
  if (!uri.startsWith('data:'))
    throw new GlbError({
      word: 'upload.glbOutside',
      params: { name: truncateName(uri) },
      message: `The model needs another file: ${truncateName(uri)}.`,
    })
  if (((uri.length - uri.indexOf(',') - 1) * 3) / 4 < byteLength)
    throw danglingReferenceError(path, `The model's ${path} has ${byteLength} bytes, but they are not in the file.`)
}

function checkAccessor(document: Gltf, accessor: Accessor, path: string): void {
  const { bufferView, byteOffset, count, componentType, type, sparse } = accessor
  if (bufferView !== undefined)
    checkRange(document, path, bufferView, byteOffset, count, getElementLayout(type, componentType))
  if (!sparse) return
  const { indices, values } = sparse
  if (sparse.count > count) throw danglingReferenceError(path, `The model's ${path} replaces more values than it has.`)
  const indexElement = getElementLayout('SCALAR', indices.componentType)
  checkRange(document, path, indices.bufferView, indices.byteOffset, sparse.count, indexElement, true)
  checkRange(
    document,
    path,
    values.bufferView,
    values.byteOffset,
    sparse.count,
    getElementLayout(type, componentType),
    true,
  )
}

function checkRange(
  { bufferViews }: Gltf,
  path: string,
  index: number,
  offset: number,
  count: number,
  element: Element | undefined,
  isTight = false,
): void {
  const view = bufferViews[index]
  if (!view)
    throw danglingReferenceError(path, `The model's ${path} points at buffer view ${index}, which it does not have.`)
  if (element === undefined) throw danglingReferenceError(path, `The model's ${path} has an unknown component type.`)
  const step = isTight ? element.step : (view.byteStride ?? element.step)
  if (count > 0 && offset + step * (count - 1) + element.end > view.byteLength)
    throw danglingReferenceError(path, `The model's ${path} reaches beyond its buffer view.`)
}

/** Stride from one element to the next (`step`), and size of the last element (`end`), in bytes. */
interface Element {
  step: number
  end: number
}

/**
 * Returns the stride and size of an accessor's elements. Columns of matrices are aligned to four bytes, without padding after the
 * last column (glTF 2.0 §3.6.2.4).
 */
function getElementLayout(type: string, componentType: number): Element | undefined {
  const [size, components] = [COMPONENT_BYTES[componentType], COMPONENT_COUNTS[type]]
  if (!size || !components) return undefined
  if (!type.startsWith('MAT')) return { step: size * components, end: size * components }
  const rows = Number(type[3])
  const column = Math.ceil((rows * size) / 4) * 4
  return { step: rows * column, end: (rows - 1) * column + rows * size }
}

function parseRange(extension: unknown) {
  if (typeof extension !== 'object' || extension === null) return undefined
  const { buffer, byteOffset = 0, byteLength } = extension as Record<string, unknown>
  const range = [buffer, byteOffset, byteLength] as number[]
  if (!range.every((value) => Number.isSafeInteger(value) && value >= 0)) return undefined
  return { buffer: range[0]!, byteOffset: range[1]!, byteLength: range[2]! }
}

/** Shortens a name from an untrusted file to 80 characters. */
export const truncateName = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
