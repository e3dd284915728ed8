import { numberFormat } from './formats.ts'

/** The languages that ship; a host may hand in its own {@link Translate} for any other. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Values for the `{name}` holes of a sentence. */
export type WordParams = Readonly<Record<string, string | number>>

/** Gives the sentence of a key; an unknown key comes back as it is. */
export type Translate = (key: string, params?: WordParams) => string

/** Sentences by key. */
export type Words = Readonly<Record<string, string>>

/** Fetches the sentences of one language, so that nobody loads those of another. */
export const loadWords = async (language: Language): Promise<Words> =>
  language === 'de' ? (await import('./words/de.ts')).de : (await import('./words/en.ts')).en

/** Makes the translate function of a language. A key ending in `.one` serves an `n` of 1. */
export const createTranslate =
  (language: Language, words: Words): Translate =>
  (key, params = {}) => {
    const one = params['n'] === 1 ? words[`${key}.one`] : undefined
    const sentence = one ?? (Object.hasOwn(words, key) ? words[key] : undefined) ?? key
    return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = params[name]
      if (value === undefined) return hole
      return typeof value === 'number' ? numberFormat(language).format(value) : value
    })
  }
