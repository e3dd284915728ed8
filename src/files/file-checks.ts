import type { ErrorMessageKey } from '../api/contract/errors.ts'
import { ALL_UPLOAD_KINDS, type AnyUploadKind, SNIFFED_BYTES, sniffType } from '../api/contract/files.ts'
import type { ImageHeader } from './image-facts.ts'
import type { ModelBudget } from './model-budget.ts'

export type FileProblemKey =
  | `upload.${'folder' | 'nothing' | 'onlyOne' | 'empty' | 'tooSmall' | 'tooLarge' | 'unreadable'}`
  | `upload.${`wrongType.${AnyUploadKind}` | 'notGlb' | 'notWhatItSays' | 'imageCutOff' | 'imageBroken'}`
  | `upload.${'glbBroken' | 'glbCutOff' | 'glbDocument' | 'glbExtension' | 'glbOutside' | 'glbPacked' | 'glbPointsAway'}`
  | `upload.${'glbTangled' | 'glbTooMuchJson' | 'glbTooMany' | 'glbTooManyValues' | 'glbTooDeep' | 'glbTooManyNames'}`
  | `upload.${'nothingToDraw' | `glbOver.${keyof ModelBudget}`}`
  | `fileInput.${'imageSizeTooLarge' | 'wrongColorType' | 'wrongBitDepth' | 'wrongColorSpace'}`

export type ColorTypeKey = `image.colors.${ImageHeader['colorType']}`

/** Returns whether a text from the server has the form of a {@link FileProblemKey}. */
export const isFileProblemKey = (text: string): text is FileProblemKey =>
  /^(upload|fileInput)(\.[A-Za-z]+)+$/.test(text)
export const isColorTypeKey = (text: string): text is ColorTypeKey => /^image\.colors\.[a-z-]+$/.test(text)

/**
 * Reason why a file is refused: the message key with its parameters. `sizes` are in bytes. `keys` are parameters that are message
 * keys themselves; a list contains all accepted values.
 */
export interface FileProblem {
  readonly word: FileProblemKey | ErrorMessageKey
  readonly params?: Readonly<Record<string, string | number>>
  readonly sizes?: Readonly<Record<string, number>>
  readonly keys?: Readonly<Record<string, ColorTypeKey | readonly ColorTypeKey[]>>
}

/**
 * Returns the minimum size of a file, in bytes. For a GLB: header, one chunk header and the shortest glTF. For images: the bytes
 * that identify the type.
 */
export const getMinFileBytes = (kind: AnyUploadKind) => (kind === 'glb' ? 44 : SNIFFED_BYTES)

/** Returns the fault of a selection of dropped or picked items: a field accepts one file and no folder. */
export function checkSelection(files: number, folders: number): FileProblem | null {
  if (folders > 0) return { word: 'upload.folder' }
  if (files === 0) return { word: 'upload.nothing' }
  return files > 1 ? { word: 'upload.onlyOne', params: { n: files } } : null
}

/** Checks the size of a file, exact to the byte: the limit itself is accepted (Spec §5, §9). */
export function checkFileSize(bytes: number, kind: AnyUploadKind): FileProblem | null {
  const { maxBytes } = ALL_UPLOAD_KINDS[kind]
  if (bytes === 0) return { word: 'upload.empty' }
  if (bytes < getMinFileBytes(kind)) return { word: 'upload.tooSmall', sizes: { size: bytes } }
  if (bytes > maxBytes) return { word: 'upload.tooLarge', sizes: { size: bytes, max: maxBytes } }
  return null
}

/** Checks the type by the first bytes of the content. The file name only identifies a VRM and selects the error message. */
export function checkFileType(header: Uint8Array, name: string, kind: AnyUploadKind): FileProblem | null {
  const type = sniffType(header)
  const allowed: readonly string[] = ALL_UPLOAD_KINDS[kind].types
  // A VRM contains a GLB but is another format; the message requests a plain GLB.
  if (kind === 'glb' && name.toLowerCase().endsWith('.vrm')) return { word: 'upload.wrongType.glb' }
  if (type !== undefined && allowed.includes(type)) return null
  const hasExpectedExtension = getFileExtensions(kind).some((extension) => name.toLowerCase().endsWith(extension))
  if (!hasExpectedExtension) return { word: `upload.wrongType.${kind}` }
  return { word: kind === 'glb' ? 'upload.notGlb' : 'upload.notWhatItSays', params: { name } }
}

const EXTENSIONS_BY_KIND: Partial<Record<AnyUploadKind, readonly string[]>> = {
  glb: ['.glb'],
  psd: ['.psd'],
  archive: ['.zip'],
}

export function getFileExtensions(kind: AnyUploadKind): readonly string[] {
  return EXTENSIONS_BY_KIND[kind] ?? ['.png', '.jpg', '.jpeg', '.webp']
}
