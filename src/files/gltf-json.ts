/** One object of a glTF document; nothing in it is sure. */
export type Part = Record<string, unknown>

/** A glTF document as it came: every list may be missing or hold anything. */
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

const isPart = (item: unknown): item is Part => typeof item === 'object' && item !== null

/** The objects of what should be a list of objects; whatever is none becomes an empty one, so that places stay. */
export const listOf = (value: unknown): Part[] =>
  Array.isArray(value) ? value.map((item) => (isPart(item) ? item : {})) : []

/** The object at a place; an empty one where there is none. */
export function indexed(list: unknown, index: unknown): Part {
  const item: unknown = Array.isArray(list) && typeof index === 'number' ? list[index] : undefined
  return isPart(item) ? item : {}
}

/** A whole number of at least 0; anything else counts as 0. */
export const wholeOf = (value: unknown): number => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0)

/** The texts of what should be a list of texts. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
