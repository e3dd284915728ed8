import Papa from 'papaparse'
import { type DetailTable, MOST_BYTES, MOST_ROWS, type TableFault } from '../../machines/rules/details-table.ts'

/** A file that was read; `isJson` says that its first row is row 1, not the one below the heads. */
export type ReadTable = { table: DetailTable; isJson: boolean } | { fault: TableFault }

/** Reads a CSV or JSON file as a table, whatever signs its cells are parted by; throws only where it cannot be read at all. */
export async function readTable(file: File): Promise<ReadTable> {
  if (file.size > MOST_BYTES) return { fault: 'large' }
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  const isJson = /\.json$/i.test(file.name) || /^\s*[[{]/.test(text.slice(0, 1000))
  const table = isJson ? tableOfJson(text) : tableOfCsv(text)
  return table ? { table, isJson } : { fault: 'unreadable' }
}

/** UTF-8, UTF-16 with its mark, or what is none of them: what a spreadsheet on Windows writes. */
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

function tableOfCsv(text: string): DetailTable | undefined {
  // What has no text has bytes of another kind.
  if (text.includes('\0')) return undefined
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: MOST_ROWS + 2 })
  const [heads = [], ...rows] = data
  return { heads, rows }
}

function tableOfJson(text: string): DetailTable | undefined {
  const list = listIn(text)
  if (!list?.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) return undefined
  const shown = (list as Record<string, unknown>[]).slice(0, MOST_ROWS + 1)
  const heads = [...new Set(shown.flatMap((row) => Object.keys(row)))]
  return { heads, rows: shown.map((row) => heads.map((head) => (Object.hasOwn(row, head) ? row[head] : undefined))) }
}

/** The rows of a JSON file: a list, or a page of one as the calls answer it. */
function listIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
    const { data } = Object(value) as { data?: unknown }
    return Array.isArray(data) ? data : undefined
  } catch {
    return undefined
  }
}
