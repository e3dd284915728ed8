/** "Kaydara FBX Binary  " and two bytes stand before the version. */
const MAGIC = 'Kaydara FBX Binary  '
const HEADER = 27

/** What parsing text takes, in its own length. */
const TEXT_RATIO = 4

/** Packs no more than this, whatever it packs: deflate's own limit. */
const MOST_RATIO = 1032

const ELEMENT = new Map([
  ['f', 4],
  ['d', 8],
  ['l', 8],
  ['i', 4],
  ['b', 1],
  ['c', 1],
])
const SCALAR = new Map([
  ['Y', 2],
  ['C', 1],
  ['B', 1],
  ['I', 4],
  ['F', 4],
  ['D', 8],
  ['L', 8],
])

/**
 * How many bytes the arrays of a binary FBX file unpack to: what their headers claim, or, where packed bytes could hide
 * more than `limit` behind a small claim, what they really unpack to. Counting ends once over the limit. A text FBX takes
 * four times its size while its lines are parted; a file whose records make no sense (the loader will say so) its own.
 */
export async function fbxBytes(bytes: ArrayBuffer, limit: number): Promise<number> {
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
  if (packed.reduce((sum, { length }) => sum + length * MOST_RATIO, 0) <= limit) return total
  let unpacked = 0
  for (const one of packed) {
    unpacked += await unpackedLength(one, limit - unpacked)
    if (unpacked > limit) break
  }
  return Math.max(total, unpacked)
}

interface PackedArray {
  claimed: number
  packed?: { from: number; length: number }
}

/** Every array property of every record, in the order of the file. Throws a `RangeError` where it is broken. */
function* arraysOf(view: DataView): Generator<PackedArray> {
  const isWide = view.getUint32(23, true) >= 7500
  const wide = isWide ? 8 : 4
  const number = (at: number) => (isWide ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true))
  // Records nest; those inside another begin where its properties end, so reading on without leaving visits them all.
  for (let at = HEADER; at + 3 * wide + 1 <= view.byteLength; ) {
    const properties = number(at + wide)
    let cursor = at + 3 * wide + 1 + view.getUint8(at + 3 * wide)
    for (let index = 0; index < properties; index += 1) {
      const kind = String.fromCharCode(view.getUint8(cursor))
      cursor += 1
      const element = ELEMENT.get(kind)
      if (element !== undefined) {
        const isPacked = view.getUint32(cursor + 4, true) === 1
        const claimed = view.getUint32(cursor, true) * element
        const length = isPacked ? view.getUint32(cursor + 8, true) : claimed
        yield { claimed, ...(isPacked && { packed: { from: cursor + 12, length } }) }
        cursor += 12 + length
      } else if (kind === 'S' || kind === 'R') cursor += 4 + view.getUint32(cursor, true)
      else {
        const size = SCALAR.get(kind)
        if (size === undefined) throw new RangeError(`No property is of kind ${kind}`)
        cursor += size
      }
    }
    at = cursor
  }
}

/** Unpacks and throws away, to learn how much it is; ends once over `limit`. Broken bytes count as far as they go. */
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
