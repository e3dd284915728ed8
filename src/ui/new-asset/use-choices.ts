import { useState } from 'react'
import type { Choice } from '../kit/fields/ListBoxOption.tsx'
import { useQuery } from '../use-query.ts'

export interface ChoicePage {
  items: readonly Choice[]
  hasMore: boolean
}

/** Loads choices; an empty search means all. Rejects with `ApiError`. */
export type LoadChoices = (search: string, signal: AbortSignal) => Promise<ChoicePage>

const SEARCH_DEBOUNCE_MS = 150

/**
 * Provides the choices of the field `name`: all of them if they fit one page, otherwise those that match the typed text. A failed
 * request gives no choices. The next keystroke retries it. The autocomplete machine is not used, because the form owns the chosen
 * values and that machine would own them too.
 */
export function useChoices(name: string, load: LoadChoices) {
  const [search, setSearch] = useState('')
  const [pickedChoices, setPickedChoices] = useState<readonly Choice[]>([])
  const allQuery = useQuery({ queryKey: '', queryFn: load, cacheName: `choices of ${name}` })
  const isComplete = allQuery.data?.hasMore === false
  const searchQuery = useQuery({
    inspectorLabel: `search of ${name}`,
    queryKey: search === '' || isComplete ? null : search,
    queryFn: load,
    debounceMs: SEARCH_DEBOUNCE_MS,
  })
  // The previous results stay until new ones are loaded.
  const items = (searchQuery.latestData ?? allQuery.data)?.items ?? NO_CHOICES
  /** Returns the chosen ids with their labels. Ids with unknown labels get the id as label. */
  const choicesOf = (ids: unknown): Choice[] => {
    if (!Array.isArray(ids)) return []
    const candidates = [...pickedChoices, ...items, ...(allQuery.data?.items ?? NO_CHOICES)]
    return ids.map((id: string) => candidates.find((choice) => choice.id === id) ?? { id, label: id })
  }
  /** Whether `items` is the complete result for the typed text: nothing is pending and nothing failed. */
  const isSettled = isComplete || (search === '' ? allQuery : searchQuery).data !== undefined
  return {
    items,
    chosen: choicesOf,
    isSettled,
    hasFailed: !isSettled && (allQuery.error !== null || searchQuery.error !== null),
    /** Stores the chosen items and `created` ones, so that their labels survive the next search. */
    choose: (ids: readonly string[], created: readonly Choice[] = NO_CHOICES) => {
      const createdById = new Map(created.map((choice) => [choice.id, choice]))
      setPickedChoices(choicesOf(ids).map((choice) => createdById.get(choice.id) ?? choice))
    },
    search: (text: string) => {
      setSearch(text)
      if (allQuery.error !== null) allQuery.refetch()
    },
  }
}

const NO_CHOICES: readonly Choice[] = []
