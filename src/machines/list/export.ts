/**
 * Positions where a spreadsheet would start a formula (OWASP, CSV injection): at the start of a cell, or after a delimiter of
 * other spreadsheets, quoted or not. Includes full-width signs, common on East Asian keyboards.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s\ufeff]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

/** Formats a value as text: lists joined by semicolons, objects as JSON, null and undefined as an empty string. */
export function formatExportValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(formatExportValue).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Formats one line of a CSV file (RFC 4180), including its line end. Prefixes text that a spreadsheet would evaluate with an
 * apostrophe; numbers stay numbers. Quotes cells that contain a delimiter of any spreadsheet.
 */
export const formatCsvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

function csvCell(value: unknown): string {
  const text = formatExportValue(value)
  const safe = typeof value === 'number' ? text : text.replace(FORMULA, "'")
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Byte order mark, which spreadsheets need to read a CSV file as UTF-8. */
export const CSV_BOM = '\uFEFF'
