import { getNumberFormatter } from './formats.ts'
import type { Language } from './language.ts'

export const formatNumber = (value: number, language: Language, decimals = 3): string =>
  getNumberFormatter(language, { maximumFractionDigits: decimals }).format(value)
