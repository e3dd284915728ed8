import type { ListQuery } from '../../../api/contract/list.ts'
import type { BulkItem, BulkOutcome } from '../../../machines/bulk.machine.ts'
import type { RequiredRight } from '../../../machines/rules/ability.ts'
import type { Paging, Row } from '../../../machines/rules/paging.ts'
import type { Pigment } from '../../kit/feedback/pigment.ts'
import type { MessageKey } from '../../message-key.ts'
import type { ActionIcon } from '../action-icon.tsx'
import type { Label } from '../label.ts'

/** One choice for a bulk action, such as a tag. */
export interface BulkChoice {
  id: string
  label: Label
  pigment?: Pigment | undefined
}

/** Current state of a list. */
export interface ListSnapshot {
  rows: readonly Row[]
  shown: ListQuery
  paging: Paging
  /** Total number of rows. */
  totalDocs: number
}

/** Input of a bulk action. */
export interface BulkRequest {
  items: readonly BulkItem[]
  /** State of the list when the action started. */
  list: ListSnapshot
  choice?: string | undefined
  /** Whether the page is being left: requests must be sent immediately and survive the unload. */
  isLeaving: boolean
}

/** Action on all selected rows (design guide §7). Its texts are message keys. */
export interface BulkAction<R extends Row> {
  /** Unique within the bar. */
  id: string
  title: MessageKey
  icon: ActionIcon
  color?: 'bad'
  /** Permission needed for at least one row; the server decides per row. Default: offered to all users. */
  needs?: RequiredRight
  /** Whether the action applies to a row. Other rows stay unchanged and are reported with `skippedMessage` and count `n`. */
  appliesTo?: (row: R) => boolean
  skippedMessage?: MessageKey
  /** Loads the choices. The button is then a menu. Rejects with `ApiError`. */
  choices?: (signal: AbortSignal) => Promise<readonly BulkChoice[]>
  /** Texts of a dialog that allows several choices. The resulting choice is their ids, separated by spaces. */
  multiChoice?: { title: MessageKey; why: MessageKey; none: MessageKey }
  /** Texts of an optional remark, passed as the choice, and its maximum length in characters. */
  remark?: { title: MessageKey; label: MessageKey; why: MessageKey; most: number }
  /** Whether the choice with this id applies to the selected rows. Default: every choice does. */
  isChoiceAvailable?: (choice: string, rows: readonly R[]) => boolean
  /** Returns what the action needs of a row besides its id. */
  itemDetails?: (row: R, list: ListSnapshot) => Pick<BulkItem, 'position' | 'bodyId'>
  perform: (request: BulkRequest) => Promise<BulkOutcome>
  /** Undoes the action. Without it, the action is delayed until Undo has expired, and its rows are hidden immediately. */
  revert?: (request: BulkRequest) => Promise<BulkOutcome>
  /** Messages for success, with the `name` of the first row, and for failures. Each has the number `n`. */
  done: MessageKey
  failed: MessageKey
  /** Message for a success that changed nothing. */
  nothing?: MessageKey
}

/** Maximum number of concurrent requests. */
const MAX_PARALLEL_CALLS = 6

/**
 * Sends one request per row, `parallelCalls` at a time (all together when the page is being left), and collects the outcomes.
 * Includes the updated rows if every response is a row.
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

/** Returns whether a response is a row of a list. */
export const isRow = (response: unknown): response is Row =>
  typeof response === 'object' && response !== null && 'id' in response && typeof response.id === 'string'
