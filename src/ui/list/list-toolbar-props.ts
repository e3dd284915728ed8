import type { Row } from '../../machines/list/paging.ts'
import type { ListLayout } from '../../machines/views/layout.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './state/list-actor.ts'
import type { ListSearch } from './state/list-search.ts'
import type { LazyPageToasts } from './use-toasts.ts'

export interface ListToolbarProps<R extends Row> {
  /** List definition with all columns. */
  list: ListDefinition<R>
  /** List definition with the columns as arranged by the user. */
  arranged: ListDefinition<R>
  actor: ListActor<R>
  layout: ListLayout
  onLayout: (layout: ListLayout) => void
  isGrid: boolean | undefined
  toasts: LazyPageToasts
  sharedName?: string | undefined
  /** Whether the window is phone-sized. A phone shows no columns, so none can be arranged. */
  isPhone: boolean
  /** Navigates to the search parameters of a saved view. */
  onSearch: (search: ListSearch) => void
}

export interface ExportProgress {
  percent: number
  cancel: () => void
}
