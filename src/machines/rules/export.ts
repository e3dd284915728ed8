/** What begins a formula in a spreadsheet (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

/** A value as text: lists by their parts, objects as JSON, nothing as nothing. */
export function exportText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(exportText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would take for a formula gets an
 * apostrophe before it; numbers stay numbers.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

function csvCell(value: unknown): string {
  const text = exportText(value)
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What a spreadsheet needs to read a CSV file as UTF-8. */
export const CSV_START = '\uFEFF'
