import { ALL_UPLOAD_KINDS, type AnyUploadKind, type ImageRequirements, SNIFFED_BYTES } from '../api/contract/files.ts'
import type { ReadBytes } from './byte-reader.ts'
import { isColorSpace } from './color-space.ts'
import { type ColorTypeKey, checkFileSize, checkFileType, type FileProblem } from './file-checks.ts'
import { checkGlb, type GlbNote, type GlbStats } from './glb-check.ts'
import type { ImageHeader } from './image-facts.ts'
import { readImageHeader } from './image-header.ts'

/**
 * A file to check: its name on the user's device, its length in bytes, and a reader of its bytes. `onProgress` receives the
 * progress of a model's check, from 0 to 1; an image's check is too short for progress.
 */
export interface FileSource {
  readonly name: string
  readonly size: number
  readonly read: ReadBytes
  readonly onProgress?: ((progress: number) => void) | undefined
}

/** Adapts a browser's file to be read in slices, never as a whole. */
export const toFileSource = (file: File): FileSource => ({
  name: file.name,
  size: file.size,
  read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
})

/** Result of checking a file: why it is refused, else the facts from its header or document; none for an archive. */
export type FileValidation =
  | { readonly fault: FileProblem }
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
 * Runs every check of a file in the order of Spec §5: length, type by content, then an image's sides, colour type, bit depth and
 * profile, or a model's content. It reads less than 64 KB of an image and never its pixels. The same code runs in the browser and
 * on the server. Rejects only if the file cannot be read.
 */
export async function validateFile(
  source: FileSource,
  kind: AnyUploadKind,
  requirements?: ImageRequirements,
): Promise<FileValidation> {
  const { name, size, read } = source
  const sizeProblem = checkFileSize(size, kind)
  if (sizeProblem && sizeProblem.word !== 'upload.tooSmall') return { fault: sizeProblem }
  const typeProblem = checkFileType(await read(0, Math.min(size, SNIFFED_BYTES)), name, kind)
  const problem = typeProblem ?? sizeProblem
  return problem ? { fault: problem } : validateContent(source, kind, requirements)
}

/** Checks a file whose length and type are already checked. Rejects only if the file cannot be read. */
export async function validateContent(
  { size, read, onProgress }: Omit<FileSource, 'name'>,
  kind: AnyUploadKind,
  requirements: ImageRequirements = getImageRequirements(kind),
): Promise<FileValidation> {
  // An archive's content is checked file by file during the import.
  if (kind === 'archive') return { fault: null, archive: true }
  if (kind === 'glb') {
    const verdict = await checkGlb(read, size, { onProgress })
    if (verdict.fault) return { fault: verdict.fault }
    const { stats, notes, names, materials } = verdict
    return { fault: null, model: stats, notes, names, materials }
  }
  const result = await readImageHeader(read, size)
  if (!('header' in result))
    return { fault: { word: result.reason === 'truncated' ? 'upload.imageCutOff' : 'upload.imageBroken' } }
  const imageProblem = checkImage(result.header, requirements)
  return imageProblem ? { fault: imageProblem } : { fault: null, image: result.header }
}

export const getImageRequirements = (kind: AnyUploadKind): ImageRequirements => {
  const limits = ALL_UPLOAD_KINDS[kind]
  return 'image' in limits ? limits.image : {}
}

/** Checks an image in the order of Spec §5 and returns the first fault. A missing profile is accepted. */
export function checkImage(image: ImageHeader, requirements: ImageRequirements): FileProblem | null {
  const { maxImageDimensions: max, colorType, bitDepth, colorSpace } = requirements
  const { width, height } = image
  if (max && (width > max.width || height > max.height))
    return {
      word: 'fileInput.imageSizeTooLarge',
      params: { width, height, maxWidth: max.width, maxHeight: max.height },
    }
  const colorTypes: readonly ImageHeader['colorType'][] = colorType === undefined ? [] : [colorType].flat()
  if (colorTypes.length > 0 && !colorTypes.includes(image.colorType))
    return {
      word: 'fileInput.wrongColorType',
      keys: { found: colorMessageKey(image.colorType), wanted: colorTypes.map(colorMessageKey) },
    }
  if (bitDepth !== undefined && image.bitDepth !== bitDepth)
    return { word: 'fileInput.wrongBitDepth', params: { found: image.bitDepth, wanted: bitDepth } }
  if (colorSpace !== undefined && image.colorSpace !== undefined && !isColorSpace(image.colorSpace, colorSpace))
    return { word: 'fileInput.wrongColorSpace', params: { found: image.colorSpace, wanted: colorSpace } }
  return null
}

const colorMessageKey = (colorType: ImageHeader['colorType']): ColorTypeKey => `image.colors.${colorType}`
