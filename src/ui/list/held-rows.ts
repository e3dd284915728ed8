import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'

const keyOf = (listId: string, query: ListQuery) => `list/${listId}/rows/${JSON.stringify(query)}`

/** The rows a query was answered with within the last minute, to be shown while they are asked for again. */
export const heldRows = (kept: Kept | undefined, listId: string, query: ListQuery): ListPage<Row> | undefined =>
  kept?.get(keyOf(listId, query)) as ListPage<Row> | undefined

/** Keeps the rows a query was answered with, for {@link heldRows}. */
export const holdRows = (kept: Kept, listId: string, query: ListQuery, page: ListPage<Row>): void =>
  kept.put(keyOf(listId, query), page)

/** For how long, in milliseconds, the answer to a question asked ahead is the one to the question itself. */
const FRESH_MS = 5_000
/** And to one that somebody only seemed about to ask: what was told of meanwhile is in no answer, and nobody listened for it. */
const NEAR_MS = 250

interface Ahead {
  /** Until when, by `performance.now()`, it is the answer. */
  until: number
  page: Promise<ListPage<Row>>
}

const aheadOf = (listId: string, query: ListQuery) => `list/${listId}/ahead/${JSON.stringify(query)}`

/** For how long, in milliseconds, a page waits for its rows before it shows what stands for them. */
const PATIENCE_MS = 120

/**
 * Asks for a list's first rows before the list is there, as its route is entered: while its code is on its way. The list
 * takes the answer with {@link takeAhead}. Fulfilled when the rows are there for its first picture, or after a moment
 * without them, whatever became of the question. A route that is only preloaded holds the rows for the list to show while
 * it asks again; nothing is asked for one that stays, or whose rows are held.
 */
export function askAhead<R extends Row>(
  cause: 'enter' | 'preload' | 'stay',
  kept: Kept | undefined,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
): Promise<void> | undefined {
  if (cause === 'stay' || !kept || heldRows(kept, listId, query)) return undefined
  const until = cause === 'enter' ? performance.now() + FRESH_MS : Number.NEGATIVE_INFINITY
  const held = askToHold(kept, listId, query, loadPage, until)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    held.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Asks for rows that somebody seems about to ask for: they are held once they are there. Who asks for them while they are on
 * their way is answered by them.
 */
export function askNear<R extends Row>(
  kept: Kept,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
): void {
  const ahead = kept.get(aheadOf(listId, query)) as Ahead | undefined
  if (ahead && performance.now() < ahead.until) return
  askToHold(kept, listId, query, loadPage, performance.now() + NEAR_MS)
}

/** Asks ahead and holds the answer; fulfilled once it is known what became of it. */
function askToHold<R extends Row>(
  kept: Kept,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
  until: number,
): Promise<void> {
  const key = aheadOf(listId, query)
  const page = loadPage(query, new AbortController().signal)
  const ahead: Ahead = { until, page }
  kept.put(key, ahead)
  return page.then(
    (rows) => {
      // What was emptied meanwhile was another's.
      if (kept.get(key) === ahead) holdRows(kept, listId, query, rows)
    },
    // Who takes it hears why it does not come; if nobody does, nobody missed it.
    () => {},
  )
}

/** What was asked ahead for a query, once; undefined where nothing was, or too long ago. */
export function takeAhead<R extends Row>(
  kept: Kept | undefined,
  listId: string,
  query: ListQuery,
): Promise<ListPage<R>> | undefined {
  const key = aheadOf(listId, query)
  const ahead = kept?.get(key) as Ahead | undefined
  if (!ahead || performance.now() > ahead.until) return undefined
  kept?.put(key, undefined)
  return ahead.page as Promise<ListPage<R>>
}
