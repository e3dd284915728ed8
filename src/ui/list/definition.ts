import type { ReactNode } from 'react'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Need } from '../../machines/rules/ability.ts'
import type { FilterShape } from '../../machines/rules/filters.ts'
import type { SortingShape } from '../../machines/rules/order.ts'
import type { Paging, Row } from '../../machines/rules/paging.ts'
import type { Move } from '../../machines/rules/reorder.ts'
import type { Pigment } from '../kit/pigment.ts'
import type { BulkAction } from './bulk.ts'
import type { ActionIcon } from './glyph-of.tsx'

/** What a column's values are, for the words of its sorting: "Sort newest first". */
export type ValueKind = 'text' | 'time' | 'number'

/** Where the words of a head or a cell stand. */
export type Align = 'left' | 'center' | 'right'

/** One column: a field of the row and how it is shown. Words are keys of `words.ts` or plain sentences. */
export interface ColumnOf<R, F extends keyof R & string> {
  field: F
  headerName: string
  /** Pixels; columns without one share what is left. */
  width?: number
  /** The list can be sorted by this field. */
  sortable?: boolean
  kind?: ValueKind
  /** A sentence about what the column holds, where its name does not say it. */
  tooltip?: string
  headerAlign?: Align
  cellAlign?: Align
  /** Default: the value as text. */
  cell?: (value: R[F], row: R) => ReactNode
  /** What is copied and exported. Default: the value. */
  text?: (value: R[F], row: R) => unknown
  /** What stands there while the rows load, by the row's place so that widths vary. Default: a line. */
  skeleton?: (index: number) => ReactNode
  /** Leaves when the list, not the window, is narrower than this many pixels (look.md §7). */
  leavesUnder?: 1180 | 1080 | 920 | 820 | 720
}

/** A column of rows `R`: naming a field that the row lacks is a type error. */
export type Column<R> = { [F in keyof R & string]: ColumnOf<R, F> }[keyof R & string]

/** One value a filter can take. */
export interface FilterOption {
  value: string
  label: string
  icon?: ReactNode
  pigment?: Pigment
}

/** What every filter above a list states (Spec §3). Words are keys of `words.ts` or plain sentences. */
interface FilterBase<F extends string> {
  field: F
  /** What the control says while it is empty, and its name. */
  placeholder: string
  /** What it is set to when the list opens and the address names no filter. */
  value?: unknown
  /** Default `left`. A single choice of few can stand in the `head`, as tabs: each a list of its own to the eye. */
  position?: 'left' | 'right' | 'head'
  /** Stands beside All Filters below the medium breakpoint. */
  visibleOnMobile?: boolean
  /** Is left out while there is only one option or none. */
  hiddenWithOneOption?: boolean
  icon?: ReactNode
  /** Default "Clear". */
  clearButtonText?: string
  options?: readonly FilterOption[]
}

/** A filter that is typed. */
export interface TextFilter<F extends string = string> extends FilterBase<F> {
  type: 'text'
}

/** A filter of one or several given options. */
export interface SelectFilter<F extends string = string> extends FilterBase<F> {
  type: 'multi-select' | 'single-select'
  options: readonly FilterOption[]
  /** What a single-select is set to while it is empty (Spec §4). */
  preselectValue?: string
}

/** A filter whose options are searched for; made by {@link autocompleteFilter}, which types it by what is found. */
export interface AutocompleteFilter<F extends string = string> extends FilterBase<F> {
  type: 'autocomplete'
  /** Finds what is offered: takes the search field, the extra parameters and `limit` (Spec §7 Lists). */
  endpoint: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly Row[] }>
  /** Finds what a chosen id stands for. */
  findByIdEndpoint: (payload: { id: string }, signal: AbortSignal) => Promise<Row>
  /** The parameter that takes what is typed. Default `search`. */
  searchField?: string
  /** The field whose value is shown. Default `name`. */
  displayField?: string
  multiple?: boolean
  /** How many chosen ones the control names before it counts the rest. Default: as many as fit. */
  limitTags?: number
  extraQueryParams?: Readonly<Record<string, unknown>>
}

/** A filter above the list. */
export type FilterDefinition<F extends string = string> = TextFilter<F> | SelectFilter<F> | AutocompleteFilter<F>

/** Makes an autocomplete filter over things `T`: a display field that they lack is a type error. */
export const autocompleteFilter = <T extends Row, F extends string = string>(
  filter: Omit<AutocompleteFilter<F>, 'type' | 'endpoint' | 'findByIdEndpoint' | 'displayField'> & {
    endpoint: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly T[] }>
    findByIdEndpoint: (payload: { id: string }, signal: AbortSignal) => Promise<T>
    displayField?: keyof T & string
  },
): AutocompleteFilter<F> => ({ type: 'autocomplete', ...filter })

/** An action of a row, as a list declares it. Words are keys of `words.ts` or plain sentences. */
export type ActionOf<R extends Row> = {
  /** Unique in the menu. */
  id: string
  title: string
  icon?: ActionIcon
  color?: 'bad'
  /** Offered to those who may do it to this very row. Default: to all. */
  needs?: Need
  /** Offered for rows that it fits. Default: for all. */
  fits?: (row: R) => boolean
  /** Why it cannot be chosen for a row now. */
  isDisabled?: (row: R) => string | undefined
} /** What it promises, if it is the row, takes the row's place; anything else promised has the rows asked for again. */ & (
  | { run: (row: R) => unknown }
  /** Asks one of the list's questions first, by its name. */
  | { question: string }
  /** Does the list's action on several rows, by its id, to this row alone. */
  | { bulk: string }
  /** Moves the row to this 1-based position. */
  | { position: number }
  | { items: (row: R) => readonly RowAction[] }
)

