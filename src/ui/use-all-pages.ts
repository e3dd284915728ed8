import { type ListPage, MAX_LIST_LIMIT } from '../api/contract/list.ts'
import { useQuery } from './use-query.ts'

type LoadListPage<T> = (
  input: { query: { page: number; limit: number; order: 'name' } },
  options: { signal: AbortSignal },
) => Promise<ListPage<T>>

/**
 * Returns all items of a kind, such as all tags. `undefined` until loaded, after a failure, or if `load` is `null` (no
 * permission).
 */
export function useAllPages<T>(kind: string, load: LoadListPage<T> | null): readonly T[] | undefined {
  return useAllPagesQuery(kind, load).data
}

type AllPagesInput<T> = readonly [kind: string, load: LoadListPage<T> | null]

/**
 * Variant of {@link useAllPages} for two kinds. Returns no data until both requests have ended, to avoid a render with half of
 * the data.
 */
export function useAllPagesOfTwo<T, U>(
  firstInput: AllPagesInput<T>,
  secondInput: AllPagesInput<U>,
): readonly [readonly T[] | undefined, readonly U[] | undefined] {
  const [first, second] = [useAllPagesQuery(...firstInput), useAllPagesQuery(...secondInput)]
  const isPending = [first, second].some(({ data, isBusy }) => data === undefined && isBusy)
  return isPending ? [undefined, undefined] : [first.data, second.data]
}

const useAllPagesQuery = <T>(kind: string, load: LoadListPage<T> | null) =>
  useQuery<readonly T[]>({
    queryKey: load && kind,
    queryFn: async (_, signal) => (load ? fetchAllPages(load, signal) : []),
    cacheName: 'all',
  })

/** Loads all pages of a list one after another, sorted by name. */
export async function fetchAllPages<T>(load: LoadListPage<T>, signal: AbortSignal): Promise<readonly T[]> {
  const rows: T[] = []
  for (let page = 1, isMore = true; isMore; page++) {
    const { data, pagination } = await load({ query: { page, limit: MAX_LIST_LIMIT, order: 'name' } }, { signal })
    rows.push(...data)
    isMore = pagination.hasNextPage
  }
  return rows
}
