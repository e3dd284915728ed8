/** What a Draco stream will unpack to. */
export interface DracoCounts {
  points: number
  faces: number
}

/** How a mesh's connections are packed: one after the other, or by walking its edges. */
const SEQUENTIAL = 0
const EDGEBREAKER = 1
const HAS_METADATA = 0x8000

/**
 * Reads from the header of a Draco stream (version 2.2) how many points and faces it unpacks to. Null when it cannot be
 * told: another version, a point cloud, metadata before the counts, or no Draco at all.
 */
export function dracoCounts(bytes: Uint8Array): DracoCounts | null {
  if (bytes.length < 13 || String.fromCharCode(...bytes.subarray(0, 5)) !== 'DRACO') return null
  const [major, minor, kind, method] = bytes.subarray(5, 9)
  const flags = (bytes[9] ?? 0) | ((bytes[10] ?? 0) << 8)
  if (major !== 2 || minor !== 2 || kind !== 1 || flags & HAS_METADATA) return null
  const read = reader(bytes, method === EDGEBREAKER ? 12 : 11)
  if (method === SEQUENTIAL) {
    const faces = read()
    return { faces, points: read() }
  }
  if (method !== EDGEBREAKER) return null
  const points = read()
  return { points, faces: read() }
}

/** Reads one number after another, seven bits a byte. */
function reader(bytes: Uint8Array, from: number): () => number {
  let at = from
  return () => {
    let value = 0
    for (let place = 1; ; place *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * place
      if (byte < 0x80) return value
    }
  }
}
