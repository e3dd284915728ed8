/** Reads `length` bytes from `offset` of a file; returns fewer, or none, if the file ends earlier. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** Maximum number of bytes read to parse a file's header (less than 64 KB). */
export const MAX_HEADER_BYTES = 64 * 1024 - 1

/** Bytes of the first read, which covers most headers, and of each further read. */
const FIRST_READ_BYTES = 4096
const NEXT_READ_BYTES = 512

/**
 * Reason why a header could not be read. `truncated`: the file ends within the header. `broken`: the header contradicts its
 * format. `tooDeep`: the byte limit was reached.
 */
export type HeaderErrorReason = 'truncated' | 'broken' | 'tooDeep'

export class HeaderError extends Error {
  constructor(readonly reason: HeaderErrorReason) {
    super(`The header is ${reason}.`)
    this.name = 'HeaderError'
  }
}

/**
 * Provides random access to a file without loading it. Buffers one window of the file, and replaces the window when other bytes
 * are requested. Reads at most `maxBytes` in total. Numbers are big-endian unless a method's name says otherwise.
 */
export class ByteReader {
  #window: Uint8Array = new Uint8Array()
  #start = 0
  #readTotal = 0

  /** `size` is the file's length in bytes; `maxBytes` limits the bytes read in total. */
  constructor(
    private readonly read: ReadBytes,
    readonly size: number,
    private readonly maxBytes: number = MAX_HEADER_BYTES,
  ) {}

  get bytesRead(): number {
    return this.#readTotal
  }

  /** Returns exactly `length` bytes from `offset`. Throws HeaderError `truncated` or `tooDeep`. */
  async bytes(offset: number, length: number): Promise<Uint8Array> {
    if (offset < 0 || length < 0 || offset + length > this.size) throw new HeaderError('truncated')
    const from = offset - this.#start
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length)
    const readLength = Math.min(
      Math.max(length, this.#readTotal === 0 ? FIRST_READ_BYTES : NEXT_READ_BYTES),
      this.size - offset,
    )
    if (this.#readTotal + readLength > this.maxBytes) throw new HeaderError('tooDeep')
    this.#readTotal += readLength
    this.#window = await this.read(offset, readLength)
    this.#start = offset
    if (this.#window.length < length) throw new HeaderError('truncated')
    return this.#window.subarray(0, length)
  }

  /** Returns a view of exactly `length` bytes. Throws the errors of {@link bytes}. */
  async view(offset: number, length: number): Promise<DataView> {
    const bytes = await this.bytes(offset, length)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  async u8(offset: number): Promise<number> {
    return (await this.view(offset, 1)).getUint8(0)
  }

  async u16(offset: number): Promise<number> {
    return (await this.view(offset, 2)).getUint16(0)
  }

  async u32(offset: number): Promise<number> {
    return (await this.view(offset, 4)).getUint32(0)
  }

  /** Returns `length` bytes as Latin-1 text, the encoding of four-letter chunk and box names. */
  async text(offset: number, length: number): Promise<string> {
    return decodeLatin1(await this.bytes(offset, length))
  }
}

export const decodeLatin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
