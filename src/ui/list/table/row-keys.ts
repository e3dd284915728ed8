import type { KeyboardEvent, MouseEvent } from 'react'
import { indexAfterKey } from '../../../machines/list/row-window.ts'
import type { RowAction } from '../definition.ts'
import { focusableControlsOf } from './roving-tab-index.ts'
import { createTypeahead } from './typeahead.ts'

const CONTROLS = 'a, button, input, select, textarea, [role="menuitem"]'

/** Returns whether a row ignores a click: on a control or menu, with a modifier key, or by another mouse button. */
export function isInnerControlClick({
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

/** Returns whether a click hit the picture that opens the preview. */
export const isPreviewClick = ({ target }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element && target.closest('[data-previews]') !== null

/** Returns the action that opens the preview dialog of this name. */
export const createPreviewAction = (dialogName: string): RowAction => ({
  id: 'preview',
  type: 'dialog',
  title: { text: 'preview' },
  value: dialogName,
})

/** Rows for keyboard navigation, including rows that are not rendered. */
export interface NavigableRows {
  count: number
  /** Number of rows side by side. Default 1. */
  columns?: number
  nameAt: (index: number) => string
  focusRow: (index: number) => void
}

/** Returns the 0-based index of the row that contains `target`, or -1. */
export const rowIndexOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1) : -1

/**
 * Creates the keyboard handler of a list's rows. Up and down move between rows. Left and right move between the controls of a
 * row, or between the cards of a grid. Page keys move by eight rows. Letters find rows by name.
 */
export function createRowKeyHandler(): (event: KeyboardEvent<HTMLElement>, rows: NavigableRows) => void {
  const typeahead = createTypeahead()
  return (event, { count, columns = 1, nameAt, focusRow }) => {
    const { key, target, currentTarget, timeStamp } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
    const isCard = columns > 1 && target instanceof HTMLAnchorElement
    const neighbour = isCard ? undefined : findAdjacentControl(target, key)
    if (neighbour) {
      event.preventDefault()
      return neighbour.focus()
    }
    const at = rowIndexOf(target)
    if (at < 0) return
    if (!(target instanceof HTMLAnchorElement)) {
      const controlInRow = sameControlInNextRow(target, key, at)
      if (!controlInRow) return
      event.preventDefault()
      return controlInRow.focus()
    }
    const next = indexAfterKey(toLogicalArrow(key, target), at, count, columns)
    if (next !== undefined) {
      typeahead.reset()
      event.preventDefault()
      return focusRow(next)
    }
    if (key === '/' || key === '?') return
    const foundIndex = typeahead.find(key, timeStamp, { count, nameAt, at })
    if (foundIndex === undefined) return
    event.preventDefault()
    focusRow(foundIndex)
  }
}

/** Swaps left and right arrow keys in right-to-left text. */
function toLogicalArrow(key: string, target: HTMLElement): string {
  if (getComputedStyle(target).direction !== 'rtl') return key
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key
}

/** Returns the control that an arrow key reaches from `from` in the same row. Undefined for keys other than left and right. */
export function findAdjacentControl(from: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  if (from.matches('input:not([type="checkbox"]), textarea')) return undefined
  const row = from.closest<HTMLElement>('tr, li')
  const controls = row ? focusableControlsOf(row).filter(isVisible) : []
  const at = controls.indexOf(from)
  const isForward = (key === 'ArrowRight') === (getComputedStyle(from).direction !== 'rtl')
  return at < 0 ? undefined : controls[at + (isForward ? 1 : -1)]
}

/** Returns whether a control is visible. Without layout (in tests), every control counts as visible. */
const isVisible = (control: HTMLElement) => control.checkVisibility?.() ?? true

/** Returns the matching control in the row above or below. Undefined for other keys, or if `from` opens a popup. */
function sameControlInNextRow(from: HTMLElement, key: string, at: number): HTMLElement | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const row = from.closest<HTMLElement>('[data-index]')
  // Searches only siblings, because the table also contains hidden prefetched rows.
  const other = step ? row?.parentElement?.querySelector<HTMLElement>(`[data-index="${at + step}"]`) : null
  if (!other || !row || from.hasAttribute('aria-haspopup')) return undefined
  return focusableControlsOf(other)[focusableControlsOf(row).indexOf(from)]
}
