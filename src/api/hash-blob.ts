import { createSHA256 } from 'hash-wasm'

/** Bytes held and hashed at a time: a few milliseconds of work. */
const SLICE_BYTES = 1024 * 1024

/** The SHA-256 of a blob in hex, read slice by slice. Rejects when it can't be read. */
export async function hashBlob(blob: Blob): Promise<string> {
  const hasher = await createSHA256()
  for (let at = 0; at < blob.size; at += SLICE_BYTES) {
    hasher.update(new Uint8Array(await blob.slice(at, at + SLICE_BYTES).arrayBuffer()))
  }
  return hasher.digest('hex')
}
