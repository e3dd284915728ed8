import { latin1, type ReadBytes } from './byte-reader.ts'

const HEAD_BYTES = 132
const TAG_BYTES = 12
/** More tags than any profile has; a profile that claims more is not looked through. */
const MOST_TAGS = 100
/** A longer name is cut: nobody requires one. */
const MOST_LETTERS = 255

/**
 * The name of an ICC profile, as its description tag has it (ICC.1:2022 §9.2.41; version 2's textDescriptionType too),
 * trimmed; undefined where it has none that can be read. `read` reads within the profile, `size` is its length in bytes.
 */
export async function readIccName(read: ReadBytes, size: number): Promise<string | undefined> {
  if (size < HEAD_BYTES) return undefined
  const head = view(await read(0, HEAD_BYTES))
  if (head.byteLength < HEAD_BYTES || letters(head, 36, 4) !== 'acsp') return undefined
  const count = Math.min(head.getUint32(128), MOST_TAGS, Math.floor((size - HEAD_BYTES) / TAG_BYTES))
  const table = view(await read(HEAD_BYTES, count * TAG_BYTES))
  for (let at = 0; at + TAG_BYTES <= table.byteLength; at += TAG_BYTES) {
    if (letters(table, at, 4) !== 'desc') continue
    const offset = table.getUint32(at + 4)
    const length = Math.min(table.getUint32(at + 8), 1024 + 2 * MOST_LETTERS, size - offset)
    return length < 12 ? undefined : nameIn(view(await read(offset, length)))
  }
  return undefined
}

function nameIn(tag: DataView): string | undefined {
  if (tag.byteLength < 12) return undefined
  const kind = letters(tag, 0, 4)
  if (kind === 'desc') return tidy(letters(tag, 12, Math.min(tag.getUint32(8), tag.byteLength - 12, MOST_LETTERS)))
  return kind === 'mluc' ? localisedName(tag) : undefined
}

/** The English name of a multi-localised text, else its first. */
function localisedName(tag: DataView): string | undefined {
  const records: { language: string; length: number; offset: number }[] = []
  if (tag.byteLength < 28 || tag.getUint32(12) !== 12) return undefined
  for (let at = 16, left = Math.min(tag.getUint32(8), 64); left > 0 && at + 12 <= tag.byteLength; left--, at += 12)
    records.push({ language: letters(tag, at, 2), length: tag.getUint32(at + 4), offset: tag.getUint32(at + 8) })
  const chosen = records.find(({ language }) => language === 'en') ?? records[0]
  if (!chosen || chosen.offset > tag.byteLength) return undefined
  const bytes = Math.min(chosen.length, tag.byteLength - chosen.offset, 2 * MOST_LETTERS)
  let text = ''
  for (let at = 0; at + 2 <= bytes; at += 2) text += String.fromCharCode(tag.getUint16(chosen.offset + at))
  return tidy(text)
}

/** Ends a text at its first zero and takes the spaces around it away; nothing left is no name. */
export const tidy = (text: string): string | undefined => text.split('\0', 1)[0]?.trim() || undefined

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const letters = (data: DataView, at: number, length: number) =>
  latin1(new Uint8Array(data.buffer, data.byteOffset + at, length))
