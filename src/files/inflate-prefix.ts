/**
 * Inflates the start of zlib data to about `maxBytes` bytes, whatever its full size. Returns fewer bytes, or none, if the data is
 * damaged or truncated, or the browser has no DecompressionStream.
 */
export async function inflatePrefix(compressed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') return new Uint8Array()
  const { readable, writable } = new DecompressionStream('deflate')
  const writer = writable.getWriter()
  // The reader receives the same error.
  writer.write(compressed).catch(() => {})
  writer.close().catch(() => {})
  const reader = readable.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (let chunk = await reader.read(); !chunk.done && length < maxBytes; chunk = await reader.read()) {
      chunks.push(chunk.value)
      length += chunk.value.length
    }
  } catch {
    // The bytes inflated before the error are used.
  }
  reader.cancel().catch(() => {})
  const result = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    result.set(chunk, offset)
    offset += chunk.length
  }
  return result
}
