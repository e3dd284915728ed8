/** Bytes hashed at a time: a few milliseconds of work, so that the page stays responsive. */
const SLICE_BYTES = 1024 * 1024

const known = new WeakMap<Blob, Promise<string>>()

/** The SHA-256 of a file in hex, read slice by slice and remembered for as long as the file lives. */
export function sha256Of(file: Blob): Promise<string> {
  const before = known.get(file)
  if (before) return before
  const hashing = hash(file)
  known.set(file, hashing)
  hashing.catch(() => known.delete(file))
  return hashing
}

async function hash(file: Blob): Promise<string> {
  const { createSHA256 } = await import('hash-wasm')
  const hasher = await createSHA256()
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    hasher.update(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()))
  }
  return hasher.digest('hex')
}
