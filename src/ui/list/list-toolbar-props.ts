import type { ListLayout } from '../../machines/rules/layout.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './state/list-actor.ts'
import type { ListSearch } from './state/list-search.ts'
import type { LazyPageToasts } from './use-toasts.ts'

/** Props of `ListToolbar`, the toolbar of a list. */
export interface ListToolbarProps<R extends Row> {
  /** List with all its columns. */
  list: ListDefinition<R>
  /** List with its columns as arranged by the user. */
  arranged: ListDefinition<R>
  actor: ListActor<R>
  layout: ListLayout
  onLayout: (layout: ListLayout) => void
  /** Whether the rows are shown as a grid of pictures. */
  isGrid: boolean | undefined
  toasts: LazyPageToasts
  /** Name of the shared view that was opened by link. */
  sharedName?: string | undefined
  /** Whether the window is phone-sized; a phone has no columns to arrange. */
  isPhone: boolean
  /** Navigates to a view's search parameters. */
  onSearch: (search: ListSearch) => void
}

/** Progress of a running export, and a callback that cancels it. */
export interface ExportProgress {
  percent: number
  cancel: () => void
}
