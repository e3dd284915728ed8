import { useCallback, useEffect, useState } from 'react'
import { readViews, type SavedView, withoutView, withView } from '../../machines/rules/views.ts'
import { readKept, writeKept } from './on-device.ts'

/** The saved views of a list, on this device until the person signs out. */
export interface Views {
  views: readonly SavedView[]
  /** Settles once it is kept. */
  save: (view: SavedView) => Promise<void>
  remove: (name: string) => void
}

/** Reads and keeps a list's saved views. Where storage is denied they last as long as the page. */
export function useViews(listId: string): Views {
  const key = `list/${listId}/views`
  const [views, setViews] = useState<readonly SavedView[]>([])
  useEffect(() => {
    let isGone = false
    readKept(key).then((found) => isGone || setViews(readViews(found)))
    return () => {
      isGone = true
    }
  }, [key])
  const change = useCallback(
    async (next: (views: readonly SavedView[]) => SavedView[]) => {
      setViews(next)
      // Read again first: another tab may have saved one meanwhile.
      await writeKept(key, next(readViews(await readKept(key))))
    },
    [key],
  )
  return {
    views,
    save: (view) => change((all) => withView(all, view)),
    remove: (name) => change((all) => withoutView(all, name)),
  }
}
