/** Milliseconds after which typing starts a new word. */
const WORD_PAUSE = 1000

/** Things in a row that have names. */
export interface Named {
  count: number
  nameAt: (index: number) => string
  /** Where one is among them, from 0. */
  at: number
}

/** What was typed of a name so far. */
export interface Letters {
  /**
   * The place of the next thing whose name begins with what was typed until now and `key`; one letter, or the same again, goes
   * on from the one after. Undefined where there is none, and for keys that are no letters.
   */
  find(key: string, timeStamp: number, among: Named): number | undefined
  /** Lets the next letter begin a word. */
  forget(): void
}

/** Follows what is typed to find something by its name. */
export function createLetters(): Letters {
  let word = ''
  let typedAt = Number.NEGATIVE_INFINITY
  return {
    find(key, timeStamp, among) {
      if (key.length !== 1) return undefined
      const begun = timeStamp - typedAt < WORD_PAUSE ? word : ''
      const found = findByName(begun + key.toLowerCase(), among)
      // Space is a letter only of names that go on so.
      if (key === ' ' && (begun === '' || found === undefined)) return undefined
      word = begun + key.toLowerCase()
      typedAt = timeStamp
      return found
    },
    forget() {
      word = ''
    },
  }
}

function findByName(word: string, { count, nameAt, at }: Named): number | undefined {
  const isOneLetter = new Set(word).size === 1
  const from = isOneLetter ? at + 1 : at
  const wanted = isOneLetter ? word.slice(0, 1) : word
  for (let step = 0; step < count; step += 1) {
    const index = (from + step) % count
    if (nameAt(index).trim().toLowerCase().startsWith(wanted)) return index
  }
  return undefined
}
