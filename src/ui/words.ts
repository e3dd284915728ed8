import { assetWords } from './words/assets.ts'
import { commonWords } from './words/common.ts'
import { formWords } from './words/form.ts'
import { listWords } from './words/list.ts'
import { sessionWords } from './words/session.ts'

/** The languages that ship; a host may hand in its own {@link Translate} for any other. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Values for the `{name}` holes of a sentence. */
export type WordParams = Readonly<Record<string, string | number>>

/** Gives the sentence of a key; an unknown key comes back as it is. */
export type Translate = (key: string, params?: WordParams) => string

/** One area's sentences: the same keys in every language. */
export type Words<K extends string> = Record<Language, Record<K, string>>

const AREAS = [commonWords, sessionWords, listWords, formWords, assetWords] as const

/** The default wording of every key, in both languages. */
export const words: Record<Language, Record<string, string>> = {
  en: Object.assign({}, ...AREAS.map((area) => area.en)),
  de: Object.assign({}, ...AREAS.map((area) => area.de)),
}

/** Makes the translate function of a language.  A key ending in `.one` serves an `n` of 1. */
export const createTranslate =
  (language: Language): Translate =>
  (key, params = {}) => {
    const own = words[language]
    const one = params['n'] === 1 ? own[`${key}.one`] : undefined
    const sentence = one ?? (Object.hasOwn(own, key) ? own[key] : undefined) ?? key
    return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = params[name]
      if (value === undefined) return hole
      return typeof value === 'number' ? value.toLocaleString(language) : value
    })
  }
