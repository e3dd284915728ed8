import type { RefObject } from 'react'
import { hasCommandModifier, hasModifier } from '../shortcut.ts'
import { usePageKeys } from '../use-page-keys.ts'
import { focusableControlsOf } from './table/roving-tab-index.ts'
import type { RowSelection } from './use-list-workspace.ts'

export interface ListShortcutsProps {
  /** Container of the search field, and scroll container of the rows. */
  search: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  selection: RowSelection | undefined
}

/**
 * Keyboard shortcuts of a list; renders nothing. Arrow down moves from the search field to the rows. Ctrl+A in the rows selects
 * all.
 */
export function ListShortcuts({ search, scroller, selection }: ListShortcutsProps) {
  usePageKeys((event) => {
    const { key, target, defaultPrevented, isComposing } = event
    // During IME composition, arrow keys choose among candidates.
    if (defaultPrevented || isComposing || !(target instanceof HTMLElement)) return
    if (key === 'ArrowDown' && !hasModifier(event)) {
      if (!search.current?.contains(target) || !target.matches('input[type="search"]')) return
      const row = scroller.current?.querySelector<HTMLElement>('[data-index]')
      const control = row && (row.querySelector<HTMLElement>('a[href]') ?? focusableControlsOf(row)[0])
      if (!control) return
      event.preventDefault()
      control.focus()
    }
    if (key.toLowerCase() !== 'a' || !hasCommandModifier(event) || !selection || !scroller.current?.contains(target))
      return
    event.preventDefault()
    if (!selection.isAll) selection.onAll()
  })
  return null
}
