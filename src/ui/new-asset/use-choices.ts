import { useEffect, useRef, useState } from 'react'
import type { Choice } from '../kit/Option.tsx'

/** One part of what can be chosen: what matches `search`, and whether more does than came. */
export interface ChoicePage {
  items: readonly Choice[]
  hasMore: boolean
}

/** Fetches what can be chosen; an empty search is everything. Rejects with `ApiError`. */
export type LoadChoices = (search: string, signal: AbortSignal) => Promise<ChoicePage>

/** Milliseconds of rest before what is typed is searched for. */
const SEARCH_DELAY = 150

/**
 * What can be chosen in a field: everything at once where that is little, what matches the typed text where it is much.
 * Failing to load offers nothing and is tried again with the next letter.
 */
export function useChoices(load: LoadChoices) {
  const latest = useRef(load)
  latest.current = load
  const [everything, setEverything] = useState<ChoicePage>()
  const [found, setFound] = useState<ChoicePage>()
  const [known, setKnown] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [search, setSearch] = useState('')
  const isKnown = everything !== undefined && (!everything.hasMore || search === '')
  useEffect(() => {
    if (isKnown) return setFound(undefined)
    const leaving = new AbortController()
    const keep = (page: ChoicePage) => {
      if (search === '') setEverything(page)
      else setFound(page)
      setKnown((before) => new Map([...before, ...page.items.map((item) => [item.id, item] as const)]))
    }
    const timer = setTimeout(
      () => latest.current(search, leaving.signal).then(keep, () => {}),
      search === '' ? 0 : SEARCH_DELAY,
    )
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [search, isKnown])
  /** The chosen ids with their labels, as far as they are known. */
  const chosen = (ids: unknown): Choice[] =>
    Array.isArray(ids) ? ids.map((id: string) => known.get(id) ?? { id, label: id }) : []
  return { items: (found ?? everything)?.items ?? [], chosen, search: setSearch }
}
