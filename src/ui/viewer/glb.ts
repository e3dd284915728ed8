import { demandOf, headersIn } from '../../files/gltf-demand.ts'
import { KNOWN_EXTENSIONS } from '../../files/gltf-extensions.ts'
import { type GltfJson, listOf, textsOf } from '../../files/gltf-json.ts'
import { type ModelBudget, overBudget } from '../../files/model-budget.ts'
import { ViewerError } from './viewer-error.ts'

/** What a GLB says that has to be known before it is parsed. */
export interface GlbFacts {
  /** The document, and the chunk with its geometry: a view of the file. */
  json: GltfJson
  bin: Uint8Array<ArrayBuffer>
  /** Extension names the file uses. */
  extensions: ReadonlySet<string>
  /** Addresses of images outside the file. */
  externalImages: number
}

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942

/** Whether the bytes begin as binary glTF does; anything else is taken for FBX. */
export const isGlb = (bytes: ArrayBuffer): boolean =>
  bytes.byteLength >= 4 && new DataView(bytes).getUint32(0, true) === MAGIC

/**
 * Reads a GLB's document and headers without its geometry. Throws a `ViewerError`: `unreadable` for a broken container,
 * `unsupported` for one that requires what this viewer lacks, `external` for geometry kept outside the file unless that
 * is allowed, `toolarge` for one over the budget.
 */
export function readGlb(bytes: ArrayBuffer, budget: ModelBudget, allowExternal = false, vrm = false): GlbFacts {
  const { json, bin } = open(bytes)
  const unknown = textsOf(json.extensionsRequired).find(
    (extension) => !KNOWN_EXTENSIONS.has(extension) && !(vrm && extension.startsWith('VRM')),
  )
  if (unknown !== undefined) throw new ViewerError('unsupported', `The model requires ${unknown}`)
  if (!allowExternal && listOf(json.buffers).some((buffer) => isOutside(buffer['uri']))) {
    throw new ViewerError('external', 'The model keeps its geometry outside the file')
  }
  const over = overBudget(demandOf(json, headersIn(json, bin)), budget)
  if (over) throw new ViewerError('toolarge', `The model asks for ${over.asked} ${over.what}; ${over.allowed} may be`)
  return {
    json,
    bin,
    extensions: new Set(textsOf(json.extensionsUsed)),
    externalImages: listOf(json.images).filter((image) => isOutside(image['uri'])).length,
  }
}

function open(bytes: ArrayBuffer): { json: GltfJson; bin: Uint8Array<ArrayBuffer> } {
  const view = new DataView(bytes)
  if (bytes.byteLength < 20 || view.getUint32(4, true) !== 2) throw unreadable('Not glTF 2.0')
  if (view.getUint32(8, true) > bytes.byteLength) throw unreadable('The file ends before it should')
  const length = view.getUint32(12, true)
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + length > bytes.byteLength) throw unreadable('No JSON in the file')
  const json: unknown = tryParse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)))
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw unreadable('The JSON in the file is no object')
  }
  const at = 20 + length
  const hasBin = at + 8 <= bytes.byteLength && view.getUint32(at + 4, true) === BIN_CHUNK
  return {
    json,
    bin: hasBin ? new Uint8Array(bytes).subarray(at + 8, at + 8 + view.getUint32(at, true)) : new Uint8Array(),
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

const isOutside = (uri: unknown) => typeof uri === 'string' && !uri.startsWith('data:')
