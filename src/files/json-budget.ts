/** The most a JSON text may hold: objects and lists, values of any sort, levels of nesting, different names in its objects. */
export interface JsonBudget {
  readonly parts: number
  readonly values: number
  readonly levels: number
  readonly names: number
}

/** Slots of the table of names for each name that fits the budget: so few stand close together. */
const ROOM = 4
/** A name that finds no place in so many steps has been made to collide with others, and counts as one too many. */
const MOST_STEPS = 16

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [BRACKET, BRACE] = [0x5b, 0x7b]

/**
 * The first thing of which a JSON text (UTF-8) holds more than its budget; null when it fits. One pass over the bytes that
 * builds nothing and stops where it knows, for texts that would take long to parse. Whether they are JSON it does not say.
 */
export function overJsonBudget(text: Uint8Array, budget: JsonBudget): keyof JsonBudget | null {
  const names = createNames(text, budget.names)
  let [parts, values, level] = [0, 1, 0]
  let [nameStart, nameEnd] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (byte === QUOTE) {
      nameStart = at + 1
      at = endOfString(text, nameStart)
      nameEnd = at
    } else if (byte === COMMA) {
      values += 1
      if (values > budget.values) return 'values'
    } else if (byte === COLON) {
      if (!names.add(nameStart, nameEnd)) return 'names'
    } else if (byte === BRACE || byte === BRACKET) {
      values += 1
      level += 1
      parts += 1
      if (level > budget.levels) return 'levels'
      if (parts > budget.parts) return 'parts'
      if (values > budget.values) return 'values'
    } else if (byte === BRACE + 2 || byte === BRACKET + 2) level -= 1
  }
  return null
}

/** Where the string ends that begins at `at`: its closing quote, or the end of the text. */
function endOfString(text: Uint8Array, start: number): number {
  let at = start
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at
}

/** Counts different names by where they lie in the text; `add` answers whether they are still few enough. */
function createNames(text: Uint8Array, most: number) {
  const size = 2 ** Math.ceil(Math.log2(most * ROOM))
  const starts = new Int32Array(size).fill(-1)
  const ends = new Int32Array(size)
  const hashes = new Int32Array(size)
  let count = 0
  const isAt = (slot: number, start: number, end: number) => {
    const known = starts[slot]!
    if (ends[slot]! - known !== end - start) return false
    for (let at = start; at < end; at++) if (text[at] !== text[known + at - start]) return false
    return true
  }
  return {
    add(start: number, end: number): boolean {
      let hash = 0x811c9dc5
      for (let at = start; at < end; at++) hash = Math.imul(hash ^ text[at]!, 0x01000193)
      hash ^= hash >>> 15
      for (let step = 0; step < MOST_STEPS; step++) {
        const slot = (hash + step) & (size - 1)
        if (starts[slot] === -1) {
          starts[slot] = start
          ends[slot] = end
          hashes[slot] = hash
          count += 1
          return count <= most
        }
        if (hashes[slot] === hash && isAt(slot, start, end)) return true
      }
      return false
    },
  }
}
