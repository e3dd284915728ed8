import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Layout } from '../../machines/rules/layout.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { hearParts, part } from '../kit/part.ts'
import type { Column } from './definition.ts'

/** Most people leave the columns as they are: what arranges them is fetched for the others. */
const arranger = part(async () => (await import('./arrange-columns.ts')).arrangeColumns)

const nothing = () => undefined

/** The columns of a list as a layout has them: which, in which order, how wide. */
export function useColumns<R extends Row>(columns: readonly Column<R>[], layout: Layout): readonly Column<R>[] {
  const { order, hidden, widths } = layout
  const isArranged = order.length + hidden.length > 0
  // Fetched ahead it comes to those too who need none, and would draw all their rows anew.
  const arrange = useSyncExternalStore(hearParts, isArranged ? arranger.held : nothing)
  useEffect(() => {
    if (isArranged) arranger.want().catch(() => {})
  }, [isArranged])
  return useMemo(() => {
    const fields = columns.map(({ field }) => field as string)
    const byField = new Map(columns.map((column) => [column.field as string, column]))
    const shown = isArranged && arrange ? arrange(fields, layout) : fields
    return shown.flatMap((field) => {
      const column = byField.get(field)
      const width = widths[field]
      return column ? [width === undefined ? column : { ...column, width }] : []
    })
  }, [columns, layout, widths, isArranged, arrange])
}
