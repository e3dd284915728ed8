import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import type { ListLayout } from '../../../machines/views/layout.ts'
import { lazyModule, subscribeToLazyModules } from '../../kit/loading/lazy-module.ts'
import type { Column } from '../definition.ts'

/** Lazy code, because most users never arrange columns. */
const lazyArrangeColumns = lazyModule(async () => (await import('../table/arrange-columns.ts')).arrangeColumns)

const loadNothing = () => undefined

/** Applies the user's layout to a list's columns: visibility, order and width. */
export function useArrangedColumns<R extends Row>(
  columns: readonly Column<R>[],
  layout: ListLayout,
): readonly Column<R>[] {
  const { order, hidden, widths } = layout
  const isArranged = order.length + hidden.length > 0
  // Reads the lazy module only if the user has arranged the columns. Otherwise all rows would render again when another list
  // loads the module.
  const arrange = useSyncExternalStore(subscribeToLazyModules, isArranged ? lazyArrangeColumns.getLoaded : loadNothing)
  useEffect(() => {
    if (isArranged) lazyArrangeColumns.load().catch(() => {})
  }, [isArranged])
  return useMemo(() => {
    const fields = columns.map(({ field }) => field as string)
    const byField = new Map(columns.map((column) => [column.field as string, column]))
    const visibleFields = isArranged && arrange ? arrange(fields, layout) : fields
    return visibleFields.flatMap((field) => {
      const column = byField.get(field)
      const width = widths[field]
      return column ? [width === undefined ? column : { ...column, width }] : []
    })
  }, [columns, layout, widths, isArranged, arrange])
}
