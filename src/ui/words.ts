import { formatNumber } from './format-number.ts'
import type { Language } from './language.ts'

/** Values for the `{name}` holes of a sentence. */
export type WordParams = Readonly<Record<string, string | number>>

/** Gives the sentence of a key; an unknown key comes back as it is. */
export type Translate = (key: string, params?: WordParams) => string

/** Sentences by key. */
export type Words = Readonly<Record<string, string>>

/** The sentences of one part of the app, to be fetched in one language. */
export type Vocabulary = Readonly<Record<Language, () => Promise<{ words: Words }>>>

/** What is said in one language. */
export interface Speech {
  translate: Translate
  /** Fetches what `translate` does not know yet. Rejects where it cannot be fetched. */
  learn: (...vocabularies: readonly Vocabulary[]) => Promise<void>
}

/** Makes the speech of a language; it knows no sentence at first, so that no page loads those of another. */
export function createSpeech(language: Language): Speech {
  const known: Record<string, string> = {}
  const learnt = new Set<Vocabulary>()
  return {
    translate: createTranslate(language, known),
    learn: async (...vocabularies) => {
      const learn = async (vocabulary: Vocabulary) => {
        Object.assign(known, (await vocabulary[language]()).words)
        learnt.add(vocabulary)
      }
      // A list asks at each change of its address.
      await Promise.all(vocabularies.filter((vocabulary) => !learnt.has(vocabulary)).map(learn))
    },
  }
}

/** Makes the translate function of a language. A key ending in `.one` serves an `n` of 1. */
export const createTranslate =
  (language: Language, words: Words): Translate =>
  (key, params = {}) => {
    const one = params['n'] === 1 ? words[`${key}.one`] : undefined
    const sentence = one ?? (Object.hasOwn(words, key) ? words[key] : undefined) ?? key
    return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = params[name]
      if (value === undefined) return hole
      return typeof value === 'number' ? formatNumber(value, language) : value
    })
  }
