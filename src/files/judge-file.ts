import { type ImageRequirements, SENT_KINDS, type SentKind, SNIFFED_BYTES } from '../api/contract/files.ts'
import type { ReadBytes } from './byte-reader.ts'
import { isColorSpace } from './color-space.ts'
import { type FileFault, faultOfSize, faultOfType } from './file.ts'
import { checkGlb, type GlbNote, type GlbStats } from './glb-check.ts'
import type { ImageHeader } from './image-facts.ts'
import { readImageHeader } from './image-header.ts'

/**
 * A file to be judged: its name as the person knows it, its length in bytes, and how its bytes are read. `onShare` hears how
 * much of a model's check is done, from 0 to 1; an image's is over before anyone could tell.
 */
export interface FileSource {
  readonly name: string
  readonly size: number
  readonly read: ReadBytes
  readonly onShare?: ((share: number) => void) | undefined
}

/** A browser's file as it is judged: slices of it, never the whole. */
export const asSource = (file: File): FileSource => ({
  name: file.name,
  size: file.size,
  read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
})

/** What judging a file came to: why it can't be taken, else what its header or its document says; of an archive nothing. */
export type Judgement =
  | { readonly fault: FileFault }
  | { readonly fault: null; readonly image: ImageHeader }
  | { readonly fault: null; readonly archive: true }
  | {
      readonly fault: null
      readonly model: GlbStats
      readonly notes: readonly GlbNote[]
      readonly names: readonly string[]
      readonly materials: readonly string[]
    }

/**
 * Runs every check of a file, in the order of Spec §5: its length, its type by content, then for an image its sides, colour
 * type, bit depth and profile, and for a model its inside. Reads less than 64 KB of an image and never its pixels. The same
 * runs in the browser and on the server. Rejects only when the file can't be read.
 */
export async function judgeFile(source: FileSource, kind: SentKind, wanted?: ImageRequirements): Promise<Judgement> {
  const { name, size, read } = source
  const bySize = faultOfSize(size, kind)
  if (bySize && bySize.word !== 'upload.tooSmall') return { fault: bySize }
  const byType = faultOfType(await read(0, Math.min(size, SNIFFED_BYTES)), name, kind)
  const early = byType ?? bySize
  return early ? { fault: early } : judgeContent(source, kind, wanted)
}

/** The checks of a file whose length and type are right already. Rejects only when it can't be read. */
export async function judgeContent(
  { size, read, onShare }: Omit<FileSource, 'name'>,
  kind: SentKind,
  wanted: ImageRequirements = imageRequirementsOf(kind),
): Promise<Judgement> {
  // What it holds is looked at file by file when it is imported.
  if (kind === 'archive') return { fault: null, archive: true }
  if (kind === 'glb') {
    const verdict = await checkGlb(read, size, { onShare })
    if (verdict.fault) return { fault: verdict.fault }
    const { stats, notes, names, materials } = verdict
    return { fault: null, model: stats, notes, names, materials }
  }
  const found = await readImageHeader(read, size)
  if (!('header' in found))
    return { fault: { word: found.reason === 'truncated' ? 'upload.imageCutOff' : 'upload.imageBroken' } }
  const byHeader = faultOfImage(found.header, wanted)
  return byHeader ? { fault: byHeader } : { fault: null, image: found.header }
}

/** What a kind's images must be like; nothing for models. */
export const imageRequirementsOf = (kind: SentKind): ImageRequirements => {
  const limits = SENT_KINDS[kind]
  return 'image' in limits ? limits.image : {}
}

/** Checks an image in the order of Spec §5; the first failure is told. A missing profile is accepted. */
export function faultOfImage(image: ImageHeader, wanted: ImageRequirements): FileFault | null {
  const { maxImageDimensions: max, colorType, bitDepth, colorSpace } = wanted
  const { width, height } = image
  if (max && (width > max.width || height > max.height))
    return {
      word: 'fileInput.imageSizeTooLarge',
      params: { width, height, maxWidth: max.width, maxHeight: max.height },
    }
  const colorTypes: readonly string[] = colorType === undefined ? [] : [colorType].flat()
  if (colorTypes.length > 0 && !colorTypes.includes(image.colorType))
    return {
      word: 'fileInput.wrongColorType',
      keys: { found: wordOfColor(image.colorType), wanted: colorTypes.map(wordOfColor) },
    }
  if (bitDepth !== undefined && image.bitDepth !== bitDepth)
    return { word: 'fileInput.wrongBitDepth', params: { found: image.bitDepth, wanted: bitDepth } }
  if (colorSpace !== undefined && image.colorSpace !== undefined && !isColorSpace(image.colorSpace, colorSpace))
    return { word: 'fileInput.wrongColorSpace', params: { found: image.colorSpace, wanted: colorSpace } }
  return null
}

const wordOfColor = (colorType: string) => `image.colors.${colorType}`
