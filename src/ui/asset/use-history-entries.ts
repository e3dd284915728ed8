import { useState } from 'react'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import { useQuery } from '../use-query.ts'
import type { AssetPanelCalls, ChangelogSlice } from './asset-panel-calls.ts'

export interface HistoryEntries {
  entries: readonly ChangelogEntry[]
  total: number
  hasMore: boolean
  isBusy: boolean
  error: unknown
  showMore: () => void
}

/** History entries loaded so far, starting at a cursor. */
interface LoadedParts extends ChangelogSlice {
  from: string
  parts: number
}

/** Returns the history loaded with the page, plus the earlier entries loaded on request. */
export function useHistoryEntries(
  page: Pick<AssetPage, 'history' | 'earlier'> | null,
  entriesAfter: AssetPanelCalls['entriesAfter'],
): HistoryEntries {
  const [partCount, setPartCount] = useState(0)
  const cursor = page?.earlier?.cursor
  const { data, latestData, error, isBusy, refetch } = useQuery<LoadedParts>({
    inspectorLabel: 'earlier',
    // The cursor changes when the history has grown. Entries loaded from an older cursor are not reused.
    queryKey: cursor === undefined || partCount === 0 ? null : `${partCount} ${cursor}`,
    queryFn: async (queryKey, signal) => {
      const [wantedParts = '', startCursor = ''] = queryKey.split(' ')
      // Past entries never change, so loading continues after the parts already loaded.
      let loaded: LoadedParts =
        latestData?.from === startCursor ? latestData : { from: startCursor, parts: 0, entries: [], next: startCursor }
      while (loaded.parts < Number(wantedParts) && loaded.next !== undefined) {
        const part = await entriesAfter(loaded.next, signal)
        loaded = {
          from: startCursor,
          parts: loaded.parts + 1,
          entries: [...loaded.entries, ...part.entries],
          next: part.next,
        }
      }
      return loaded
    },
  })
  const firstEntries = page?.history ?? []
  const knownIds = new Set(firstEntries.map(({ id }) => id))
  const entries = [...firstEntries, ...(latestData?.entries ?? []).filter(({ id }) => !knownIds.has(id))]
  return {
    entries,
    total: page?.earlier?.total ?? entries.length,
    hasMore: cursor !== undefined && (data ? data.next !== undefined : true),
    isBusy,
    error,
    showMore: () => (error ? refetch() : setPartCount(partCount + 1)),
  }
}
