import { isNotModified } from '../http/etag.ts'

export interface CachedResponse {
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
}

/** Cache of responses by path and encoding, limited in bytes. Evicts the least recently used first. */
export class ResponseCache {
  readonly #files = new Map<string, CachedResponse>()
  #bytes = 0

  constructor(private readonly maxBytes: number) {}

  /** Returns the cached response for a path and an encoding; "" means none. */
  get(path: string, encoding: string): CachedResponse | undefined {
    const key = `${encoding}${path}`
    const file = this.#files.get(key)
    if (!file) return undefined
    this.#files.delete(key)
    this.#files.set(key, file)
    return file
  }

  set(path: string, encoding: string, file: CachedResponse): void {
    const key = `${encoding}${path}`
    if (file.bytes.byteLength > this.maxBytes || this.#files.has(key)) return
    this.#files.set(key, file)
    this.#bytes += file.bytes.byteLength
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= this.maxBytes) return
      this.#files.delete(oldest)
      this.#bytes -= bytes.byteLength
    }
  }
}

/** Returns whether an `If-None-Match` header matches the response, so that a 304 suffices. */
export const matchesIfNoneMatch = (file: CachedResponse, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  isNotModified({ headers: new Headers({ 'if-none-match': ifNoneMatch }) }, file.headers['etag'] ?? '')
