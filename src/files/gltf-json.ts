export type JsonObject = Record<string, unknown>

/** An unvalidated glTF document: every list may be missing or have any content. */
export interface GltfJson {
  asset?: unknown
  extensionsUsed?: unknown
  extensionsRequired?: unknown
  scenes?: unknown
  nodes?: unknown
  meshes?: unknown
  accessors?: unknown
  bufferViews?: unknown
  buffers?: unknown
  images?: unknown
}

const isJsonObject = (item: unknown): item is JsonObject => typeof item === 'object' && item !== null

/**
 * Returns a list of objects from an unvalidated value. Items that are not objects become empty objects, so that indexes stay
 * valid.
 */
export const toObjectList = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.map((item) => (isJsonObject(item) ? item : {})) : []

/** Returns the object at an index, or an empty one. */
export function objectAt(list: unknown, index: unknown): JsonObject {
  const item: unknown = Array.isArray(list) && typeof index === 'number' ? list[index] : undefined
  return isJsonObject(item) ? item : {}
}

/** Returns a non-negative integer; any other value becomes 0. */
export const toCount = (value: unknown): number => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0)

export const toStringList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
