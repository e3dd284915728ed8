import { formatNumber } from './format-number.ts'
import type { Language } from './language.ts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Formats a size in the largest suitable unit, with one decimal: "38.6 MB". 1 MB is 1024 × 1024 bytes (Spec §5). */
export function formatBytes(bytes: number, language: Language, unit = byteUnitIndexOf(bytes)): string {
  return `${formatInByteUnit(bytes, language, unit)} ${UNITS[unit]}`
}

/** Returns the index of the largest suitable unit: 0 is B, 1 KB, 2 MB, 3 GB. */
export const byteUnitIndexOf = (bytes: number) => {
  const unit = UNITS.findIndex((_, power) => bytes < 1024 ** (power + 1))
  return unit < 0 ? UNITS.length - 1 : unit
}

/** Formats a size in a given unit (0 is B), without the unit's name. */
export const formatInByteUnit = (bytes: number, language: Language, unit: number) =>
  formatNumber(bytes / 1024 ** unit, language, 1)
