/** Signature of a binary FBX file; three more bytes precede the version. */
const MAGIC = 'Kaydara FBX Binary  '
const HEADER_BYTES = 27

/** Memory for parsing a text file, as a multiple of its size. */
const TEXT_RATIO = 4

const MAX_DEFLATE_RATIO = 1032

const ELEMENT_BYTES = new Map([
  ['f', 4],
  ['d', 8],
  ['l', 8],
  ['i', 4],
  ['b', 1],
  ['c', 1],
])
const SCALAR_BYTES = new Map([
  ['Y', 2],
  ['C', 1],
  ['B', 1],
  ['I', 4],
  ['F', 4],
  ['D', 8],
  ['L', 8],
])

/**
 * Returns the unpacked size of the arrays in a binary FBX file, in bytes. Normally this is the sum of the sizes in the arrays'
 * headers. If compressed data could exceed `limit` although the headers claim less, the data is decompressed to measure it.
 * Counting stops beyond the limit. A text file counts four times its size, because the loader splits the text into lines. A
 * malformed file counts its own size.
 */
export async function measureUnpackedFbxBytes(bytes: ArrayBuffer, limit: number): Promise<number> {
  const text = new TextDecoder('latin1').decode(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, MAGIC.length)))
  if (text !== MAGIC) return bytes.byteLength * TEXT_RATIO
  const packed: Uint8Array<ArrayBuffer>[] = []
  let total = 0
  try {
    for (const array of arraysOf(new DataView(bytes))) {
      total += array.claimed
      if (array.packed) packed.push(new Uint8Array(bytes, array.packed.from, array.packed.length))
      if (total > limit) return total
    }
  } catch {
    return bytes.byteLength
  }
  if (packed.reduce((sum, { length }) => sum + length * MAX_DEFLATE_RATIO, 0) <= limit) return total
  let unpacked = 0
  for (const packedArray of packed) {
    unpacked += await unpackedLength(packedArray, limit - unpacked)
    if (unpacked > limit) break
  }
  return Math.max(total, unpacked)
}

interface PackedArray {
  claimed: number
  packed?: { from: number; length: number }
}

/** Yields every array property of every record in file order. Throws a `RangeError` for a broken file. */
function* arraysOf(view: DataView): Generator<PackedArray> {
  const isWide = view.getUint32(23, true) >= 7500
  const fieldBytes = isWide ? 8 : 4
  const readNumber = (offset: number) =>
    isWide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true)
  // Nested records start after the properties of their parent, so sequential reading visits all records.
  for (let recordOffset = HEADER_BYTES; recordOffset + 3 * fieldBytes + 1 <= view.byteLength; ) {
    const properties = readNumber(recordOffset + fieldBytes)
    let cursor = recordOffset + 3 * fieldBytes + 1 + view.getUint8(recordOffset + 3 * fieldBytes)
    for (let index = 0; index < properties; index += 1) {
      const kind = String.fromCharCode(view.getUint8(cursor))
      cursor += 1
      const element = ELEMENT_BYTES.get(kind)
      if (element !== undefined) {
        const isPacked = view.getUint32(cursor + 4, true) === 1
        const claimed = view.getUint32(cursor, true) * element
        const length = isPacked ? view.getUint32(cursor + 8, true) : claimed
        yield { claimed, ...(isPacked && { packed: { from: cursor + 12, length } }) }
        cursor += 12 + length
      } else if (kind === 'S' || kind === 'R') cursor += 4 + view.getUint32(cursor, true)
      else {
        const size = SCALAR_BYTES.get(kind)
        if (size === undefined) throw new RangeError(`Unknown property type ${kind}`)
        cursor += size
      }
    }
    recordOffset = cursor
  }
}

/** Returns the decompressed length of data in bytes. Stops beyond `limit`. Broken data counts up to the error. */
async function unpackedLength(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<number> {
  let length = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  try {
    for (;;) {
      const { value } = await reader.read()
      if (!value || length > limit) break
      length += value.byteLength
    }
    await reader.cancel()
  } catch {
    return length
  }
  return length
}
