import type { ReactNode } from 'react'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { FilterShape } from '../../machines/filters/filters.ts'
import type { SortingShape } from '../../machines/list/order.ts'
import type { Paging, Row } from '../../machines/list/paging.ts'
import type { RowMove } from '../../machines/list/reorder.ts'
import type { RequiredRight } from '../../machines/session/ability.ts'
import type { Pigment } from '../kit/feedback/pigment.ts'
import type { MessageKey } from '../message-key.ts'
import type { ActionIcon } from './action-icon.tsx'
import type { BulkAction } from './bulk-action.ts'
import type { Label } from './label.ts'

/** Type of a column's values. It selects the sort label, such as "Sort newest first". */
export type ValueKind = 'text' | 'time' | 'number'

export type Align = 'left' | 'center' | 'right'

/** One column: a field of the row and its presentation. */
export interface ColumnOf<R, F extends keyof R & string> {
  field: F
  headerName: MessageKey
  /** Width in pixels. Columns without one share the remaining space. */
  width?: number
  /** Whether the list can be sorted by this field. */
  sortable?: boolean
  kind?: ValueKind
  /** Explanation of the column, where its name is not enough. */
  tooltip?: MessageKey
  headerAlign?: Align
  cellAlign?: Align
  /** Renders the value. Default: the value as text. */
  cell?: (value: R[F], row: R) => ReactNode
  /** Returns the value for copying and export. Default: the value. */
  text?: (value: R[F], row: R) => unknown
  /** Placeholder while rows load; the row's index varies its width. Default: a line. */
  skeleton?: (index: number) => ReactNode
  /** Hides the column when the list (not the window) is narrower than this many pixels (design guide §7). */
  hiddenBelowPx?: 1180 | 1080 | 920 | 820 | 720
}

/** Column of rows `R`. A field that rows do not have is a type error. */
export type Column<R> = { [F in keyof R & string]: ColumnOf<R, F> }[keyof R & string]

export interface FilterOption {
  value: string
  label: Label
  icon?: ReactNode
  pigment?: Pigment
}

/** Properties of every filter above a list (Spec §3). */
interface FilterBase<F extends string> {
  field: F
  /** Placeholder and accessible name of the control. */
  placeholder: MessageKey
  /** Initial value, if the URL has no filter. */
  value?: unknown
  /** Default `left`. A single-select in the `head` is shown as tabs. */
  position?: 'left' | 'right' | 'head'
  /** Shows the filter outside the All Filters overlay below the medium breakpoint. */
  visibleOnMobile?: boolean
  /** Hides the filter when it has at most one option. */
  hiddenWithOneOption?: boolean
  icon?: ReactNode
  /** Default "Clear". */
  clearButtonText?: MessageKey
  options?: readonly FilterOption[]
}

export interface TextFilter<F extends string = string> extends FilterBase<F> {
  type: 'text'
}

export interface SelectFilter<F extends string = string> extends FilterBase<F> {
  type: 'multi-select' | 'single-select'
  options: readonly FilterOption[]
  /** Value when the user selects nothing (Spec §4). */
  preselectValue?: string
}

/** Filter whose options are searched on the server. Use {@link createAutocompleteFilter}, which checks the field names. */
export interface AutocompleteFilter<F extends string = string> extends FilterBase<F> {
  type: 'autocomplete'
  /** Searches the options. The query has the search field, `extraQueryParams` and `limit` (Spec §7 Lists). */
  endpoint: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly Row[] }>
  findByIdEndpoint: (payload: { id: string }, signal: AbortSignal) => Promise<Row>
  /** Query parameter for the typed text. Default `search`. */
  searchField?: string
  /** Field of an option that is shown. Default `name`. */
  displayField?: string
  multiple?: boolean
  /** Maximum number of chosen items that the control names before it shows a count. Default: as many as fit. */
  limitTags?: number
  extraQueryParams?: Readonly<Record<string, unknown>>
}

export type FilterDefinition<F extends string = string> = TextFilter<F> | SelectFilter<F> | AutocompleteFilter<F>

/** Creates an autocomplete filter over items `T`. A display field that `T` does not have is a type error. */
export const createAutocompleteFilter = <T extends Row, F extends string = string>(
  filter: Omit<AutocompleteFilter<F>, 'type' | 'endpoint' | 'findByIdEndpoint' | 'displayField'> & {
    endpoint: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly T[] }>
    findByIdEndpoint: (payload: { id: string }, signal: AbortSignal) => Promise<T>
    displayField?: keyof T & string
  },
): AutocompleteFilter<F> => ({ type: 'autocomplete', ...filter })

/** Row action, as declared by a list. */
export type RowActionDefinition<R extends Row> = {
  /** Unique within the menu. */
  id: string
  title: MessageKey
  icon?: ActionIcon
  color?: 'bad'
  /** Permission that the user needs for the row. Default: none. */
  needs?: RequiredRight
  /** Whether the action is offered for a row. Default: always. */
  appliesTo?: (row: R) => boolean
  /** Returns why the action is disabled for a row. */
  isDisabled?: (row: R) => MessageKey | undefined
} /** If `run` resolves with the row, that row replaces the old one in the list. Any other result reloads the rows. */ & (
  | { run: (row: R) => unknown }
  /** Opens the list's dialog with this name. */
  | { dialog: string }
  /** Runs the list's bulk action with this id on this row only. */
  | { bulk: string }
  /** Moves the row to this 1-based position. */
  | { position: number }
  | { items: (row: R) => readonly RowAction[] }
)

