import { SENT_KINDS, type SentKind, SNIFFED_BYTES, sniffType } from '../api/contract/files.ts'

/**
 * Why a file can't be taken: the key of the sentence and the values of its holes, of which `sizes` are bytes and `keys` words
 * themselves, by their keys: several are any one of them.
 */
export interface FileFault {
  readonly word: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly sizes?: Readonly<Record<string, number>>
  readonly keys?: Readonly<Record<string, string | readonly string[]>>
}

/** The least bytes a file of a kind can have: a GLB's header, one chunk's head and the shortest glTF; any image's head. */
export const minBytesOf = (kind: SentKind) => (kind === 'glb' ? 44 : SNIFFED_BYTES)

/** What is wrong with the things dropped or picked together: a field takes one file and no folder. */
export function faultOfSelection(files: number, folders: number): FileFault | null {
  if (folders > 0) return { word: 'upload.folder' }
  if (files === 0) return { word: 'upload.nothing' }
  return files > 1 ? { word: 'upload.onlyOne', params: { n: files } } : null
}

/** Checks the size of a file, exact to the byte: the limit itself is accepted (Spec §5, §9). */
export function faultOfSize(bytes: number, kind: SentKind): FileFault | null {
  const { maxBytes } = SENT_KINDS[kind]
  if (bytes === 0) return { word: 'upload.empty' }
  if (bytes < minBytesOf(kind)) return { word: 'upload.tooSmall', sizes: { size: bytes } }
  if (bytes > maxBytes) return { word: 'upload.tooLarge', sizes: { size: bytes, max: maxBytes } }
  return null
}

/** Checks the type by the first bytes of the content; the name only chooses the sentence, and tells a VRM. */
export function faultOfType(head: Uint8Array, name: string, kind: SentKind): FileFault | null {
  const type = sniffType(head)
  const allowed: readonly string[] = SENT_KINDS[kind].types
  // A GLB inside, but one of another kind of figure: it is asked for as a plain GLB.
  if (kind === 'glb' && name.toLowerCase().endsWith('.vrm')) return { word: 'upload.wrongType.glb' }
  if (type !== undefined && allowed.includes(type)) return null
  const endsRight = endingsOf(kind).some((ending) => name.toLowerCase().endsWith(ending))
  if (!endsRight) return { word: `upload.wrongType.${kind}` }
  return { word: kind === 'glb' ? 'upload.notGlb' : 'upload.notWhatItSays', params: { name } }
}

const ENDINGS: Partial<Record<SentKind, readonly string[]>> = { glb: ['.glb'], psd: ['.psd'], archive: ['.zip'] }

/** The name endings of a kind, for the browser's file picker. */
export function endingsOf(kind: SentKind): readonly string[] {
  return ENDINGS[kind] ?? ['.png', '.jpg', '.jpeg', '.webp']
}
