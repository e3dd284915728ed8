import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'

const changesOf = (listId: string) => `list/${listId}/changes`

/** What is held under another number of changes is out of reach; it goes by its age. */
const keyOf = (kept: Kept, kind: 'rows' | 'ahead', listId: string, query: ListQuery) =>
  `list/${listId}/${kept.get(changesOf(listId)) ?? 0}/${kind}/${JSON.stringify(query)}`

/** The rows a query was answered with within the last minute, to be shown while they are asked for again. */
export const heldRows = (kept: Kept | undefined, listId: string, query: ListQuery): ListPage<Row> | undefined =>
  kept?.get(keyOf(kept, 'rows', listId, query)) as ListPage<Row> | undefined

/** Keeps the rows a query was answered with, for {@link heldRows}. */
export const holdRows = (kept: Kept, listId: string, query: ListQuery, page: ListPage<Row>): void =>
  kept.put(keyOf(kept, 'rows', listId, query), page)

/** Keeps them once they are there, out of reach where rows were changed meanwhile: they may lack that. Rejects as they do. */
export async function holdOnceThere(
  kept: Kept,
  listId: string,
  query: ListQuery,
  page: Promise<ListPage<Row>>,
): Promise<void> {
  const key = keyOf(kept, 'rows', listId, query)
  kept.put(key, await page)
}

/** Forgets what is held of a list, and what is under way for it: some of its rows were changed since. */
export const forgetRows = (kept: Kept, listId: string): void => {
  const key = changesOf(listId)
  kept.put(key, ((kept.get(key) as number | undefined) ?? 0) + 1)
}

/** For how long, in milliseconds, the answer to a question asked ahead is the one to the question itself. */
const FRESH_MS = 5_000
/**
 * And to one that somebody only seemed about to ask, once it is there: what was told of meanwhile is in no answer, and
 * nobody listened for it. One that is under way is the soonest there can be.
 */
const NEAR_MS = 250

interface Ahead {
  /** Until when, by `performance.now()`, it is the answer. */
  until: number
  /** And until when, once it is there. */
  there: number
  page: Promise<ListPage<Row>>
  isUnderWay: boolean
  /** A list has it: it is no other's answer. */
  isTaken: boolean
}

/** For how long, in milliseconds, a page waits for its rows before it shows what stands for them. */
const PATIENCE_MS = 120

/**
 * Asks for a list's first rows before the list is there, as its route is entered: while its code is on its way. The list
 * takes the answer with {@link takeAhead}. Fulfilled when the rows are there for its first picture, or after a moment
 * without them, whatever became of the question. A route that is only preloaded holds the rows for the list to show while
 * it asks again, or hands them over where it is entered while they are on their way; nothing is asked for one that stays, or
 * whose rows are held.
 */
export function askAhead<R extends Row>(
  cause: 'enter' | 'preload' | 'stay',
  kept: Kept | undefined,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
): Promise<void> | undefined {
  if (cause === 'stay' || !kept || heldRows(kept, listId, query)) return undefined
  const until = performance.now() + FRESH_MS
  const begun = freshAhead(kept, listId, query)
  // A link that led here and is still under the pointer may be preloaded once more.
  if (cause === 'preload' && begun?.isUnderWay) return undefined
  const canTake = begun?.isUnderWay && !begun.isTaken
  const ahead = canTake ? begun : askToHold(kept, listId, query, loadPage, until, Number.NEGATIVE_INFINITY)
  if (cause === 'enter') ahead.there = until
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    ahead.page.then(end, end)
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
  const now = performance.now()
  if (!freshAhead(kept, listId, query)) askToHold(kept, listId, query, loadPage, now + FRESH_MS, now + NEAR_MS)
}

/** What was asked ahead for a query and is still the answer. */
function freshAhead(kept: Kept, listId: string, query: ListQuery): Ahead | undefined {
  const ahead = kept.get(keyOf(kept, 'ahead', listId, query)) as Ahead | undefined
  return ahead && performance.now() < ahead.until ? ahead : undefined
}

/** Asks ahead and holds the answer; `until` and `there` as in {@link Ahead}. */
function askToHold<R extends Row>(
  kept: Kept,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
  until: number,
  there: number,
): Ahead {
  const key = keyOf(kept, 'ahead', listId, query)
  const page = loadPage(query, new AbortController().signal)
  const ahead: Ahead = { until, there, page, isUnderWay: true, isTaken: false }
  kept.put(key, ahead)
  page
    .then(
      (rows) => {
        ahead.until = ahead.there
        // What was emptied or forgotten meanwhile was another's, or is older than a change.
        if (kept.get(keyOf(kept, 'ahead', listId, query)) === ahead) holdRows(kept, listId, query, rows)
      },
      // Who takes it hears why it does not come; if nobody does, nobody missed it.
      () => {},
    )
    .finally(() => {
      ahead.isUnderWay = false
      if (ahead.isTaken && kept.get(key) === ahead) kept.put(key, undefined)
    })
  return ahead
}

/** What was asked ahead for a query, once; undefined where nothing was, or too long ago. */
export function takeAhead<R extends Row>(
  kept: Kept | undefined,
  listId: string,
  query: ListQuery,
): Promise<ListPage<R>> | undefined {
  const ahead = kept && freshAhead(kept, listId, query)
  if (!ahead || ahead.isTaken) return undefined
  ahead.isTaken = true
  if (!ahead.isUnderWay) kept.put(keyOf(kept, 'ahead', listId, query), undefined)
  return ahead.page as Promise<ListPage<R>>
}