/** Creates a row on a page of its own or in one of the list's dialogs. */
export type CreateAction = { title: MessageKey; needs: RequiredRight } & ({ to: string } | { dialog: string })

/** Entry of the menu next to the create button. */
export type SecondaryCreateAction = CreateAction

/** Props of a list's dialog. The row is null if the dialog is not about a single row. */
export interface RowDialogProps<R extends Row> {
  row: R | null
  /** Called when the dialog was submitted and rows have changed. */
  onAnswered: () => void
  onClose: () => void
}

/** One entry of a row's menu (Spec §3). */
export type RowAction = {
  /** Unique within the menu. */
  id: string
  title: Label
  icon?: ActionIcon
  color?: 'bad'
  isChecked?: boolean
  /** Message key of the reason why the entry is disabled, or `true` without a reason. */
  isDisabled?: MessageKey | boolean | undefined
} /** If `onAction` resolves with the row, that row replaces the old one in the list. Any other result reloads the rows. */ & (
  | { type: 'click'; onAction: () => unknown }
  /** Opens the list's dialog with the name `value`. */
  | { type: 'dialog'; value: string }
  /** Runs the list's bulk action with the id `value` on this row only, with Undo. */
  | { type: 'bulk'; value: string }
  | { type: 'submenu'; subMenuItems: readonly RowAction[] }
  /** Moves the row to the 1-based position `value`. A value below 1 or above the total means last. */
  | { type: 'setOrder'; value: number }
)

export type GetMenuGroups<R> = (row: R) => readonly (readonly RowAction[])[]

/** Shape of a row's picture on a phone: `plinth` (square backdrop) for an asset, `round` for a user, or none. */
export type PhonePicture = 'plinth' | 'round' | 'none'

/** Row on a phone: two lines next to a picture. */
export interface PhoneItem {
  picture?: ReactNode
  name: ReactNode
  aside?: ReactNode
  line?: ReactNode
}

/**
 * Rules for reading a list's query from the URL: filters, sortable fields and default order. The sortable fields and the default
 * order can depend on the filter.
 */
export interface ListShape<F extends string = string> extends SortingShape {
  readonly filters: readonly (FilterShape & { readonly field: F })[]
  /** Rows per page. Default 10 (Spec §9). */
  readonly limit?: number
  /** Numbered pages or infinite scroll. Default `pager`. */
  readonly paging?: Paging
  /** Whether filter, order and page are stored in the URL. Default true. */
  readonly inUrl?: boolean
}

/**
 * Definition of a list: columns, filters, actions and data source. The texts are message keys; the list's route loads the
 * messages.
 */
export interface ListDefinition<R extends Row, F extends string = string> extends ListShape<F> {
  /** Unique id, used in the keys of cached rows, layout and saved views. */
  readonly id: string
  readonly title: MessageKey
  /** Sibling pages, shown as tab links in the page header, usually including this page. */
  readonly siblings?: readonly { readonly to: string; readonly labelKey: MessageKey }[]
  /** Breadcrumbs before the title: path and message key of each parent page. */
  readonly breadcrumbs?: readonly { to: string; labelKey: MessageKey<'common'> }[]
  readonly filters: readonly FilterDefinition<F>[]
  readonly columns: readonly Column<R>[]
  readonly nameOf: (row: R) => string
  readonly phone: (row: R) => PhoneItem
  /** Placeholder of a row's picture while loading. Default `plinth`. */
  readonly phonePicture?: PhonePicture
  /** Whether the list can also be shown as a grid of pictures, at any width. */
  readonly hasGrid?: boolean
  /** Opens the page of a row when the user presses the row. The row's name links to the same page. */
  readonly open?: (row: R) => void
  /** Action groups of a row's menu. */
  readonly actions?: readonly (readonly RowActionDefinition<R>[])[]
  /** Bulk actions. A user who is allowed none of them cannot select rows. */
  readonly bulk?: readonly BulkAction<R>[]
  /**
   * Name of the preview dialog next to the list. Space on a row, or a press on `data-previews`, opens the dialog, which then
   * shows the focused row.
   */
  readonly preview?: string
  /** Dialogs by name. Only one is open at a time. */
  readonly dialogs?: Readonly<Record<string, (props: RowDialogProps<R>) => ReactNode>>
  /** Whether the rows are assets, for which the server sends change events. */
  readonly isLive?: boolean
  /** Create button in the head and below "No items found". On phones, the button is in the tab bar. */
  readonly create?: CreateAction
  readonly secondaryCreateActions?: readonly SecondaryCreateAction[]
  /** Text after "No items found". `toMakers` limits the text to users who can create a row. */
  readonly empty?: { text: MessageKey; toMakers?: boolean }
  /** Message when loading fails, such as "The assets didn’t load". */
  readonly failed?: MessageKey
  /** Loads one page. Rejects with `ApiError`. */
  readonly loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>
  /**
   * Saves a row's new 1-based position in the whole list and may return the updated row. Without `saveOrder`, rows cannot be
   * moved.
   */
  readonly saveOrder?: (move: RowMove, signal: AbortSignal) => Promise<unknown>
  /** Field of the manual order. Rows can be moved only while the list is sorted by this field in ascending order. */
  readonly manualOrder?: string
  /**
   * Hint in a list that cannot be sorted by the manual order. Tells users who are allowed to move rows which list to open
   * instead.
   */
  readonly orderHint?: MessageKey
  /**
   * Time in milliseconds after which rows are refreshed silently, for rows that change without user action. Default: no refresh.
   */
  readonly staleAfterMs?: (rows: readonly R[]) => number
  /** Whether a progress bar is shown while rows load. Default true. */
  readonly progressBar?: boolean
}
