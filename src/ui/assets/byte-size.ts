import { localeOf } from '../list/locale.ts'
import type { Language } from '../words.ts'

const UNITS = ['kilobyte', 'megabyte'] as const
const STEP = 1024

/** A file's size for reading, as in "12.4 MB" or "640 kB"; MB = 1024 × 1024 bytes (Spec §5). */
export function byteSize(bytes: number, language: Language): string {
  const isLarge = bytes >= STEP * STEP
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: UNITS[isLarge ? 1 : 0],
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(bytes / (isLarge ? STEP * STEP : STEP))
}
