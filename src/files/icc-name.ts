import { decodeLatin1, type ReadBytes } from './byte-reader.ts'

const HEAD_BYTES = 132
const TAG_BYTES = 12
/** Maximum number of tags that are searched; real profiles have fewer. */
const MAX_TAGS = 100
const MAX_NAME_LENGTH = 255

/**
 * Returns the name of an ICC profile from its description tag, trimmed (ICC.1:2022 §9.2.41, and version 2's textDescriptionType).
 * Returns undefined if the profile has no readable name. Offsets of `read` are relative to the profile. `size` is the profile's
 * length in bytes.
 */
export async function readIccName(read: ReadBytes, size: number): Promise<string | undefined> {
  if (size < HEAD_BYTES) return undefined
  const header = view(await read(0, HEAD_BYTES))
  if (header.byteLength < HEAD_BYTES || readLatin1(header, 36, 4) !== 'acsp') return undefined
  const count = Math.min(header.getUint32(128), MAX_TAGS, Math.floor((size - HEAD_BYTES) / TAG_BYTES))
  const table = view(await read(HEAD_BYTES, count * TAG_BYTES))
  for (let tagOffset = 0; tagOffset + TAG_BYTES <= table.byteLength; tagOffset += TAG_BYTES) {
    if (readLatin1(table, tagOffset, 4) !== 'desc') continue
    const offset = table.getUint32(tagOffset + 4)
    const length = Math.min(table.getUint32(tagOffset + 8), 1024 + 2 * MAX_NAME_LENGTH, size - offset)
    return length < 12 ? undefined : parseName(view(await read(offset, length)))
  }
  return undefined
}

function parseName(tag: DataView): string | undefined {
  if (tag.byteLength < 12) return undefined
  const type = readLatin1(tag, 0, 4)
  if (type === 'desc')
    return trimProfileName(readLatin1(tag, 12, Math.min(tag.getUint32(8), tag.byteLength - 12, MAX_NAME_LENGTH)))
  return type === 'mluc' ? parseLocalisedName(tag) : undefined
}

/** Returns the English name of a multi-localised text, else its first name. */
function parseLocalisedName(tag: DataView): string | undefined {
  const records: { language: string; length: number; offset: number }[] = []
  if (tag.byteLength < 28 || tag.getUint32(12) !== 12) return undefined
  for (
    let recordOffset = 16, remaining = Math.min(tag.getUint32(8), 64);
    remaining > 0 && recordOffset + 12 <= tag.byteLength;
    remaining--, recordOffset += 12
  )
    records.push({
      language: readLatin1(tag, recordOffset, 2),
      length: tag.getUint32(recordOffset + 4),
      offset: tag.getUint32(recordOffset + 8),
    })
  const record = records.find(({ language }) => language === 'en') ?? records[0]
  if (!record || record.offset > tag.byteLength) return undefined
  const bytes = Math.min(record.length, tag.byteLength - record.offset, 2 * MAX_NAME_LENGTH)
  let text = ''
  for (let index = 0; index + 2 <= bytes; index += 2) text += String.fromCharCode(tag.getUint16(record.offset + index))
  return trimProfileName(text)
}

/** Cuts a text at its first NUL and trims it; returns undefined for an empty result. */
export const trimProfileName = (text: string): string | undefined => text.split('\0', 1)[0]?.trim() || undefined

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const readLatin1 = (data: DataView, offset: number, length: number) =>
  decodeLatin1(new Uint8Array(data.buffer, data.byteOffset + offset, length))
