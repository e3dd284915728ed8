import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { ExportFormat } from '../../machines/export.machine.ts'
import { CSV_START, csvLine } from '../../machines/rules/export.ts'
import type { Row } from '../../machines/rules/paging.ts'

/** A column of a CSV file. */
export interface ExportColumn<R> {
  head: string
  cell: (row: R) => unknown
}

/** What is written, and how it is told. */
export interface FileWanted<R extends Row> {
  format: ExportFormat
  query: ListQuery
  columns: readonly ExportColumn<R>[]
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>
  onProgress: (written: number, total: number) => void
  signal: AbortSignal
}

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' }

/**
 * Reads every page of a query and writes its rows as a file, one page in memory at a time: what is written goes to the
 * browser's own store. A row that came twice, because rows moved meanwhile, is written once.
 */
export async function writeFile<R extends Row>(wanted: FileWanted<R>): Promise<Blob> {
  const { format, query, columns, loadPage, onProgress, signal } = wanted
  const parts: Blob[] = [new Blob([format === 'csv' ? CSV_START + csvLine(columns.map(({ head }) => head)) : '['])]
  const seen = new Set<string>()
  for (let page = 1, goesOn = true; goesOn; page += 1) {
    const { data, pagination } = await loadPage({ ...query, page, limit: MAX_LIMIT }, signal)
    signal.throwIfAborted()
    const rows = data.filter(({ id }) => !seen.has(id))
    const written =
      format === 'csv'
        ? rows.map((row) => csvLine(columns.map(({ cell }) => cell(row))))
        : rows.map((row, at) => `${seen.size + at > 0 ? ',' : ''}\n${JSON.stringify(row)}`)
    parts.push(new Blob(written))
    for (const { id } of rows) seen.add(id)
    onProgress(seen.size, pagination.totalDocs)
    goesOn = pagination.hasNextPage
  }
  if (format === 'json') parts.push(new Blob(['\n]\n']))
  return new Blob(parts, { type: TYPES[format] })
}

/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads it after the press; a minute is more than it takes to begin.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