/** How another row is made: on a page of its own, or by one of the list's questions. */
export type Creation = { title: string; needs: Need } & ({ to: string } | { question: string })

/** Another way to make or change rows: in a menu beside the button that makes one. */
export type WayToCreate = Creation

/** What a question of a list is handed: the row it is about, where it is about one, and what it tells. */
export interface QuestionProps<R extends Row> {
  row: R | null
  /** It was answered, and rows are changed by it. */
  onAnswered: () => void
  onClose: () => void
}

/** One line of a row's menu (Spec §3). */
export type RowAction = {
  /** Unique in the menu. */
  id: string
  title: string
  icon?: ActionIcon
  color?: 'bad'
  /** What it turns on is on: a tick stands beside it. */
  isChecked?: boolean
  /** It cannot be chosen now: the reason, shown beside it, or just that. */
  isDisabled?: string | boolean | undefined
} /** What it promises, if it is the row, takes the row's place; anything else promised has the rows asked for again. */ & (
  | { type: 'click'; onAction: () => unknown }
  /** Asks one of the list's questions, by its name. */
  | { type: 'question'; value: string }
  /** The list's action on several rows, by its id, for this row alone: with Undo as for many. */
  | { type: 'bulk'; value: string }
  | { type: 'submenu'; subMenuItems: readonly RowAction[] }
  /** Moves the row to the 1-based position `value`; 0, below, or above the total mean last place. */
  | { type: 'setOrder'; value: number }
)

/** The groups of a row's menu. */
export type GroupsOf<R> = (row: R) => readonly (readonly RowAction[])[]

/** The picture of a list's rows on a phone: a piece, a person, or none. */
export type PhonePicture = 'plinth' | 'round' | 'none'

/** A row on a phone: two lines beside a picture. */
export interface PhoneItem {
  picture?: ReactNode
  name: ReactNode
  aside?: ReactNode
  line?: ReactNode
}

/**
 * What a list's address query is read by: its filters, the fields it can be sorted by (`sortable`), and the order that
 * stands where the address names none (default: the server's own); both may hang on the filter.
 */
export interface ListShape<F extends string = string> extends SortingShape {
  readonly filters: readonly (FilterShape & { readonly field: F })[]
  /** Rows a page. Default 10 (Spec §9). */
  readonly limit?: number
  /** Numbered pages or infinite scroll. Default `pager`. */
  readonly paging?: Paging
  /** Filter, order and page are kept in the address. Default true. */
  readonly inUrl?: boolean
}

/** A list is a value: what it shows, how it is narrowed, and where its rows come from. */
export interface ListDefinition<R extends Row, F extends string = string> extends ListShape<F> {
  /** What tells it from other lists: what is kept of it (rows, layout, views) is kept under this. */
  readonly id: string
  /** The name of the whole: "Assets". */
  readonly title: string
  /** Pages that stand beside it under the same place, this one among them unless it has tabs of its own: links in the head. */
  readonly siblings?: readonly { readonly to: string; readonly word: string }[]
  /** Where the list belongs, before its title, where it stands below another: each step's address and the key of its words. */
  readonly trail?: readonly { to: string; word: string }[]
  readonly filters: readonly FilterDefinition<F>[]
  readonly columns: readonly Column<R>[]
  /** The name of a row, for screen readers. */
  readonly nameOf: (row: R) => string
  readonly phone: (row: R) => PhoneItem
  /** What stands for the picture of a row that is on its way. Default `plinth`. */
  readonly phonePicture?: PhonePicture
  /** What a phone shows of a row can be shown as a grid of pictures anywhere. */
  readonly hasGrid?: boolean
  /** A press on a row; its name is a link to the same place. */
  readonly open?: (row: R) => void
  /** The groups of a row's menu, with what each action needs. */
  readonly actions?: readonly (readonly ActionOf<R>[])[]
  /** What can be done to several rows at once by those who may; for who may do nothing rows cannot be selected. */
  readonly bulk?: readonly BulkAction<R>[]
  /**
   * The question that shows a row beside the list instead of asking: Space on a row and a press on what in it says
   * `data-previews` open it, and it follows the row that has the focus.
   */
  readonly preview?: string
  /** What is asked over the list, by name; one at a time. */
  readonly questions?: Readonly<Record<string, (props: QuestionProps<R>) => ReactNode>>
  /** The rows are assets, whose changes are told as they happen. */
  readonly isLive?: boolean
  /** The button at the right of the head, and below "No items found"; a phone has it in its tab bar. */
  readonly create?: Creation
  readonly otherWays?: readonly WayToCreate[]
  /** What "No items found" goes on with; `toMakers`: only for those who can make one. */
  readonly empty?: { text: string; toMakers?: boolean }
  /** "The assets didn’t load". */
  readonly failed?: string
  /** Rejects with `ApiError`. */
  readonly loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>
  /** Saves a row's new 1-based place in the whole list, and may answer the row as it stands. Without it rows cannot be moved. */
  readonly saveOrder?: (move: Move, signal: AbortSignal) => Promise<unknown>
  /** The field of the order that people give by hand: rows can be moved only while the list is sorted up by it. */
  readonly manualOrder?: string
  /** How one gets to a list that has that order, where this one has not: said to those who may move rows. */
  readonly orderHint?: string
  /**
   * How long rows stand before they are quietly asked for again, in milliseconds: where they change by themselves. Default:
   * until somebody asks.
   */
  readonly staleAfter?: (rows: readonly R[]) => number
  /** A bar at the top of the rows while they load. Default true. */
  readonly progressBar?: boolean
}
