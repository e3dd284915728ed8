import type { ReactNode } from 'react'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { RequiredRight } from '../../machines/rules/ability.ts'
import type { FilterShape } from '../../machines/rules/filters.ts'
import type { SortingShape } from '../../machines/rules/order.ts'
import type { Paging, Row } from '../../machines/rules/paging.ts'
import type { RowMove } from '../../machines/rules/reorder.ts'
import type { Pigment } from '../kit/feedback/pigment.ts'
import type { MessageKey } from '../message-key.ts'
import type { ActionIcon } from './action-icon.tsx'
import type { Label } from './label.ts'
import type { BulkAction } from './selection/bulk-action.ts'

/** Type of a column's values, which selects its sort label, such as "Sort newest first". */
export type ValueKind = 'text' | 'time' | 'number'

/** Horizontal alignment of a head or cell. */
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
  /** Explains the content where the name does not. */
  tooltip?: MessageKey
  headerAlign?: Align
  cellAlign?: Align
  /** Renders the value. Default: the value as text. */
  cell?: (value: R[F], row: R) => ReactNode
  /** Returns the value for copying and export. Default: the value. */
  text?: (value: R[F], row: R) => unknown
  /** Placeholder while rows load. Takes the row's index so that widths vary. Default: a line. */
  skeleton?: (index: number) => ReactNode
  /** Hides the column when the list (not the window) is narrower than this many pixels (design guide §7). */
  hiddenBelowPx?: 1180 | 1080 | 920 | 820 | 720
}

/** Column of rows `R`. A field that the row lacks is a type error. */
export type Column<R> = { [F in keyof R & string]: ColumnOf<R, F> }[keyof R & string]

/** One value of a filter. */
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
  /** Initial value when the list opens and the URL names no filter. */
  value?: unknown
  /** Default `left`. A single-select with few options can be in the `head`, as tabs that look like separate lists. */
  position?: 'left' | 'right' | 'head'
  /** Shows the filter next to All Filters below the medium breakpoint. */
  visibleOnMobile?: boolean
  /** Hides the filter when it has at most one option. */
  hiddenWithOneOption?: boolean
  icon?: ReactNode
  /** Default "Clear". */
  clearButtonText?: MessageKey
  options?: readonly FilterOption[]
}

/** Filter by free text. */
export interface TextFilter<F extends string = string> extends FilterBase<F> {
  type: 'text'
}

/** Filter by one or several given options. */
export interface SelectFilter<F extends string = string> extends FilterBase<F> {
  type: 'multi-select' | 'single-select'
  options: readonly FilterOption[]
  /** Value of an empty single-select (Spec §4). */
  preselectValue?: string
}

/** Filter whose options are searched on the server. Created by {@link createAutocompleteFilter}, which types it by the found items. */
export interface AutocompleteFilter<F extends string = string> extends FilterBase<F> {
  type: 'autocomplete'
  /** Searches the options. Takes the search field, the extra parameters and `limit` (Spec §7 Lists). */
  endpoint: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly Row[] }>
  /** Loads the item of a chosen id. */
  findByIdEndpoint: (payload: { id: string }, signal: AbortSignal) => Promise<Row>
  /** Parameter for the typed text. Default `search`. */
  searchField?: string
  /** Field whose value is shown. Default `name`. */
  displayField?: string
  multiple?: boolean
  /** Maximum number of chosen items named by the control; the rest is counted. Default: as many as fit. */
  limitTags?: number
  extraQueryParams?: Readonly<Record<string, unknown>>
}

/** Any filter above a list. */
export type FilterDefinition<F extends string = string> = TextFilter<F> | SelectFilter<F> | AutocompleteFilter<F>

/** Creates an autocomplete filter over items `T`. A display field that they lack is a type error. */
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
  /** Permission needed for this row. Default: offered to all users. */
  needs?: RequiredRight
  /** Whether the action is offered for a row. Default: for all. */
  appliesTo?: (row: R) => boolean
  /** Returns why the action is disabled for a row. */
  isDisabled?: (row: R) => MessageKey | undefined
} /** A promise that resolves with the row replaces it in the list. Any other result reloads the rows. */ & (
  | { run: (row: R) => unknown }
  /** Opens the list's dialog with this name first. */
  | { question: string }
  /** Runs the list's bulk action with this id on this row only. */
  | { bulk: string }
  /** Moves the row to this 1-based position. */
  | { position: number }
  | { items: (row: R) => readonly RowAction[] }
)

/** Way to create a row: on its own page, or in one of the list's dialogs. */
export type CreateAction = { title: MessageKey; needs: RequiredRight } & ({ to: string } | { question: string })

/** Another way to create or change rows, in the menu next to the create button. */
export type SecondaryCreateAction = CreateAction

