import { useSyncExternalStore } from 'react'

/** Whether the page is in sight: not in a tab behind others. */
export const useInSight = (): boolean => useSyncExternalStore(hearSight, () => document.visibilityState === 'visible')

function hearSight(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}
