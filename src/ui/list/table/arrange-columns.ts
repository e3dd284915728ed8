import { columnOrderingFeature, columnVisibilityFeature, constructTable, tableFeatures } from '@tanstack/react-table'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { columnStateOf, type ListLayout } from '../../../machines/rules/layout.ts'

/** Features of TanStack Table in use. docs/adr/0007-own-list-machine.md explains why others are not. */
const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnVisibilityFeature,
  columnOrderingFeature,
})

/**
 * Returns the fields of the visible columns, in order. TanStack Table orders and hides the columns. It receives no rows, because
 * the list renders them by its own windowing.
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
