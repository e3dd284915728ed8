import type { KeyboardEvent, MouseEvent } from 'react'

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

/** Arrow keys lead from a row's link to that of the row above or below, Home and End to the first and last. */
export function toNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLAnchorElement)) return
  const links = Array.from(currentTarget.children).flatMap((row) => row.querySelector<HTMLAnchorElement>('a') ?? [])
  const next = {
    ArrowDown: links.indexOf(target) + 1,
    ArrowUp: links.indexOf(target) - 1,
    Home: 0,
    End: links.length - 1,
  }[key]
  if (next === undefined) return
  event.preventDefault()
  links[next]?.focus()
}
