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
  return useAsking({
    question: load && kind,
    ask: async (_, signal) => (load ? allPages(load, signal) : []),
    keptAs: 'all',
  }).answer
}

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
