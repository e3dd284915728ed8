import { columnOrderingFeature, columnVisibilityFeature, constructTable, tableFeatures } from '@tanstack/react-table'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { columnStateOf, type Layout } from '../../machines/rules/layout.ts'

/** What else it could keep (widths, sorting, selection, pinning) is weighed in docs/decisions.md. */
const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnVisibilityFeature,
  columnOrderingFeature,
})

/**
 * The fields of the columns that are shown, in their order. TanStack Table orders and hides them, by state that it is
 * handed; the rows are drawn from what is in sight, so that it is asked for its columns alone.
 */
export const arrangeColumns = (fields: readonly string[], layout: Layout): readonly string[] =>
  constructTable({
    features,
    columns: fields.map((id) => ({ id })),
    data: [],
    state: columnStateOf(fields, layout),
  })
    .getVisibleLeafColumns()
    .map(({ id }) => id)
