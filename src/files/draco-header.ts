/** Decoded size of a Draco stream. */
export interface DracoCounts {
  points: number
  faces: number
}

const SEQUENTIAL = 0
const EDGEBREAKER = 1
const HAS_METADATA = 0x8000

/**
 * Reads from the header of a Draco stream (version 2.2) the number of points and faces in the decoded stream. Returns null if the
 * counts cannot be read: another version, a point cloud, metadata before the counts, or no Draco at all.
 */
export function parseDracoHeader(bytes: Uint8Array): DracoCounts | null {
  if (bytes.length < 13 || String.fromCharCode(...bytes.subarray(0, 5)) !== 'DRACO') return null
  const [major, minor, kind, method] = bytes.subarray(5, 9)
  const flags = (bytes[9] ?? 0) | ((bytes[10] ?? 0) << 8)
  if (major !== 2 || minor !== 2 || kind !== 1 || flags & HAS_METADATA) return null
  const read = createVarintReader(bytes, method === EDGEBREAKER ? 12 : 11)
  if (method === SEQUENTIAL) {
    const faces = read()
    return { faces, points: read() }
  }
  if (method !== EDGEBREAKER) return null
  const points = read()
  return { points, faces: read() }
}

/** Returns a function that reads consecutive varints, seven bits per byte. */
function createVarintReader(bytes: Uint8Array, from: number): () => number {
  let offset = from
  return () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[offset++] ?? 0
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }
}
