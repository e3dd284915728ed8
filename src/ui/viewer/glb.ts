import { ViewerError } from './viewer-error.ts'

/** What a GLB's JSON says that has to be known before it is parsed. */
export interface GlbFacts {
  /** Extension names the file uses. */
  extensions: ReadonlySet<string>
  /** Addresses of images outside the file. */
  externalImages: number
}

/** The most a model may ask for: vertices and nodes drawn. Ten times what a heavy avatar has. */
export const MODEL_BUDGET = { vertices: 5_000_000, nodes: 20_000, depth: 200 }

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a

interface GltfJson {
  asset?: { version?: unknown }
  extensionsUsed?: unknown
  nodes?: unknown
  accessors?: unknown
  buffers?: unknown
  images?: unknown
}

/** Whether the bytes begin as binary glTF does; anything else is taken for FBX. */
export const isGlb = (bytes: ArrayBuffer): boolean =>
  bytes.byteLength >= 4 && new DataView(bytes).getUint32(0, true) === MAGIC

/**
 * Reads the JSON chunk of a GLB without its geometry. Throws a `ViewerError`: `unreadable` for a broken container,
 * `external` for geometry kept outside the file, `toolarge` for one over the budget.
 */
export function readGlb(bytes: ArrayBuffer): GlbFacts {
  const json = parseJson(bytes)
  const buffers = listOf(json.buffers)
  if (buffers.some((buffer) => isOutside(buffer.uri))) {
    throw new ViewerError('external', 'The model keeps its geometry outside the file')
  }
  const nodes = listOf(json.nodes)
  const vertices = listOf(json.accessors).reduce((most, { count }) => Math.max(most, Number(count) || 0), 0)
  if (vertices > MODEL_BUDGET.vertices || nodes.length > MODEL_BUDGET.nodes) {
    throw new ViewerError('toolarge', `The model asks for ${vertices} vertices in one mesh and ${nodes.length} nodes`)
  }
  return {
    extensions: new Set(Array.isArray(json.extensionsUsed) ? json.extensionsUsed.map(String) : []),
    externalImages: listOf(json.images).filter((image) => isOutside(image.uri)).length,
  }
}

function parseJson(bytes: ArrayBuffer): GltfJson {
  const view = new DataView(bytes)
  if (bytes.byteLength < 20 || view.getUint32(4, true) !== 2) throw unreadable('Not glTF 2.0')
  const length = view.getUint32(12, true)
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + length > bytes.byteLength) throw unreadable('No JSON in the file')
  const json: unknown = tryParse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)))
  if (typeof json !== 'object' || json === null) throw unreadable('The JSON in the file is no object')
  return json
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

const unreadable = (message: string) => new ViewerError('unreadable', message)

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    : []

const isOutside = (uri: unknown) => typeof uri === 'string' && !uri.startsWith('data:')
