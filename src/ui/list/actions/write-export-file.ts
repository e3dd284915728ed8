import type { ListPage, ListQuery } from '../../../api/contract/list.ts'
import { MAX_LIST_LIMIT } from '../../../api/contract/list.ts'
import type { ExportFormat } from '../../../machines/list/export.machine.ts'
import { CSV_BOM, formatCsvLine } from '../../../machines/list/export.ts'
import type { Row } from '../../../machines/list/paging.ts'

export interface ExportColumn<R> {
  head: string
  cell: (row: R) => unknown
}

export interface ExportRequest<R extends Row> {
  format: ExportFormat
  query: ListQuery
  columns: readonly ExportColumn<R>[]
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>
  onProgress: (rowCount: number, total: number) => void
  signal: AbortSignal
}

const MIME_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' }

/**
 * Reads every page of a query and writes the rows to a file. Only one page is in memory at a time; finished chunks are in the
 * browser's blob store. A row that is received twice, because rows moved between two requests, is written once.
 */
export async function writeExportFile<R extends Row>(request: ExportRequest<R>): Promise<Blob> {
  const { format, query, columns, loadPage, onProgress, signal } = request
  const chunks: Blob[] = [new Blob([format === 'csv' ? CSV_BOM + formatCsvLine(columns.map(({ head }) => head)) : '['])]
  const seenIds = new Set<string>()
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const { data, pagination } = await loadPage({ ...query, page, limit: MAX_LIST_LIMIT }, signal)
    signal.throwIfAborted()
    const rows = data.filter(({ id }) => !seenIds.has(id))
    const lines =
      format === 'csv'
        ? rows.map((row) => formatCsvLine(columns.map(({ cell }) => cell(row))))
        : rows.map((row, at) => `${seenIds.size + at > 0 ? ',' : ''}\n${JSON.stringify(row)}`)
    chunks.push(new Blob(lines))
    for (const { id } of rows) seenIds.add(id)
    onProgress(seenIds.size, pagination.totalDocs)
    hasMore = pagination.hasNextPage
  }
  if (format === 'json') chunks.push(new Blob(['\n]\n']))
  return new Blob(chunks, { type: MIME_TYPES[format] })
}

export function downloadBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after the click. One minute is more than enough for that.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
