import type { PlannedRow } from '../../machines/bulk/bulk-edit-plan.ts'
import { CSV_BOM, formatCsvLine } from '../../machines/list/export.ts'
import { downloadBlob } from '../list/actions/write-export-file.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import type { DetailsPlan } from './use-details-import.ts'

/**
 * Returns the failed rows as CSV with their original values and a column with the reason. Users can correct and import that file.
 */
export function buildFailedRowsCsv(
  { table }: Pick<DetailsPlan, 'table'>,
  rows: readonly PlannedRow[],
  firstRow: number,
  reasonOf: (row: PlannedRow) => string | undefined,
  head: string,
): string {
  const cells = ({ row: { rowNumber } }: PlannedRow) =>
    table.heads.map((_, at) => table.rows[rowNumber - firstRow]?.[at])
  return (
    CSV_BOM +
    [formatCsvLine([...table.heads, head]), ...rows.map((row) => formatCsvLine([...cells(row), reasonOf(row)]))].join(
      '',
    )
  )
}

export function downloadFailedRows(
  plan: DetailsPlan,
  rows: readonly PlannedRow[],
  reasonOf: (row: PlannedRow) => string | undefined,
  translate: Translate<MessageKey<'common' | 'details'>>,
): void {
  const text = buildFailedRowsCsv(plan, rows, plan.first, reasonOf, translate('details.reason'))
  downloadBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${translate('details.saved')}.csv`)
}
