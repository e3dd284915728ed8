import { columnOrderingFeature, columnVisibilityFeature, constructTable, tableFeatures } from '@tanstack/react-table'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { columnStateOf, type ListLayout } from '../../../machines/views/layout.ts'

/** Features of TanStack Table that lists use; docs/adr/0007-own-list-machine.md has the reasons. */
const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnVisibilityFeature,
  columnOrderingFeature,
})

/**
 * Returns the fields of the visible columns, in order. TanStack Table receives no rows, because the list renders only those near
 * the viewport.
 */
export const arrangeColumns = (fields: readonly string[], layout: ListLayout): readonly string[] =>
  constructTable({
    features,
    columns: fields.map((id) => ({ id })),
    data: [],
    state: columnStateOf(fields, layout),
  })
    .getVisibleLeafColumns()
    .map(({ id }) => id)
