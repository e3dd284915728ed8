import Papa from 'papaparse'
import {
  type DetailTable,
  MAX_TABLE_BYTES,
  MAX_TABLE_ROWS,
  type TableProblem,
} from '../../machines/bulk/bulk-edit-table.ts'

/** Parsed file. If `isJson`, row numbers start at the first record, because there is no header row. */
export type ReadTableResult = { table: DetailTable; isJson: boolean } | { fault: TableProblem }

/** Parses a CSV file with any delimiter, or a JSON file. Rejects only if the browser cannot read the file. */
export async function readTable(file: File): Promise<ReadTableResult> {
  if (file.size > MAX_TABLE_BYTES) return { fault: 'large' }
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  const isJson = /\.json$/i.test(file.name) || /^\s*[[{]/.test(text.slice(0, 1000))
  const table = isJson ? parseJsonTable(text) : parseCsvTable(text)
  return table ? { table, isJson } : { fault: 'unreadable' }
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252, the encoding of spreadsheets on Windows. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parseCsvTable(text: string): DetailTable | undefined {
  // A zero byte means that the file is binary.
  if (text.includes('\0')) return undefined
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: MAX_TABLE_ROWS + 2 })
  const [heads = [], ...rows] = data
  return { heads, rows }
}

function parseJsonTable(text: string): DetailTable | undefined {
  const list = parseRowList(text)
  if (!list?.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) return undefined
  const tableRows = (list as Record<string, unknown>[]).slice(0, MAX_TABLE_ROWS + 1)
  const heads = [...new Set(tableRows.flatMap((row) => Object.keys(row)))]
  return {
    heads,
    rows: tableRows.map((row) => heads.map((head) => (Object.hasOwn(row, head) ? row[head] : undefined))),
  }
}

/** Returns the rows of a JSON file: an array, or an object as the API returns for a page of a list. */
function parseRowList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
    const { data } = Object(value) as { data?: unknown }
    return Array.isArray(data) ? data : undefined
  } catch {
    return undefined
  }
}
