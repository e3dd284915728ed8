import { createSHA256 } from 'hash-wasm'

/** Bytes read and hashed per step: a few milliseconds of work. */
const SLICE_BYTES = 1024 * 1024

/** Returns the SHA-256 of a blob in hex, read slice by slice. Rejects if the blob cannot be read. */
export async function hashBlob(blob: Blob): Promise<string> {
  const hasher = await createSHA256()
  for (let offset = 0; offset < blob.size; offset += SLICE_BYTES) {
    hasher.update(new Uint8Array(await blob.slice(offset, offset + SLICE_BYTES).arrayBuffer()))
  }
  return hasher.digest('hex')
}
