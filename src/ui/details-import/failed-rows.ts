import type { PlannedRow } from '../../machines/rules/details-plan.ts'
import { CSV_START, csvLine } from '../../machines/rules/export.ts'
import { download } from '../list/write-file.ts'
import type { Translate } from '../words.ts'
import type { DetailsPlan } from './use-details-import.ts'

/** The rows that were not taken as a CSV file: as they came, with why at their end; to be mended and handed in again. */
export function failedRows(
  { table }: Pick<DetailsPlan, 'table'>,
  rows: readonly PlannedRow[],
  first: number,
  reasonOf: (row: PlannedRow) => string | undefined,
  head: string,
): string {
  const cells = ({ row: { place } }: PlannedRow) => table.heads.map((_, at) => table.rows[place - first]?.[at])
  return (
    CSV_START +
    [csvLine([...table.heads, head]), ...rows.map((row) => csvLine([...cells(row), reasonOf(row)]))].join('')
  )
}

/** Hands them to the browser's downloads. */
export function saveFailed(
  plan: DetailsPlan,
  rows: readonly PlannedRow[],
  reasonOf: (row: PlannedRow) => string | undefined,
  translate: Translate,
): void {
  const text = failedRows(plan, rows, plan.first, reasonOf, translate('details.reason'))
  download(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${translate('details.saved')}.csv`)
}
