import type { ReadBytes } from './byte-reader.ts'
import { readGlbParts } from './glb-container.ts'
import { GlbFault, type ModelFault, nothingToDraw, overdrawn } from './glb-fault.ts'
import { readDracoCounts } from './glb-packed.ts'
import { readPictureSizes, type TextureFacts, textureFacts } from './glb-textures.ts'
import { checkBounds, shortened } from './gltf-bounds.ts'
import { countGltf, type GltfCounts } from './gltf-counts.ts'
import { demandOf, type PackedHeaders } from './gltf-demand.ts'
import type { Gltf } from './gltf-document.ts'
import { drawsSomething } from './gltf-drawn.ts'
import { KNOWN_EXTENSIONS } from './gltf-extensions.ts'
import { checkLinks } from './gltf-links.ts'
import { materialNamesIn, namesIn } from './gltf-names.ts'
import { MODEL_BUDGET, overBudget } from './model-budget.ts'

/** What a model holds; `bytes` is its file's length, `textureBytes` what its images take once decoded. */
export interface GlbStats extends GltfCounts, TextureFacts {
  readonly bytes: number
}

/** What a model may hold before it is slow to show on a phone: counts, bytes, pixels. Going beyond is told, not refused. */
export const MODEL_BUDGETS = {
  triangles: 100_000,
  drawCalls: 50,
  bones: 128,
  morphTargets: 128,
  textures: 24,
  textureBytes: 256 * 1024 * 1024,
  longestSide: 4096,
} as const satisfies Partial<Record<keyof GlbStats, number>>
export type Budget = keyof typeof MODEL_BUDGETS

/**
 * Something worth knowing about a model that can be used: a budget it goes beyond (`value` of `max`), or an extension it
 * uses, or an image outside of it, that the viewer leaves out (`name`).
 */
export type GlbNote =
  | { readonly kind: 'overBudget'; readonly budget: Budget; readonly value: number; readonly max: number }
  | { readonly kind: 'unknownExtension' | 'outsideImage'; readonly name: string }

/** What checking a model came to: why it can't be used, or what it holds and what to know about it. */
export type GlbVerdict =
  | { readonly fault: ModelFault; readonly stats?: undefined }
  | {
      readonly fault: null
      readonly stats: GlbStats
      readonly notes: readonly GlbNote[]
      /** What the parts that it draws are called. */
      readonly names: readonly string[]
      /** What its materials are called. */
      readonly materials: readonly string[]
    }

/** No more notes of one sort than a person reads. */
const MOST_NOTES = 20

/** How much of the work is behind a check once it has read the description, has parsed it, and has followed its links. */
const [READ, PARSED, LINKED] = [0.2, 0.6, 0.8]

/** What goes with a check: `onShare` is told how much of it is done, from 0 to 1. */
export interface GlbCheckOptions {
  onShare?: ((share: number) => void) | undefined
}

/**
 * Checks a GLB of `size` bytes before it is sent, and once more on the server: container, document, bounds, links, required
 * extensions, that it asks for no more than {@link MODEL_BUDGET}, and that there is something to draw; then counts what it
 * holds. Reads the document and the
 * headers of images and Draco streams, never the geometry; its time grows with the document alone. Rejects only when `read`
 * does.
 */
export async function checkGlb(
  read: ReadBytes,
  size: number,
  { onShare = () => {} }: GlbCheckOptions = {},
): Promise<GlbVerdict> {
  try {
    const parts = await readGlbParts(read, size, () => onShare(READ))
    onShare(PARSED)
    const { document, bin } = parts
    checkLinks(document)
    checkBounds(document, bin.length)
    checkExtensions(document)
    // What the document claims itself comes first: reading thousands of headers takes longer.
    checkDemand(document, { draco: () => null, image: () => null })
    const counts = countGltf(document)
    onShare(LINKED)
    const packed = await readDracoCounts(read, parts)
    const pictures = await readPictureSizes(read, parts, (share) => onShare(LINKED + share * (1 - LINKED)))
    checkDemand(document, {
      draco: (view) => packed.get(view as number) ?? null,
      image: (index) => pictures[index] ?? null,
    })
    if (!drawsSomething(document)) throw nothingToDraw()
    const stats: GlbStats = { ...counts, ...textureFacts(pictures), bytes: size }
    const notes = [...budgetNotes(stats), ...namedNotes(document)]
    return { fault: null, stats, notes, names: namesIn(document), materials: materialNamesIn(document) }
  } catch (thrown) {
    if (thrown instanceof GlbFault) return { fault: thrown.fault }
    throw thrown
  }
}

function checkDemand(document: Gltf, headers: PackedHeaders): void {
  const over = overBudget(demandOf(document, headers), MODEL_BUDGET)
  if (over) throw overdrawn(over)
}

function checkExtensions({ extensionsRequired }: Gltf): void {
  const unknown = extensionsRequired.find((name) => !KNOWN_EXTENSIONS.has(name))
  if (unknown === undefined) return
  const name = shortened(unknown)
  const message = `The model needs the extension ${name}, which cannot be shown.`
  throw new GlbFault({ word: 'upload.glbExtension', params: { name }, message })
}

function budgetNotes(stats: GlbStats): GlbNote[] {
  return (Object.keys(MODEL_BUDGETS) as Budget[])
    .map((budget) => ({ kind: 'overBudget' as const, budget, value: stats[budget], max: MODEL_BUDGETS[budget] }))
    .filter(({ value, max }) => value > max)
}

function namedNotes({ extensionsUsed, images }: Gltf): GlbNote[] {
  const unknown = extensionsUsed.filter((name) => !KNOWN_EXTENSIONS.has(name))
  const outside = images.flatMap(({ uri }) => (uri !== undefined && !uri.startsWith('data:') ? [uri] : []))
  return [
    ...unknown.slice(0, MOST_NOTES).map((name) => ({ kind: 'unknownExtension' as const, name: shortened(name) })),
    ...outside.slice(0, MOST_NOTES).map((name) => ({ kind: 'outsideImage' as const, name: shortened(name) })),
  ]
}
