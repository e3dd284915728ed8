import { useCallback, useEffect, useState } from 'react'
import { type Layout, PLAIN_LAYOUT, readLayout } from '../../machines/rules/layout.ts'
import { useAtelier } from '../context.ts'
import { readKept, writeKept } from './on-device.ts'

/**
 * How this person wants a list's columns, remembered on this device until they sign out. `shared` is a layout that came
 * with a link: it is shown and not remembered until it is changed.
 */
export function useLayout(listId: string, shared: Layout | undefined) {
  const { kept } = useAtelier()
  const key = `list/${listId}/layout`
  // What was read a moment ago is there at once, so that nothing jumps on the way back.
  const [layout, setLayout] = useState<Layout>(() => shared ?? (kept?.get(key) as Layout | undefined) ?? PLAIN_LAYOUT)
  useEffect(() => {
    if (shared) return
    let isGone = false
    readKept(key).then((found) => {
      const read = readLayout(found)
      kept?.put(key, read)
      if (!isGone) setLayout((old) => (JSON.stringify(old) === JSON.stringify(read) ? old : read))
    })
    return () => {
      isGone = true
    }
  }, [key, kept, shared])
  const change = useCallback(
    (next: Layout) => {
      setLayout(next)
      kept?.put(key, next)
      writeKept(key, next)
    },
    [key, kept],
  )
  return [layout, change] as const
}
