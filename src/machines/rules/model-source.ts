/** One thing a model can be read from: an address, a data URL, or a file in memory. */
export type ModelPart = string | Blob

/** What the viewer shows: one part, or several shown together as one avatar. */
export type ModelSource = ModelPart | readonly ModelPart[]

/** What the console says about a source that cannot be shown. Spec §5. */
export const INVALID_SOURCE = 'Provided GLB/FBX is invalid. Check docs for supported formats'

const ADDRESS = /\.(?:glb|fbx)(?:\?[^#]*)?$/
const VRM = /\.vrm(?:\?[^#]*)?$/i
const DATA_URL = /^data:(?:application\/octet-stream|(?:model|application)\/gltf-binary);base64,/i

/**
 * Whether `source` can be shown: text ending in .glb or .fbx with an optional query, a base64 data URL of type
 * octet-stream or gltf-binary, a Blob of type model/gltf-binary, or a non-empty list of these. Spec §5. A VRM is a GLB inside,
 * but is drawn otherwise, so that none by its name can be shown. Never throws.
 */
export function isModelSource(source: unknown): source is ModelSource {
  return Array.isArray(source) ? source.length > 0 && source.every(isModelPart) : isModelPart(source)
}

/** Whether `source` can be shown where VRM is asked for: as ever, or with files that end in .vrm among it. */
export function isVrmSource(source: unknown): source is ModelSource {
  const isPart = (part: unknown) => isModelPart(part) || VRM.test(nameOf(part))
  return Array.isArray(source) ? source.length > 0 && source.every(isPart) : isPart(source)
}

const nameOf = (part: unknown): string => (typeof part === 'string' ? part : part instanceof File ? part.name : '')

function isModelPart(part: unknown): part is ModelPart {
  if (typeof part === 'string') return ADDRESS.test(part) || DATA_URL.test(part)
  if (!(part instanceof Blob) || part.type !== 'model/gltf-binary') return false
  return !VRM.test(nameOf(part))
}

/** The parts of a source, in order. */
export const partsOf = (source: ModelSource): readonly ModelPart[] =>
  typeof source === 'string' || source instanceof Blob ? [source] : source

/** Whether two values name the same source; lists are the same when their parts are, whatever array holds them. */
export function isSameSource(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((part, index) => Object.is(part, other[index]))
}

/** How much of a source has arrived, in bytes; `total` is null while nobody knows. */
export interface Progress {
  done: number
  total: number | null
}
