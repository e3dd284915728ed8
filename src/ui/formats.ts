import type { Language } from './language.ts'

/** Returns the locale for numbers, dates and lists. English uses British formats. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/** Cached formatters by kind, language and options. Creating a formatter takes a hundred times as long as using it. */
const formatterCache = new Map<string, unknown>()

function cachedFormatter<T>(kind: string, language: Language, options: object, make: () => T): T {
  const key = `${kind} ${language} ${JSON.stringify(options)}`
  if (!formatterCache.has(key)) formatterCache.set(key, make())
  return formatterCache.get(key) as T
}

export const getDateFormatter = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cachedFormatter('date', language, options, () => new Intl.DateTimeFormat(localeOf(language), options))

export const getRelativeTimeFormatter = (
  language: Language,
  options: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat =>
  cachedFormatter('relative', language, options, () => new Intl.RelativeTimeFormat(localeOf(language), options))

export const getNumberFormatter = (language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  cachedFormatter('number', language, options, () => new Intl.NumberFormat(localeOf(language), options))

/** Formats a fraction as whole percent: 0.64 becomes "64%", in German "64 %". */
export const formatPercent = (share: number, language: Language): string =>
  getNumberFormatter(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** Formats a number with exactly `digits` decimals: "1.0", in German "1,0". */
export const formatDecimals = (value: number, language: Language, digits: number): string =>
  getNumberFormatter(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
