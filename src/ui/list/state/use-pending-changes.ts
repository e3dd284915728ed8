import { useCallback, useMemo, useState } from 'react'

/** Rows that the user is changing now. No change notice is shown for them. */
export interface PendingChanges {
  ids: ReadonlySet<string>
  /** Marks the rows `ids` as changing until `work` settles. Returns `work`. */
  trackWhile: <T>(ids: readonly string[], work: Promise<T>) => Promise<T>
}

export function usePendingChanges(): PendingChanges {
  const [changingIds, setChangingIds] = useState<readonly string[]>([])
  const trackWhile = useCallback<PendingChanges['trackWhile']>((ids, work) => {
    setChangingIds((current) => [...current, ...ids])
    // Removes one entry per id, because another change of the same row may still be in flight.
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
