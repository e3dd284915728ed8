/** Limits of one JSON text. Absent limits are not checked. */
export interface JsonLimits {
  /** Length of the text in UTF-8. */
  readonly bytes: number
  /** Levels of nesting; a bare value has none. */
  readonly depth: number
  /** Values of any type, the outermost included. */
  readonly values: number
  /** Objects and arrays. */
  readonly parts?: number
  /** Different names in all objects. */
  readonly names?: number
}

/** Reason why {@link parseJson} refuses a text: the exceeded limit, the encoding, or the syntax. */
export type JsonErrorReason = keyof JsonLimits | 'encoding' | 'syntax'

/** Error of {@link parseJson}; the message is a sentence for the sender of the text. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
  readonly reason: JsonErrorReason

  constructor(reason: JsonErrorReason, limits: JsonLimits) {
    super(formatMessage(reason, limits))
    this.reason = reason
  }
}

/**
 * Parses a JSON text (UTF-8 bytes or a string) from an untrusted source. The server parses such texts with this function only.
 * `JSON.parse` would block the event loop for a deep or long text, so a linear scan checks the limits first. Throws JsonError.
 */
export function parseJson(text: Uint8Array | string, limits: JsonLimits): unknown {
  if (text.length > limits.bytes) throw new JsonError('bytes', limits)
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const exceeded = findExceededLimit(bytes, limits)
  if (exceeded) throw new JsonError(exceeded, limits)
  const decoded = typeof text === 'string' ? text : decode(text, limits)
  try {
    return JSON.parse(decoded)
  } catch {
    throw new JsonError('syntax', limits)
  }
}

function decode(bytes: Uint8Array, limits: JsonLimits): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JsonError('encoding', limits)
  }
}

function formatMessage(reason: JsonErrorReason, limits: JsonLimits): string {
  if (reason === 'syntax') return 'This is not valid JSON.'
  if (reason === 'encoding') return 'The text is not UTF-8.'
  const limit = (limits[reason] ?? 0).toLocaleString('en')
  if (reason === 'bytes') return `The JSON is longer than ${limit} bytes.`
  return `There are more than ${limit} ${LIMIT_NAMES[reason]}.`
}

const LIMIT_NAMES = {
  depth: 'levels of nesting',
  values: 'values',
  parts: 'objects and arrays',
  names: 'different names',
} as const

/** Slots of the hash table per allowed name; more slots make collisions rarer. */
const SLOTS_PER_NAME = 4
/**
 * Maximum number of probes for a free slot. More probes occur only for names chosen to collide. Such names count as exceeding the
 * limit.
 */
const MAX_PROBES = 16

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [BRACKET, BRACE] = [0x5b, 0x7b]

/**
 * Returns the first limit that a text exceeds; null if it exceeds none. Scans the bytes once, does not allocate per byte and
 * stops at the first exceeded limit. Does not check the syntax.
 */
export function findExceededLimit(text: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  if (text.length > limits.bytes) return 'bytes'
  const names = limits.names === undefined ? undefined : createNameSet(text, limits.names)
  const maxParts = limits.parts ?? Number.POSITIVE_INFINITY
  let [parts, values, depth] = [0, 1, 0]
  let [nameStart, nameEnd] = [0, 0]
  for (let index = 0; index < text.length; index++) {
    const byte = text[index]
    if (byte === QUOTE) {
      nameStart = index + 1
      index = findEndOfString(text, nameStart)
      nameEnd = index
    } else if (byte === COMMA) {
      values += 1
      if (values > limits.values) return 'values'
    } else if (byte === COLON) {
      if (names && !names.add(nameStart, nameEnd)) return 'names'
    } else if (byte === BRACE || byte === BRACKET) {
      values += 1
      depth += 1
      parts += 1
      if (depth > limits.depth) return 'depth'
      if (parts > maxParts) return 'parts'
      if (values > limits.values) return 'values'
    } else if (byte === BRACE + 2 || byte === BRACKET + 2) depth -= 1
  }
  return null
}

/** Returns the index of the closing quote of the string that begins at `start`, or the end of the text. */
function findEndOfString(text: Uint8Array, start: number): number {
  let index = start
  while (index < text.length && text[index] !== QUOTE) index += text[index] === BACKSLASH ? 2 : 1
  return index
}

/** Creates a set of different names, stored as positions in the text. `add` returns whether their number is within the limit. */
function createNameSet(text: Uint8Array, maxNames: number) {
  const size = 2 ** Math.ceil(Math.log2(maxNames * SLOTS_PER_NAME))
  const starts = new Int32Array(size).fill(-1)
  const ends = new Int32Array(size)
  const hashes = new Int32Array(size)
  let count = 0
  const isSameName = (slot: number, start: number, end: number) => {
    const knownStart = starts[slot]!
    if (ends[slot]! - knownStart !== end - start) return false
    for (let index = start; index < end; index++) if (text[index] !== text[knownStart + index - start]) return false
    return true
  }
  return {
    add(start: number, end: number): boolean {
      let hash = 0x811c9dc5
      for (let index = start; index < end; index++) hash = Math.imul(hash ^ text[index]!, 0x01000193)
      hash ^= hash >>> 15
      for (let step = 0; step < MAX_PROBES; step++) {
        const slot = (hash + step) & (size - 1)
        if (starts[slot] === -1) {
          starts[slot] = start
          ends[slot] = end
          hashes[slot] = hash
          count += 1
          return count <= maxNames
        }
        if (hashes[slot] === hash && isSameName(slot, start, end)) return true
      }
      return false
    },
  }
}
