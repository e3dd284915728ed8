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

/** The history that came with the page and, part by part as they are asked for, the earlier entries. */
export function useEarlier(
  page: Pick<AssetPage, 'history' | 'earlier'> | null,
  entriesAfter: AssetWork['entriesAfter'],
): ShownHistory {
  const [parts, setParts] = useState(0)
  // What happened does not change: each part is asked for once.
  const [known] = useState(() => new Map<string, Entries>())
  const cursor = page?.earlier?.cursor
  const { answer, latest, error, isBusy, askAgain } = useAsking<Entries>({
    about: 'earlier',
    // Another cursor is that of a history that went on: its parts begin elsewhere.
    question: cursor === undefined || parts === 0 ? null : `${parts} ${cursor}`,
    ask: async (question, signal) => {
      const [wanted = '', from = ''] = question.split(' ')
      const entries: ChangelogEntry[] = []
      let next: string | undefined = from
      for (let part = 0; part < Number(wanted) && next !== undefined; part++) {
        const read: Entries = known.get(next) ?? (await entriesAfter(next, signal))
        known.set(next, read)
        entries.push(...read.entries)
        next = read.next
      }
      return { entries, next }
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
