import { getNumberFormatter } from './formats.ts'
import type { Language } from './language.ts'

/** Formats a number with at most `decimals` decimals: "10,000", in German "10.000". */
export const formatNumber = (value: number, language: Language, decimals = 3): string =>
  getNumberFormatter(language, { maximumFractionDigits: decimals }).format(value)
