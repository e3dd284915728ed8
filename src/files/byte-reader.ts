/** Reads `length` bytes from `offset` of a file; answers fewer, or none, where the file ends before. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** The most bytes of one file that its header may take to read: less than 64 KB, however it is built. */
export const MOST_HEADER_BYTES = 64 * 1024 - 1

/** Bytes read at first, where all of most headers lies, and around each place that is looked at further on. */
const FIRST_BYTES = 4096
const NEXT_BYTES = 512

/** Why a header could not be read: the file ends within it, contradicts its format, or hides it behind too much else. */
export type HeaderReason = 'truncated' | 'broken' | 'tooDeep'

/** What the readers of headers throw. */
export class HeaderFault extends Error {
  constructor(readonly reason: HeaderReason) {
    super(`The header is ${reason}.`)
    this.name = 'HeaderFault'
  }
}

/**
 * Looks at places of a file without holding it: keeps one window, reads another where that does not reach, and never more
 * than {@link MOST_HEADER_BYTES} in all. Numbers are big-endian unless their name says otherwise.
 */
export class ByteReader {
  #window: Uint8Array = new Uint8Array()
  #start = 0
  #taken = 0

  /** `size` is the file's length in bytes; `most` how many bytes may be read in all. */
  constructor(
    private readonly read: ReadBytes,
    readonly size: number,
    private readonly most: number = MOST_HEADER_BYTES,
  ) {}

  /** How many bytes were read until now. */
  get taken(): number {
    return this.#taken
  }

  /** Exactly `length` bytes from `offset`. Throws HeaderFault `truncated` or `tooDeep`. */
  async bytes(offset: number, length: number): Promise<Uint8Array> {
    if (offset < 0 || length < 0 || offset + length > this.size) throw new HeaderFault('truncated')
    const from = offset - this.#start
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length)
    const wanted = Math.min(Math.max(length, this.#taken === 0 ? FIRST_BYTES : NEXT_BYTES), this.size - offset)
    if (this.#taken + wanted > this.most) throw new HeaderFault('tooDeep')
    this.#taken += wanted
    this.#window = await this.read(offset, wanted)
    this.#start = offset
    if (this.#window.length < length) throw new HeaderFault('truncated')
    return this.#window.subarray(0, length)
  }

  /** A view of exactly `length` bytes. Throws as {@link bytes}. */
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

  /** `length` bytes as Latin-1 text, as the four-letter names of chunks and boxes are. */
  async text(offset: number, length: number): Promise<string> {
    return latin1(await this.bytes(offset, length))
  }
}

/** Bytes as Latin-1 text, one letter for each. */
export const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
