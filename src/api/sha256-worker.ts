import { hashBlob } from './hash-blob.ts'

/** Worker that responds to one blob with its SHA-256 in hex, or with an error. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  hashBlob(data).then(
    (sha256) => self.postMessage({ sha256 }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  )
})
