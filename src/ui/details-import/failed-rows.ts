import type { PlannedRow } from '../../machines/rules/bulk-edit-plan.ts'
import { CSV_BOM, formatCsvLine } from '../../machines/rules/export.ts'
import { downloadBlob } from '../list/actions/write-export-file.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import type { DetailsPlan } from './use-details-import.ts'

/** Returns the failed rows as CSV in their original form, plus a column with the reason, to be corrected and imported again. */
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

/** Downloads the failed rows. */
export function downloadFailedRows(
  plan: DetailsPlan,
  rows: readonly PlannedRow[],
  reasonOf: (row: PlannedRow) => string | undefined,
  translate: Translate<MessageKey<'common' | 'details'>>,
): void {
  const text = buildFailedRowsCsv(plan, rows, plan.first, reasonOf, translate('details.reason'))
  downloadBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${translate('details.saved')}.csv`)
}