/** Props of a list's dialog. The row is null when the dialog is about no single row. */
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
  /** Shows a tick: the option is on. */
  isChecked?: boolean
  /** Disables the entry: the reason shown next to it, or `true` without one. */
  isDisabled?: MessageKey | boolean | undefined
} /** A promise that resolves with the row replaces it in the list. Any other result reloads the rows. */ & (
  | { type: 'click'; onAction: () => unknown }
  /** Opens the list's dialog with this name. */
  | { type: 'question'; value: string }
  /** Runs the list's bulk action with this id on this row only, with the same Undo. */
  | { type: 'bulk'; value: string }
  | { type: 'submenu'; subMenuItems: readonly RowAction[] }
  /** Moves the row to the 1-based position `value`. A value below 1 or above the total means last. */
  | { type: 'setOrder'; value: number }
)

/** Returns the action groups of a row's menu. */
export type GetMenuGroups<R> = (row: R) => readonly (readonly RowAction[])[]

/** Shape of a row's picture on a phone: `plinth` for an asset, `round` for a user, or none. */
export type PhonePicture = 'plinth' | 'round' | 'none'

/** Row on a phone: two lines next to a picture. */
export interface PhoneItem {
  picture?: ReactNode
  name: ReactNode
  aside?: ReactNode
  line?: ReactNode
}

/**
 * Rules for reading a list's query from the URL: filters, sortable fields, and the default order (otherwise the server's). The
 * last two can depend on the filter.
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
 * Definition of a list as a value: its columns, filters, actions and data source. Its texts are message keys; the list's route
 * loads the messages.
 */
export interface ListDefinition<R extends Row, F extends string = string> extends ListShape<F> {
  /** Unique id. Cached rows, layout and views are stored under it. */
  readonly id: string
  /** Title of the list, such as "Assets". */
  readonly title: MessageKey
  /** Sibling pages, shown as links in the head. Includes this page unless it has tabs of its own. */
  readonly siblings?: readonly { readonly to: string; readonly word: MessageKey }[]
  /** Breadcrumbs before the title, for a list below another page: the path and message key of each step. */
  readonly breadcrumbs?: readonly { to: string; word: MessageKey<'common'> }[]
  readonly filters: readonly FilterDefinition<F>[]
  readonly columns: readonly Column<R>[]
  /** Returns the name of a row for screen readers. */
  readonly nameOf: (row: R) => string
  readonly phone: (row: R) => PhoneItem
  /** Placeholder of a row's picture while loading. Default `plinth`. */
  readonly phonePicture?: PhonePicture
  /** Whether the phone's items can also be shown as a grid of pictures at any width. */
  readonly hasGrid?: boolean
  /** Opens a pressed row. The row's name links to the same page. */
  readonly open?: (row: R) => void
  /** Groups of a row's menu, with the permission for each action. */
  readonly actions?: readonly (readonly RowActionDefinition<R>[])[]
  /** Bulk actions. Rows cannot be selected by users who are allowed none of them. */
  readonly bulk?: readonly BulkAction<R>[]
  /**
   * Name of the dialog that previews a row next to the list. Space on a row or a press on `data-previews` opens it; it follows
   * the focused row.
   */
  readonly preview?: string
  /** Dialogs by name. Only one is open at a time. */
  readonly questions?: Readonly<Record<string, (props: RowDialogProps<R>) => ReactNode>>
  /** Whether the rows are assets, for which the server sends change events. */
  readonly isLive?: boolean
  /** Create button at the right of the head and below "No items found". Phones have it in the tab bar. */
  readonly create?: CreateAction
  readonly secondaryCreateActions?: readonly SecondaryCreateAction[]
  /** Text after "No items found". `toMakers`: only for users who can create a row. */
  readonly empty?: { text: MessageKey; toMakers?: boolean }
  /** Failure message, such as "The assets didn’t load". */
  readonly failed?: MessageKey
  /** Loads one page. Rejects with `ApiError`. */
  readonly loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>
  /** Saves a row's new 1-based position in the whole list and may return the updated row. Without it rows cannot be moved. */
  readonly saveOrder?: (move: RowMove, signal: AbortSignal) => Promise<unknown>
  /** Field of the manual order. Rows can be moved only while the list is sorted by it in ascending order. */
  readonly manualOrder?: string
  /**
   * Hint on how to reach the list with the manual order, for users who are allowed to move rows. Set when this list lacks that
   * order.
   */
  readonly orderHint?: MessageKey
  /** Time in milliseconds until rows that change by themselves are refreshed silently. Default: no automatic refresh. */
  readonly staleAfterMs?: (rows: readonly R[]) => number
  /** Whether a progress bar is shown above the rows while they load. Default true. */
  readonly progressBar?: boolean
}
