import type { KeyboardEvent, MouseEvent } from 'react'

const CONTROLS = 'a, button, input, select, textarea, [role="menuitem"]'

/** How many rows the page keys pass. */
export const PAGE_ROWS = 8

/** Milliseconds after which typing starts a new word. */
const WORD_PAUSE = 1000

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

/**
 * Makes the keys of a list's rows: the arrows lead from a row's link to that of the row above or below and to the
 * controls beside it, Home and End to the first and last row, the page keys eight rows on, and letters to the next row
 * whose name begins with them.
 */
export function createRowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  let word = ''
  let typedAt = Number.NEGATIVE_INFINITY
  return (event) => {
    const { key, target, currentTarget, timeStamp } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
    const beside = besides(target, key)
    if (beside) return focus(event, beside)
    if (!(target instanceof HTMLAnchorElement)) return
    const links = Array.from(currentTarget.children).flatMap((row) => row.querySelector<HTMLAnchorElement>('a') ?? [])
    const at = links.indexOf(target)
    const last = links.length - 1
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(at + PAGE_ROWS, last),
      PageUp: Math.max(at - PAGE_ROWS, 0),
      Home: 0,
      End: last,
    }[key]
    if (next !== undefined) {
      word = ''
      return focus(event, links[next])
    }
    if (key.length !== 1 || key === ' ' || key === '/' || key === '?') return
    word = timeStamp - typedAt < WORD_PAUSE ? word + key.toLowerCase() : key.toLowerCase()
    typedAt = timeStamp
    const found = findByName(links, at, word)
    if (found) focus(event, found)
  }
}

/** The next link whose words begin with `word`; one letter, or the same again, goes on from the row after `at`. */
function findByName(links: readonly HTMLElement[], at: number, word: string): HTMLElement | undefined {
  const isOneLetter = new Set(word).size === 1
  const from = isOneLetter ? at + 1 : at
  const wanted = isOneLetter ? word.slice(0, 1) : word
  const inOrder = [...links.slice(from), ...links.slice(0, from)]
  return inOrder.find((link) => link.textContent.trim().toLowerCase().startsWith(wanted))
}

/** The control beside `from` in its row, to the left or right as the page reads. */
function besides(from: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  if (from.matches('input, textarea')) return undefined
  const row = from.closest('tr, li')
  const controls = Array.from(row?.querySelectorAll<HTMLElement>('a, button, input') ?? [])
  const at = controls.indexOf(from.matches('a, button, input') ? from : (from.querySelector('input') ?? from))
  const isOn = (key === 'ArrowRight') === (getComputedStyle(from).direction !== 'rtl')
  return at < 0 ? undefined : controls[at + (isOn ? 1 : -1)]
}

function focus(event: KeyboardEvent, element: HTMLElement | undefined): void {
  event.preventDefault()
  element?.focus()
}
