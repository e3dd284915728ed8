import { useState } from 'react'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import { useAsking } from '../use-asking.ts'
import type { AssetWork, Entries } from './asset-work.ts'

/** A history as far as it is shown. */
export interface ShownHistory {
  entries: readonly ChangelogEntry[]
  /** How many there are in all. */
  total: number
  hasMore: boolean
  isBusy: boolean
  /** Why the earlier ones did not come; `null`: nothing failed. */
  error: unknown
  /** Shows more of them; after a failure asks again. */
  showMore: () => void
}

/** The parts that were asked for, from a cursor on. */
interface Parts extends Entries {
  from: string
  parts: number
}

/** The history that came with the page and, part by part as they are asked for, the earlier entries. */
export function useEarlier(
  page: Pick<AssetPage, 'history' | 'earlier'> | null,
  entriesAfter: AssetWork['entriesAfter'],
): ShownHistory {
  const [parts, setParts] = useState(0)
  const cursor = page?.earlier?.cursor
  const { answer, latest, error, isBusy, askAgain } = useAsking<Parts>({
    about: 'earlier',
    // Another cursor is that of a history that went on: its parts begin elsewhere.
    question: cursor === undefined || parts === 0 ? null : `${parts} ${cursor}`,
    ask: async (question, signal) => {
      const [wanted = '', from = ''] = question.split(' ')
      // What happened does not change: it goes on from the parts that are there.
      let there: Parts = latest?.from === from ? latest : { from, parts: 0, entries: [], next: from }
      while (there.parts < Number(wanted) && there.next !== undefined) {
        const read = await entriesAfter(there.next, signal)
        there = { from, parts: there.parts + 1, entries: [...there.entries, ...read.entries], next: read.next }
      }
      return there
    },
  })
  const first = page?.history ?? []
  const there = new Set(first.map(({ id }) => id))
  const entries = [...first, ...(latest?.entries ?? []).filter(({ id }) => !there.has(id))]
  return {
    entries,
    total: page?.earlier?.total ?? entries.length,
    hasMore: cursor !== undefined && (answer ? answer.next !== undefined : true),
    isBusy,
    error,
    showMore: () => (error ? askAgain() : setParts(parts + 1)),
  }
}
