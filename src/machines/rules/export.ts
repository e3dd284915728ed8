/**
 * Where a formula begins in a spreadsheet (OWASP, CSV injection): at the start of a cell, or behind a sign that other
 * spreadsheets part cells by, quoted or not. Full-width signs count where East Asian keyboards are usual.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s\ufeff]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

/** A value as text: lists by their parts, objects as JSON, nothing as nothing. */
export function exportText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(exportText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would take for a formula gets an
 * apostrophe before it; numbers stay numbers. What holds a sign that some spreadsheets part cells by is quoted.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

function csvCell(value: unknown): string {
  const text = exportText(value)
  const safe = typeof value === 'number' ? text : text.replace(FORMULA, "'")
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What a spreadsheet needs to read a CSV file as UTF-8. */
export const CSV_START = '\uFEFF'
