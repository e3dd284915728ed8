import { useCallback, useState } from 'react'
import { DEFAULT_LAYOUT, type ListLayout, readLayout } from '../../../machines/views/layout.ts'
import { useAtelier } from '../../context.ts'
import { useQuery } from '../../use-query.ts'
import { layoutStorageKeyOf, readStored, writeStored } from '../state/device-storage.ts'

/**
 * Returns the user's column layout, its setter, and whether the layout is loaded. The layout is stored on this device until
 * sign-out. A `sharedLayout` from a link is stored only when the user changes the layout.
 */
export function useListLayout(listId: string, sharedLayout: ListLayout | undefined) {
  const { cache } = useAtelier()
  const key = layoutStorageKeyOf(listId)
  const [changed, setChanged] = useState(sharedLayout)
  // Reads the cache synchronously, so that the layout does not jump after Back.
  const [cached] = useState(() => cache?.get(key) as ListLayout | undefined)
  const initial = cached ?? DEFAULT_LAYOUT
  const { data } = useQuery({
    inspectorLabel: 'layout',
    queryKey: changed ? null : key,
    queryFn: async (_, signal) => {
      const stored = readLayout(await readStored(key))
      if (!signal.aborted) cache?.put(key, stored)
      return JSON.stringify(stored) === JSON.stringify(initial) ? initial : stored
    },
  })
  const changeLayout = useCallback(
    (next: ListLayout) => {
      setChanged(next)
      cache?.put(key, next)
      writeStored(key, next)
    },
    [key, cache],
  )
  const layout = changed ?? data ?? cached
  return [layout ?? initial, changeLayout, layout !== undefined] as const
}
