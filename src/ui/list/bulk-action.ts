import type { ListQuery } from '../../api/contract/list.ts'
import type { BulkItem, BulkOutcome } from '../../machines/bulk/bulk.machine.ts'
import type { Paging, Row } from '../../machines/list/paging.ts'
import type { RequiredRight } from '../../machines/session/ability.ts'
import type { Pigment } from '../kit/feedback/pigment.ts'
import type { MessageKey } from '../message-key.ts'
import type { ActionIcon } from './action-icon.tsx'
import type { Label } from './label.ts'

/** Choice for a bulk action, such as a tag. */
export interface BulkChoice {
  id: string
  label: Label
  pigment?: Pigment | undefined
}

export interface ListSnapshot {
  rows: readonly Row[]
  shown: ListQuery
  paging: Paging
  totalDocs: number
}

export interface BulkRequest {
  items: readonly BulkItem[]
  /** State of the list when the action started. */
  list: ListSnapshot
  choice?: string | undefined
  /** Whether the page is being unloaded. Requests must then be sent immediately and survive the unload. */
  isLeaving: boolean
}

/** Action on all selected rows (design guide §7). Its texts are message keys. */
export interface BulkAction<R extends Row> {
  id: string
  title: MessageKey
  icon: ActionIcon
  color?: 'bad'
  /** Permission that the user needs for at least one row; the server checks each row. Default: none. */
  needs?: RequiredRight
  /** Whether the action applies to a row. Other rows stay unchanged; `skippedMessage` reports their number as `n`. */
  appliesTo?: (row: R) => boolean
  skippedMessage?: MessageKey
  /** Loads the choices, which are shown in a menu. Rejects with `ApiError`. */
  choices?: (signal: AbortSignal) => Promise<readonly BulkChoice[]>
  /** Texts of a dialog that allows several choices. The action receives their ids, separated by spaces. */
  multiChoice?: { title: MessageKey; why: MessageKey; none: MessageKey }
  /**
   * Texts of the dialog for an optional remark, and its maximum length in characters. The action receives the remark as `choice`.
   */
  remark?: { title: MessageKey; label: MessageKey; why: MessageKey; maxLength: number }
  /** Whether a choice applies to the selected rows. Default: always. */
  isChoiceAvailable?: (choice: string, rows: readonly R[]) => boolean
  /** Returns the properties of a row, besides its id, that the action needs. */
  itemDetails?: (row: R, list: ListSnapshot) => Pick<BulkItem, 'position' | 'bodyId'>
  perform: (request: BulkRequest) => Promise<BulkOutcome>
  /** Undoes the action. An action without `revert` hides its rows immediately but runs only after Undo has expired. */
  revert?: (request: BulkRequest) => Promise<BulkOutcome>
  /** Messages for success and failure, with the number `n`. The success message also has the `name` of the first row. */
  done: MessageKey
  failed: MessageKey
  /** Message for a success that changed nothing. */
  nothing?: MessageKey
}

const MAX_PARALLEL_CALLS = 6

/**
 * Sends one request per row, with up to `parallelCalls` at a time, or all together when the page is being unloaded. The result
 * includes the updated rows if every response is a row.
 */
export async function callForEachRow(
  { items, isLeaving }: Pick<BulkRequest, 'items' | 'isLeaving'>,
  call: (id: string, item: BulkItem) => Promise<unknown>,
  parallelCalls = isLeaving ? items.length : MAX_PARALLEL_CALLS,
): Promise<BulkOutcome> {
  const changed: BulkItem[] = []
  const rows: Row[] = []
  const failures: { item: BulkItem; error: unknown }[] = []
  const remaining = [...items]
  const callRemaining = async () => {
    for (let item = remaining.shift(); item; item = remaining.shift()) {
      const current = item
      await call(current.id, current).then(
        (response) => {
          changed.push(current)
          if (isRow(response)) rows.push(response)
        },
        (error: unknown) => failures.push({ item: current, error }),
      )
    }
  }
  await Promise.all(Array.from({ length: parallelCalls }, callRemaining))
  return { changed, failures, ...(rows.length > 0 && rows.length === changed.length && { rows }) }
}

export const isRow = (response: unknown): response is Row =>
  typeof response === 'object' && response !== null && 'id' in response && typeof response.id === 'string'
