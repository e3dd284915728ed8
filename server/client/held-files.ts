import { isHeld } from '../http/etag.ts'

/** A whole answer that is kept in memory. */
export interface HeldFile {
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
}

/** Answers by address and encoding, up to so many bytes: what was not asked for longest goes first. */
export class HeldFiles {
  readonly #files = new Map<string, HeldFile>()
  #bytes = 0

  constructor(private readonly most: number) {}

  /** The answer that is kept for an address in an encoding; "" is none. */
  get(path: string, encoding: string): HeldFile | undefined {
    const key = `${encoding}${path}`
    const file = this.#files.get(key)
    if (!file) return undefined
    this.#files.delete(key)
    this.#files.set(key, file)
    return file
  }

  /** Keeps an answer, unless it alone is more than all may be. */
  keep(path: string, encoding: string, file: HeldFile): void {
    const key = `${encoding}${path}`
    if (file.bytes.byteLength > this.most || this.#files.has(key)) return
    this.#files.set(key, file)
    this.#bytes += file.bytes.byteLength
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= this.most) return
      this.#files.delete(oldest)
      this.#bytes -= bytes.byteLength
    }
  }
}

/** Whether the caller has this answer already. */
export const hasIt = (file: HeldFile, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  isHeld({ headers: new Headers({ 'if-none-match': ifNoneMatch }) }, file.headers['etag'] ?? '')
