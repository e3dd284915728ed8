import { useEffect, useState } from 'react'
import { useAtelier } from '../context.ts'
import { useMinuteTick } from '../use-minute-tick.ts'

/**
 * Returns a counter that increases when totals may have changed: after the user's own writes, and every minute while the page is
 * visible.
 */
export function useTotalsRefreshCount(): number {
  const { localMutations } = useAtelier()
  const minutes = useMinuteTick()
  const [changes, setChanges] = useState(0)
  useEffect(() => localMutations?.(() => setChanges((count) => count + 1)), [localMutations])
  useEffect(() => {
    if (minutes > 0 && document.visibilityState === 'visible') setChanges((count) => count + 1)
  }, [minutes])
  return changes
}
