/**
 * The first bytes of what zlib packed, at most about `most` of them, however much it would unpack to; fewer, or none, where
 * it is damaged or cut off, or where the browser cannot unpack.
 */
export async function inflateStart(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') return new Uint8Array()
  const { readable, writable } = new DecompressionStream('deflate')
  const writer = writable.getWriter()
  // What is wrong with the data is told to the reader as well.
  writer.write(packed).catch(() => {})
  writer.close().catch(() => {})
  const reader = readable.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let next = await reader.read(); !next.done && length < most; next = await reader.read()) {
      parts.push(next.value)
      length += next.value.length
    }
  } catch {
    // What came before counts.
  }
  reader.cancel().catch(() => {})
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
