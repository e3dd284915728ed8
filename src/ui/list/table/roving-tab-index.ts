const CONTROLS = 'a[href], button, input, [tabindex]'

/** Returns the focusable elements of a row in reading order. */
export const focusableControlsOf = (row: HTMLElement): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/**
 * Makes one control of a row its only Tab stop: `requested`, else the previous stop, the link, or the first control. Arrow keys
 * reach the other controls. Sets `tabIndex` on the DOM, because other components render the cells.
 */
export function setRovingTabIndex(row: HTMLElement, requested?: EventTarget): void {
  const controls = focusableControlsOf(row)
  const tabStop =
    controls.find((control) => control === requested) ??
    controls.find((control) => control.dataset['stop'] !== undefined) ??
    controls.find((control) => control instanceof HTMLAnchorElement) ??
    controls[0]
  for (const control of controls) {
    const isStop = control === tabStop
    if (control.tabIndex !== (isStop ? 0 : -1)) control.tabIndex = isStop ? 0 : -1
    if (isStop && (requested || control.dataset['stop'] !== undefined)) control.dataset['stop'] = ''
    else delete control.dataset['stop']
  }
}

/** Removes a hidden row from the Tab order. */
export function removeFromTabOrder(row: HTMLElement): void {
  for (const control of focusableControlsOf(row)) if (control.tabIndex !== -1) control.tabIndex = -1
}

/** Makes each control of a grid card a Tab stop, because arrow keys move between cards. */
export function makeAllTabbable(row: HTMLElement): void {
  for (const control of focusableControlsOf(row)) control.tabIndex = 0
}
