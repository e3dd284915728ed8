import type { Layout } from '../../machines/rules/layout.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './list-actor.ts'
import type { ListSearch } from './search.ts'
import type { ListToasts } from './use-toasts.ts'

/** Props of the toolbar of a list, `ListTools`. */
export interface ListToolsProps<R extends Row> {
  /** The list with all its columns. */
  list: ListDefinition<R>
  /** The list with its columns as this person wants them. */
  arranged: ListDefinition<R>
  actor: ListActor<R>
  layout: Layout
  onLayout: (layout: Layout) => void
  /** The rows are shown as pictures. */
  isGrid: boolean | undefined
  toasts: ListToasts
  /** The name a shared view came with. */
  sharedName?: string | undefined
  /** A phone has no columns to arrange. */
  isPhone: boolean
  /** Goes to the address of a view. */
  onSearch: (search: ListSearch) => void
}

/** A file that is being written: how much of it there is, and how to give it up. */
export interface Writing {
  percent: number
  cancel: () => void
}
