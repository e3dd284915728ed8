import { measureModelDemand, readCompressedHeaders } from '../../../files/gltf-demand.ts'
import { SUPPORTED_EXTENSIONS } from '../../../files/gltf-extensions.ts'
import { type GltfJson, toObjectList, toStringList } from '../../../files/gltf-json.ts'
import { findBudgetExcess, type ModelBudget } from '../../../files/model-budget.ts'
import { ViewerError } from '../viewer-error.ts'

export interface GlbContents {
  /** JSON document, and the binary chunk as a view of the file. */
  json: GltfJson
  bin: Uint8Array<ArrayBuffer>
  extensions: ReadonlySet<string>
  externalImages: number
}

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942

/** Returns whether the bytes start with the signature of binary glTF. Any other file is read as FBX. */
export const isGlb = (bytes: ArrayBuffer): boolean =>
  bytes.byteLength >= 4 && new DataView(bytes).getUint32(0, true) === MAGIC

/**
 * Reads the document and headers of a GLB, not its geometry. Throws a `ViewerError`:
 * - `unreadable` for a broken container
 * - `unsupported` for a required extension that the viewer lacks
 * - `external` for geometry outside the file, unless allowed
 * - `toolarge` for a file beyond the budget
 */
export function readGlb(bytes: ArrayBuffer, budget: ModelBudget, allowExternal = false, vrm = false): GlbContents {
  const { json, bin } = splitChunks(bytes)
  const unknownExtension = toStringList(json.extensionsRequired).find(
    (extension) => !SUPPORTED_EXTENSIONS.has(extension) && !(vrm && extension.startsWith('VRM')),
  )
  if (unknownExtension !== undefined) throw new ViewerError('unsupported', `The model requires ${unknownExtension}`)
  if (!allowExternal && toObjectList(json.buffers).some((buffer) => isExternalUri(buffer['uri']))) {
    throw new ViewerError('external', 'The model stores its geometry outside the file')
  }
  const excess = findBudgetExcess(measureModelDemand(json, readCompressedHeaders(json, bin)), budget)
  if (excess)
    throw new ViewerError('toolarge', `The model needs ${excess.required} ${excess.what}; the limit is ${excess.limit}`)
  return {
    json,
    bin,
    extensions: new Set(toStringList(json.extensionsUsed)),
    externalImages: toObjectList(json.images).filter((image) => isExternalUri(image['uri'])).length,
  }
}

function splitChunks(bytes: ArrayBuffer): { json: GltfJson; bin: Uint8Array<ArrayBuffer> } {
  const view = new DataView(bytes)
  if (bytes.byteLength < 20 || view.getUint32(4, true) !== 2) throw unreadable('Not glTF 2.0')
  if (view.getUint32(8, true) > bytes.byteLength) throw unreadable('The file is truncated')
  const jsonLength = view.getUint32(12, true)
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + jsonLength > bytes.byteLength)
    throw unreadable('No JSON in the file')
  const json: unknown = tryParse(new TextDecoder().decode(new Uint8Array(bytes, 20, jsonLength)))
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw unreadable('The JSON in the file is not an object')
  }
  const binOffset = 20 + jsonLength
  const hasBin = binOffset + 8 <= bytes.byteLength && view.getUint32(binOffset + 4, true) === BIN_CHUNK
  return {
    json,
    bin: hasBin
      ? new Uint8Array(bytes).subarray(binOffset + 8, binOffset + 8 + view.getUint32(binOffset, true))
      : new Uint8Array(),
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

const unreadable = (message: string) => new ViewerError('unreadable', message)

const isExternalUri = (uri: unknown) => typeof uri === 'string' && !uri.startsWith('data:')
