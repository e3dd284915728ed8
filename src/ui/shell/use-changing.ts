import { useEffect, useState } from 'react'
import { useAtelier } from '../context.ts'
import { useMinutes } from '../use-minutes.ts'

/** Counts how often what there is may have become more or less: with what was made or deleted here, and each minute of a page that is seen. */
export function useChanging(): number {
  const { ownWrites } = useAtelier()
  const minutes = useMinutes()
  const [changes, setChanges] = useState(0)
  useEffect(() => ownWrites?.(() => setChanges((times) => times + 1)), [ownWrites])
  useEffect(() => {
    if (minutes > 0 && document.visibilityState === 'visible') setChanges((times) => times + 1)
  }, [minutes])
  return changes
}
