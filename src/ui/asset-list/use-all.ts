import { type ListPage, MAX_LIMIT } from '../../api/contract/list.ts'
import { useAsking } from '../use-asking.ts'

type LoadAll<T> = (
  input: { query: { page: number; limit: number; order: 'name' } },
  options: { signal: AbortSignal },
) => Promise<ListPage<T>>

/**
 * All there is of a kind, for its names: `undefined` until it is known, and for good where it cannot be had (`null`: may
 * not). The list stands without it.
 */
export function useAll<T>(kind: string, load: LoadAll<T> | null): readonly T[] | undefined {
  return useAskedAll(kind, load).answer
}

type AllOf<T> = readonly [kind: string, load: LoadAll<T> | null]

/** {@link useAll} of two kinds, known at once: each by itself would draw anew whatever shows them. */
export function useBoth<T, U>(
  one: AllOf<T>,
  other: AllOf<U>,
): readonly [readonly T[] | undefined, readonly U[] | undefined] {
  const [first, second] = [useAskedAll(...one), useAskedAll(...other)]
  const isWaited = [first, second].some(({ answer, isBusy }) => answer === undefined && isBusy)
  return isWaited ? [undefined, undefined] : [first.answer, second.answer]
}

const useAskedAll = <T>(kind: string, load: LoadAll<T> | null) =>
  useAsking<readonly T[]>({
    question: load && kind,
    ask: async (_, signal) => (load ? allPages(load, signal) : []),
    keptAs: 'all',
  })

/** All pages of a list by name, one after the other. */
export async function allPages<T>(load: LoadAll<T>, signal: AbortSignal): Promise<readonly T[]> {
  const all: T[] = []
  for (let page = 1, isMore = true; isMore; page++) {
    const { data, pagination } = await load({ query: { page, limit: MAX_LIMIT, order: 'name' } }, { signal })
    all.push(...data)
    isMore = pagination.hasNextPage
  }
  return all
}
