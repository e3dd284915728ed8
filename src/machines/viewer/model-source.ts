/** Source of one part of an avatar, which is a whole model: a URL, a data URL, or a file in memory. */
export type ModelPart = string | Blob

/** Source of the viewer: one part, or several parts that form one avatar. */
export type ModelSource = ModelPart | readonly ModelPart[]

/** Console message for a source that cannot be shown. Spec §5. */
export const INVALID_SOURCE = 'Provided GLB/FBX is invalid. Check docs for supported formats'

const ADDRESS = /\.(?:glb|fbx)(?:\?[^#]*)?$/
const VRM = /\.vrm(?:\?[^#]*)?$/i
const DATA_URL = /^data:(?:application\/octet-stream|(?:model|application)\/gltf-binary);base64,/i

/**
 * Returns whether `source` can be shown (Spec §5). Never throws. Valid are:
 * - a URL ending in .glb or .fbx, with an optional query;
 * - a base64 data URL of type octet-stream or gltf-binary;
 * - a Blob of type model/gltf-binary;
 * - a non-empty list of these.
 *
 * VRM files are rejected by name, because they contain a GLB but need different rendering.
 */
export function isModelSource(source: unknown): source is ModelSource {
  return Array.isArray(source) ? source.length > 0 && source.every(isModelPart) : isModelPart(source)
}

/** Returns whether `source` can be shown when VRM is enabled: like {@link isModelSource}, plus files ending in .vrm. */
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

export const sourcePartsOf = (source: ModelSource): readonly ModelPart[] =>
  typeof source === 'string' || source instanceof Blob ? [source] : source

/** Returns whether two values are the same source. Lists are equal if their parts are equal, even in different arrays. */
export function isSameSource(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((part, index) => Object.is(part, other[index]))
}

/** Download progress of a source, in bytes. `total` is null while unknown. */
export interface Progress {
  done: number
  total: number | null
}
