import { useCallback, useMemo, useState } from 'react'
import { readViews, type SavedView, withoutView, withView } from '../../machines/rules/views.ts'
import { useAsking } from '../use-asking.ts'
import { readKept, writeKept } from './on-device.ts'

/** The saved views of a list, on this device until the person signs out. */
export interface Views {
  views: readonly SavedView[]
  /** Settles once it is kept. */
  save: (view: SavedView) => Promise<void>
  remove: (name: string) => void
}

type Change = (views: readonly SavedView[]) => readonly SavedView[]

/** Reads and keeps a list's saved views. Where storage is denied they last as long as the page. */
export function useViews(listId: string): Views {
  const key = `list/${listId}/views`
  const { answer: kept = NONE } = useAsking({ question: key, ask: async () => readViews(await readKept(key)) })
  // Whether they come before or after what is kept is read, they stand.
  const [changes, setChanges] = useState<readonly Change[]>([])
  const change = useCallback(
    async (next: Change) => {
      setChanges((all) => [...all, next])
      // Read again first: another tab may have saved one meanwhile.
      await writeKept(key, next(readViews(await readKept(key))))
    },
    [key],
  )
  return {
    views: useMemo(() => changes.reduce((views, next) => next(views), kept), [changes, kept]),
    save: (view) => change((all) => withView(all, view)),
    remove: (name) => change((all) => withoutView(all, name)),
  }
}

const NONE: readonly SavedView[] = []
