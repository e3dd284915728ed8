/** Pause in milliseconds after which typing starts a new word. */
const TYPEAHEAD_RESET_MS = 1000

export interface NamedItems {
  count: number
  nameAt: (index: number) => string
  /** 0-based index of the current item. */
  at: number
}

export interface Typeahead {
  /**
   * Returns the index of the next item whose name begins with the typed text plus `key`. A single or repeated letter searches
   * after the current item. Returns undefined without a match, or if `key` is not a character.
   */
  find(key: string, timeStamp: number, items: NamedItems): number | undefined
  reset(): void
}

export function createTypeahead(): Typeahead {
  let typed = ''
  let typedAt = Number.NEGATIVE_INFINITY
  return {
    find(key, timeStamp, items) {
      if (key.length !== 1) return undefined
      const prefix = timeStamp - typedAt < TYPEAHEAD_RESET_MS ? typed : ''
      const foundIndex = findByName(prefix + key.toLowerCase(), items)
      // Space counts as a character only if it continues a match.
      if (key === ' ' && (prefix === '' || foundIndex === undefined)) return undefined
      typed = prefix + key.toLowerCase()
      typedAt = timeStamp
      return foundIndex
    },
    reset() {
      typed = ''
    },
  }
}

function findByName(search: string, { count, nameAt, at }: NamedItems): number | undefined {
  const isOneLetter = new Set(search).size === 1
  const startIndex = isOneLetter ? at + 1 : at
  const prefix = isOneLetter ? search.slice(0, 1) : search
  for (let offset = 0; offset < count; offset += 1) {
    const index = (startIndex + offset) % count
    if (nameAt(index).trim().toLowerCase().startsWith(prefix)) return index
  }
  return undefined
}
