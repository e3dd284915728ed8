import type { ListQuery } from '../../api/contract/list.ts'
import type { BulkItem, BulkOutcome } from '../../machines/bulk.machine.ts'
import type { Need } from '../../machines/rules/ability.ts'
import type { Paging, Row } from '../../machines/rules/paging.ts'
import type { Pigment } from '../kit/pigment.ts'
import type { ActionIcon } from './glyph-of.tsx'

/** One of the things an action can be done with: a tag, say. */
export interface BulkChoice {
  id: string
  /** A name, or a key of `words.ts`. */
  label: string
  pigment?: Pigment | undefined
}

/** A list as it stands. */
export interface Standing {
  rows: readonly Row[]
  shown: ListQuery
  paging: Paging
  /** How many rows there are in all. */
  totalDocs: number
}

/** What an action is done to. */
export interface BulkWork {
  items: readonly BulkItem[]
  /** As it stood when the action began. */
  list: Standing
  choice?: string | undefined
  /** The page is being left: everything must be sent now, in a way that outlives it. */
  isLeaving: boolean
}

/** Something that can be done to all selected rows (look.md §7). Words are keys of `words.ts`. */
export interface BulkAction<R extends Row> {
  /** Unique in the bar. */
  id: string
  title: string
  icon: ActionIcon
  color?: 'bad'
  /** Offered to those who may do it to any row; the server decides row by row. Default: to all. */
  needs?: Need
  /** Whether a row takes part; those that do not are left as they are, and told with `leftOut` and their number `n`. */
  fits?: (row: R) => boolean
  leftOut?: string
  /** What it is done with; the button is then a menu. Rejects with `ApiError`. */
  choices?: (signal: AbortSignal) => Promise<readonly BulkChoice[]>
  /** Several of the choices can be made, in a dialog with these words; the choice is their ids, a space between them. */
  several?: { title: string; why: string; none: string }
  /** A line that may be said with it, which is then the choice: what asks for it, and the most characters of it. */
  remark?: { title: string; label: string; why: string; most: number }
  /** Whether a choice makes sense for the selected rows, by its id. Default: every one does. */
  offers?: (choice: string, rows: readonly R[]) => boolean
  /** What it must know of a row beside its id. */
  knows?: (row: R, list: Standing) => Pick<BulkItem, 'place' | 'bodyId'>
  perform: (work: BulkWork) => Promise<BulkOutcome>
  /** Undo afterwards. Without it the action is held back until Undo has passed, and its rows are out of sight by then. */
  revert?: (work: BulkWork) => Promise<BulkOutcome>
  /** What is said once it is done, with the `name` of the first, and what once some could not be; each with the number `n`. */
  done: string
  failed: string
  /** What is said where it went well and changed nothing. */
  nothing?: string
}

/** How many calls are under way at once. */
const AT_ONCE = 6

/**
 * Does one call for each row, `atOnce` at a time (all at once when the page is left), and tells what became of each; with the
 * rows as they stand, where every call answers with its row.
 */
export async function eachRow(
  { items, isLeaving }: Pick<BulkWork, 'items' | 'isLeaving'>,
  call: (id: string, item: BulkItem) => Promise<unknown>,
  atOnce = isLeaving ? items.length : AT_ONCE,
): Promise<BulkOutcome> {
  const changed: BulkItem[] = []
  const rows: Row[] = []
  const failures: { item: BulkItem; error: unknown }[] = []
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item; item = left.shift()) {
      const current = item
      await call(current.id, current).then(
        (answer) => {
          changed.push(current)
          if (isRow(answer)) rows.push(answer)
        },
        (error: unknown) => failures.push({ item: current, error }),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { changed, failures, ...(rows.length > 0 && rows.length === changed.length && { rows }) }
}

/** Whether an answer is a row of a list. */
export const isRow = (answer: unknown): answer is Row =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string'
