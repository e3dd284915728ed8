import { useCallback, useMemo, useState } from 'react'

/** What this person is just changing: nobody needs to be told of it. */
export interface OwnChanges {
  ids: ReadonlySet<string>
  /** Counts `ids` among them until `work` settles; gives `work` back. */
  during: <T>(ids: readonly string[], work: Promise<T>) => Promise<T>
}

/** Keeps which rows this person is changing right now. */
export function useOwn(): OwnChanges {
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  const during = useCallback<OwnChanges['during']>((ids, work) => {
    setUnderWay((old) => [...old, ...ids])
    // One entry for each change: another of the same row may still be on its way.
    const end = () =>
      setUnderWay((old) => {
        const left = [...old]
        for (const id of ids) left.splice(left.indexOf(id), 1)
        return left
      })
    work.then(end, end)
    return work
  }, [])
  return useMemo(() => ({ ids: new Set(underWay), during }), [underWay, during])
}
