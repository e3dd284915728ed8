import type { ReadBytes } from './byte-reader.ts'
import { readGlbLayout } from './glb-container.ts'
import { readDracoCounts } from './glb-draco.ts'
import { emptySceneError, GlbError, type ModelProblem, overBudgetError } from './glb-error.ts'
import { readImageSizes, summarizeTextures, type TextureFacts } from './glb-textures.ts'
import { checkByteRanges, truncateName } from './gltf-byte-ranges.ts'
import { countGltf, type GltfCounts } from './gltf-counts.ts'
import { type CompressedHeaders, measureModelDemand } from './gltf-demand.ts'
import type { Gltf } from './gltf-document.ts'
import { SUPPORTED_EXTENSIONS } from './gltf-extensions.ts'
import { checkGltfReferences } from './gltf-references.ts'
import { hasVisibleMesh } from './gltf-visibility.ts'
import { findBudgetExcess, MODEL_BUDGET } from './model-budget.ts'

/** Maximum number of names; enough to guess the asset's type. */
const MAX_NAMES = 50

/** Content of a model. `bytes` is the length of the file, `textureBytes` the size of the decoded images. */
export interface GlbStats extends GltfCounts, TextureFacts {
  readonly bytes: number
}

/** Limits above which a model is slow on a phone: counts, bytes, pixels. A model above a limit gets a note and is not refused. */
export const RECOMMENDED_LIMITS = {
  triangles: 100_000,
  drawCalls: 50,
  bones: 128,
  morphTargets: 128,
  textures: 24,
  textureBytes: 256 * 1024 * 1024,
  longestSide: 4096,
} as const satisfies Partial<Record<keyof GlbStats, number>>
export type RecommendedLimit = keyof typeof RECOMMENDED_LIMITS

/**
 * Note about a usable model. `overBudget`: a recommended limit is exceeded. Other kinds: the viewer omits the extension or
 * external image `name`.
 */
export type GlbNote =
  | { readonly kind: 'overBudget'; readonly budget: RecommendedLimit; readonly value: number; readonly max: number }
  | { readonly kind: 'unknownExtension' | 'outsideImage'; readonly name: string }

export type GlbVerdict =
  | { readonly fault: ModelProblem; readonly stats?: undefined }
  | {
      readonly fault: null
      readonly stats: GlbStats
      readonly notes: readonly GlbNote[]
      /** Names of the nodes with a mesh, and of these meshes. */
      readonly names: readonly string[]
      readonly materials: readonly string[]
    }

/** Maximum number of notes of one kind, so that the list stays readable. */
const MAX_NOTES = 20

/** Progress of a check, 0..1, once the document is read, parsed, and its references are checked. */
const [READ, PARSED, LINKED] = [0.2, 0.6, 0.8]

/** Options of a check: `onProgress` receives the progress, from 0 to 1. */
export interface GlbCheckOptions {
  onProgress?: ((progress: number) => void) | undefined
}

/**
 * Checks a GLB of `size` bytes before the upload, and again on the server. Checks the container, document, bounds, references,
 * required extensions and {@link MODEL_BUDGET}, and that the model renders anything. Then counts the content. Reads the document
 * and the headers of images and Draco streams, but no geometry, so the time depends only on the document. Rejects only if `read`
 * rejects.
 */
export async function checkGlb(
  read: ReadBytes,
  size: number,
  { onProgress = () => {} }: GlbCheckOptions = {},
): Promise<GlbVerdict> {
  try {
    const parts = await readGlbLayout(read, size, () => onProgress(READ))
    onProgress(PARSED)
    const { document, bin } = parts
    checkGltfReferences(document)
    checkByteRanges(document, bin.length)
    checkExtensions(document)
    // The counts that the document declares are checked first, because reading thousands of headers takes longer.
    checkDemand(document, { draco: () => null, image: () => null })
    const counts = countGltf(document)
    onProgress(LINKED)
    const dracoCounts = await readDracoCounts(read, parts)
    const imageSizes = await readImageSizes(read, parts, (progress) => onProgress(LINKED + progress * (1 - LINKED)))
    checkDemand(document, {
      draco: (view) => dracoCounts.get(view as number) ?? null,
      image: (index) => imageSizes[index] ?? null,
    })
    if (!hasVisibleMesh(document)) throw emptySceneError()
    const stats: GlbStats = { ...counts, ...summarizeTextures(imageSizes), bytes: size }
    const notes = [...budgetNotes(stats), ...namedNotes(document)]
    return { fault: null, stats, notes, names: meshNamesIn(document), materials: materialNamesIn(document) }
  } catch (error) {
    if (error instanceof GlbError) return { fault: error.fault }
    throw error
  }
}

function checkDemand(document: Gltf, headers: CompressedHeaders): void {
  const excess = findBudgetExcess(measureModelDemand(document, headers), MODEL_BUDGET)
  if (excess) throw overBudgetError(excess)
}

function checkExtensions({ extensionsRequired }: Gltf): void {
  const unknown = extensionsRequired.find((name) => !SUPPORTED_EXTENSIONS.has(name))
  if (unknown === undefined) return
  const name = truncateName(unknown)
  const message = `The model needs the extension ${name}, which cannot be shown.`
  throw new GlbError({ word: 'upload.glbExtension', params: { name }, message })
}

function budgetNotes(stats: GlbStats): GlbNote[] {
  return (Object.keys(RECOMMENDED_LIMITS) as RecommendedLimit[])
    .map((budget) => ({ kind: 'overBudget' as const, budget, value: stats[budget], max: RECOMMENDED_LIMITS[budget] }))
    .filter(({ value, max }) => value > max)
}

function namedNotes({ extensionsUsed, images }: Gltf): GlbNote[] {
  const unknown = extensionsUsed.filter((name) => !SUPPORTED_EXTENSIONS.has(name))
  const externalUris = images.flatMap(({ uri }) => (uri !== undefined && !uri.startsWith('data:') ? [uri] : []))
  return [
    ...unknown.slice(0, MAX_NOTES).map((name) => ({ kind: 'unknownExtension' as const, name: truncateName(name) })),
    ...externalUris.slice(0, MAX_NOTES).map((name) => ({ kind: 'outsideImage' as const, name: truncateName(name) })),
  ]
}

/** Returns the names of a model's nodes with a mesh, and of these meshes. */
const meshNamesIn = ({ nodes, meshes }: Gltf): readonly string[] =>
  firstUniqueNames(nodes.flatMap(({ name, mesh }) => (mesh === undefined ? [] : [name, meshes[mesh]?.name])))

const materialNamesIn = ({ materials }: Gltf): readonly string[] => firstUniqueNames(materials.map(({ name }) => name))

/** Returns the distinct non-empty names; at most 50, shortened. */
function firstUniqueNames(values: readonly unknown[]): readonly string[] {
  const names = new Set<string>()
  for (const name of values) {
    if (typeof name === 'string' && name !== '') names.add(truncateName(name))
    if (names.size >= MAX_NAMES) break
  }
  return [...names]
}
