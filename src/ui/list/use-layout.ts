import { useCallback, useState } from 'react'
import { type Layout, PLAIN_LAYOUT, readLayout } from '../../machines/rules/layout.ts'
import { useAtelier } from '../context.ts'
import { useAsking } from '../use-asking.ts'
import { layoutKey, readKept, writeKept } from './on-device.ts'

/**
 * How this person wants a list's columns, remembered on this device until they sign out. `shared` is a layout that came
 * with a link: it is shown and not remembered until it is changed. The last that is answered: it is known already.
 */
export function useLayout(listId: string, shared: Layout | undefined) {
  const { kept } = useAtelier()
  const key = layoutKey(listId)
  const [changed, setChanged] = useState(shared)
  // What was read a moment ago is there at once, so that nothing jumps on the way back.
  const [before] = useState(() => kept?.get(key) as Layout | undefined)
  const first = before ?? PLAIN_LAYOUT
  const { answer } = useAsking({
    about: 'layout',
    question: changed ? null : key,
    ask: async (_, signal) => {
      const read = readLayout(await readKept(key))
      if (!signal.aborted) kept?.put(key, read)
      return JSON.stringify(read) === JSON.stringify(first) ? first : read
    },
  })
  const change = useCallback(
    (next: Layout) => {
      setChanged(next)
      kept?.put(key, next)
      writeKept(key, next)
    },
    [key, kept],
  )
  const known = changed ?? answer ?? before
  return [known ?? first, change, known !== undefined] as const
}
