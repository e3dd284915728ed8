import { type RefObject, useState } from 'react'
import { keepSingleKeys, singleKeysWork } from '../preferences.ts'
import { usePageKeys } from '../use-page-keys.ts'

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The keys of a list as a whole. */
export interface ListKeys {
  /** The sheet of keys is open. */
  areShown: boolean
  show: () => void
  hide: () => void
  /** Whether `/` and `?` work; people who speak to their machine may turn them off (WCAG 2.1.4). */
  areOn: boolean
  turn: (on: boolean) => void
}

/** `/` leads into the search field within `search`, `?` shows the keys; neither while something is typed or open. */
export function useKeys(search: RefObject<HTMLElement | null>): ListKeys {
  const [areShown, setShown] = useState(false)
  const [areOn, setOn] = useState(singleKeysWork)
  usePageKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTaken(event.target)) return
    const field = search.current?.querySelector<HTMLInputElement>('input')
    if (event.key === '/' && field) {
      event.preventDefault()
      field.focus()
      field.select()
    } else if (event.key === '?') setShown(true)
  }, areOn)
  return {
    areShown,
    show: () => setShown(true),
    hide: () => setShown(false),
    areOn,
    turn: (on) => {
      keepSingleKeys(on)
      setOn(on)
    },
  }
}

/** Whether a key pressed there belongs to what is there: a field, or an overlay. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector(OVERLAYS)) return true
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
