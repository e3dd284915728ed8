import { useState } from 'react'
import type { Choice } from '../kit/Option.tsx'
import { useAsking } from '../use-asking.ts'

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
 * What can be chosen in the field `name`: everything at once where that is little, what matches the typed text where it is
 * much. Failing to load offers nothing and is tried again with the next letter. The form owns what is chosen: that is why
 * this asks, and runs no autocomplete, which would own it too.
 */
export function useChoices(name: string, load: LoadChoices) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const everything = useAsking({ question: '', ask: load, keptAs: `choices of ${name}` })
  const isWhole = everything.answer?.hasMore === false
  const found = useAsking({
    about: `search of ${name}`,
    question: search === '' || isWhole ? null : search,
    ask: load,
    rest: SEARCH_DELAY,
  })
  // What was found before stands until the next is.
  const items = (found.latest ?? everything.answer)?.items ?? NOTHING
  /** The chosen ids with their labels, as far as they are known. */
  const chosen = (ids: unknown): Choice[] => {
    if (!Array.isArray(ids)) return []
    const known = [...picked, ...items, ...(everything.answer?.items ?? NOTHING)]
    return ids.map((id: string) => known.find((one) => one.id === id) ?? { id, label: id })
  }
  /** Whether `items` are all that the typed text can mean: nothing is being asked, and nothing failed. */
  const isSettled = isWhole || (search === '' ? everything : found).answer !== undefined
  return {
    items,
    chosen,
    isSettled,
    /** Whether what the typed text can mean did not come. */
    hasFailed: !isSettled && (everything.error !== null || found.error !== null),
    /** Told what is chosen now, and of what was made for it: it keeps its labels when something else is searched for. */
    choose: (ids: readonly string[], made: readonly Choice[] = NOTHING) => {
      const known = new Map(made.map((one) => [one.id, one]))
      setPicked(chosen(ids).map((one) => known.get(one.id) ?? one))
    },
    search: (text: string) => {
      setSearch(text)
      if (everything.error !== null) everything.askAgain()
    },
  }
}

const NOTHING: readonly Choice[] = []
