import { formatNumber } from './format-number.ts'
import type { Language } from './language.ts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A size in the largest unit that fits, 1 MB being 1024 × 1024 bytes (Spec §5), with one decimal: "38.6 MB". */
export function formatBytes(bytes: number, language: Language, unit = unitOf(bytes)): string {
  return `${inUnit(bytes, language, unit)} ${UNITS[unit]}`
}

/** The largest unit that fits: 0 is B, 1 KB, 2 MB, 3 GB. */
export const unitOf = (bytes: number) => {
  const unit = UNITS.findIndex((_, power) => bytes < 1024 ** (power + 1))
  return unit < 0 ? UNITS.length - 1 : unit
}

/** A size in a given unit (0 is B), without its name. */
export const inUnit = (bytes: number, language: Language, unit: number) =>
  formatNumber(bytes / 1024 ** unit, language, 1)
