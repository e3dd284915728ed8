import type { RefObject } from 'react'
import { hasModifier, isCommand } from '../shortcut.ts'
import { usePageKeys } from '../use-page-keys.ts'
import { controlsOf } from './one-stop.ts'
import type { RowSelection } from './use-work.ts'

/** Props of {@link ListKeys}. */
export interface ListKeysProps {
  /** What holds the field to search in, and what the rows scroll in. */
  search: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  selection: RowSelection | undefined
}

/** Nothing to be seen: the arrow down leads from the search into the rows, and Ctrl A among them selects all. */
export function ListKeys({ search, scroller, selection }: ListKeysProps) {
  usePageKeys((event) => {
    const { key, target, defaultPrevented, isComposing } = event
    // What is composed of several keys is the field's: an arrow chooses among its candidates.
    if (defaultPrevented || isComposing || !(target instanceof HTMLElement)) return
    if (key === 'ArrowDown' && !hasModifier(event)) {
      if (!search.current?.contains(target) || !target.matches('input[type="search"]')) return
      const row = scroller.current?.querySelector<HTMLElement>('[data-index]')
      const stop = row && (row.querySelector<HTMLElement>('a[href]') ?? controlsOf(row)[0])
      if (!stop) return
      event.preventDefault()
      stop.focus()
    }
    if (key.toLowerCase() !== 'a' || !isCommand(event) || !selection || !scroller.current?.contains(target)) return
    event.preventDefault()
    if (!selection.isAll) selection.onAll()
  })
  return null
}
