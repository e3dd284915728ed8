const cachedHashes = new WeakMap<Blob, Promise<string>>()

/**
 * Returns the SHA-256 of a file in hex, read slice by slice in a worker and cached for the lifetime of the `File` object. Rejects
 * if the file cannot be read.
 */
export function hashFile(file: Blob): Promise<string> {
  const cached = cachedHashes.get(file)
  if (cached) return cached
  const hashing = typeof Worker === 'undefined' ? hashOnMainThread(file) : hashInWorker(file)
  cachedHashes.set(file, hashing)
  hashing.catch(() => cachedHashes.delete(file))
  return hashing
}

const hashOnMainThread = async (file: Blob) => (await import('./hash-blob.ts')).hashBlob(file)

function hashInWorker(file: Blob): Promise<string> {
  const worker = new Worker(new URL('./sha256-worker.ts', import.meta.url), { type: 'module', name: 'sha256' })
  const hashing = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ sha256: string } | { error: string }>) =>
      'sha256' in data ? resolve(data.sha256) : reject(new Error(data.error))
    // If the worker cannot start (its code failed to load), the file is hashed in the main thread.
    worker.onerror = () => resolve(hashOnMainThread(file))
    worker.postMessage(file)
  })
  return hashing.finally(() => worker.terminate())
}
