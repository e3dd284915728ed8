import type { KeyboardEvent, MouseEvent } from 'react'
import { placeBy } from '../../machines/rules/window.ts'
import type { RowAction } from './definition.ts'
import { createLetters } from './letters.ts'
import { controlsOf } from './one-stop.ts'

const CONTROLS = 'a, button, input, select, textarea, [role="menuitem"]'

/** Whether a press was meant for something within the row (or a menu that opened from it) and not for the row. */
export function isInside({
  target,
  currentTarget,
  button,
  ctrlKey,
  metaKey,
  shiftKey,
}: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  const control = target.closest(CONTROLS)
  return button !== 0 || ctrlKey || metaKey || shiftKey || (control !== null && currentTarget.contains(control))
}

/** Whether a press was on the picture of a row that shows more of it. */
export const isPicture = ({ target }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element && target.closest('[data-previews]') !== null

/** What a press on such a picture does. */
export const previewOf = (question: string): RowAction => ({
  id: 'preview',
  type: 'question',
  title: 'list.preview',
  value: question,
})

/** The rows whose keys are heard; those that are not drawn too. */
export interface KeyedRows {
  count: number
  /** How many stand side by side. Default 1. */
  columns?: number
  nameAt: (index: number) => string
  /** Gives a row the focus. */
  lead: (index: number) => void
}

/** The place of the row that `target` stands in, from 0; -1 where it stands in none. */
export const indexOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1) : -1

/**
 * Makes the keys of a list's rows: the arrows lead from a row's link to that of the row above or below and to the
 * controls beside it (in a grid, to the row beside it), Home and End to the first and last row, the page keys eight rows
 * on, and letters to the next row whose name begins with them.
 */
export function createRowKeys(): (event: KeyboardEvent<HTMLElement>, rows: KeyedRows) => void {
  const letters = createLetters()
  return (event, { count, columns = 1, nameAt, lead }) => {
    const { key, target, currentTarget, timeStamp } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
    const isCard = columns > 1 && target instanceof HTMLAnchorElement
    const beside = isCard ? undefined : besides(target, key)
    if (beside) {
      event.preventDefault()
      return beside.focus()
    }
    const at = indexOf(target)
    if (at < 0) return
    if (!(target instanceof HTMLAnchorElement)) {
      const place = alike(target, key, at)
      if (!place) return
      event.preventDefault()
      return place.focus()
    }
    const next = placeBy(keyAsRead(key, target), at, count, columns)
    if (next !== undefined) {
      letters.forget()
      event.preventDefault()
      return lead(next)
    }
    if (key === '/' || key === '?') return
    const found = letters.find(key, timeStamp, { count, nameAt, at })
    if (found === undefined) return
    event.preventDefault()
    lead(found)
  }
}

/** An arrow to the side, as it leads where the page reads from the left. */
function keyAsRead(key: string, target: HTMLElement): string {
  if (getComputedStyle(target).direction !== 'rtl') return key
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key
}

/** The control beside `from` in its row, to the left or right as the page reads; none for any other key. */
export function besides(from: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  if (from.matches('input:not([type="checkbox"]), textarea')) return undefined
  const row = from.closest<HTMLElement>('tr, li')
  const controls = row ? controlsOf(row).filter(isSeen) : []
  const at = controls.indexOf(from)
  const isOn = (key === 'ArrowRight') === (getComputedStyle(from).direction !== 'rtl')
  return at < 0 ? undefined : controls[at + (isOn ? 1 : -1)]
}

/** What stands in a column that left cannot be led to; a page without a layout shows all. */
const isSeen = (control: HTMLElement) => control.checkVisibility?.() ?? true

/** The control of the row above or below that is what `from` is in its own; none for any other key, or where it opens something. */
function alike(from: HTMLElement, key: string, at: number): HTMLElement | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const row = from.closest<HTMLElement>('[data-index]')
  // Beside it: in the table stand rows, too, that nobody sees yet.
  const other = step ? row?.parentElement?.querySelector<HTMLElement>(`[data-index="${at + step}"]`) : null
  if (!other || !row || from.hasAttribute('aria-haspopup')) return undefined
  return controlsOf(other)[controlsOf(row).indexOf(from)]
}
