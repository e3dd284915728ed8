import type { Language } from './language.ts'

/** The locale that numbers, dates and lists are written in; the English of this app is British. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/** A formatter made before, by its kind, language and options: to make one takes a hundred times what it does. */
const made = new Map<string, unknown>()

function keep<T>(kind: string, language: Language, options: object, make: () => T): T {
  const key = `${kind} ${language} ${JSON.stringify(options)}`
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}

/** Writes dates and times. */
export const dateFormat = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keep('date', language, options, () => new Intl.DateTimeFormat(localeOf(language), options))

/** Writes how long ago something is. */
export const relativeFormat = (language: Language, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  keep('relative', language, options, () => new Intl.RelativeTimeFormat(localeOf(language), options))

/** Writes numbers. */
export const numberFormat = (language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  keep('number', language, options, () => new Intl.NumberFormat(localeOf(language), options))

/** Writes a share of one as whole percent: "64%", in German "64 %". */
export const formatPercent = (share: number, language: Language): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** Writes a number with as many decimals as it is told, also where they are noughts: "1.0", "1,0". */
export const formatDecimals = (value: number, language: Language, digits: number): string =>
  numberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
