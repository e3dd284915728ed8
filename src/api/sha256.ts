const known = new WeakMap<Blob, Promise<string>>()

/**
 * The SHA-256 of a file in hex, read slice by slice in a worker and remembered for as long as the file lives. Rejects when
 * the file can't be read.
 */
export function sha256Of(file: Blob): Promise<string> {
  const before = known.get(file)
  if (before) return before
  const hashing = typeof Worker === 'undefined' ? hashHere(file) : hashApart(file)
  known.set(file, hashing)
  hashing.catch(() => known.delete(file))
  return hashing
}

const hashHere = async (file: Blob) => (await import('./hash-blob.ts')).hashBlob(file)

function hashApart(file: Blob): Promise<string> {
  const worker = new Worker(new URL('./sha256-worker.ts', import.meta.url), { type: 'module', name: 'sha256' })
  const hashing = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ sha256: string } | { error: string }>) =>
      'sha256' in data ? resolve(data.sha256) : reject(new Error(data.error))
    // A worker that can't start (its code did not come) is no reason not to send: the file is then hashed here.
    worker.onerror = () => resolve(hashHere(file))
    worker.postMessage(file)
  })
  return hashing.finally(() => worker.terminate())
}
