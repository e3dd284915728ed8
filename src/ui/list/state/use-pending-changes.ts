import { useCallback, useMemo, useState } from 'react'

/** Rows that the user is changing now, which need no change notice. */
export interface PendingChanges {
  ids: ReadonlySet<string>
  /** Adds `ids` until `work` settles; returns `work`. */
  trackWhile: <T>(ids: readonly string[], work: Promise<T>) => Promise<T>
}

/** Tracks which rows the user is changing now. */
export function usePendingChanges(): PendingChanges {
  const [changingIds, setChangingIds] = useState<readonly string[]>([])
  const trackWhile = useCallback<PendingChanges['trackWhile']>((ids, work) => {
    setChangingIds((current) => [...current, ...ids])
    // One entry per change: another change of the same row may still be in flight.
    const end = () =>
      setChangingIds((current) => {
        const remaining = [...current]
        for (const id of ids) remaining.splice(remaining.indexOf(id), 1)
        return remaining
      })
    work.then(end, end)
    return work
  }, [])
  return useMemo(() => ({ ids: new Set(changingIds), trackWhile }), [changingIds, trackWhile])
}
