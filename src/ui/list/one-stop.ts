const CONTROLS = 'a[href], button, input, [tabindex]'

/** What in a row can have the focus, as the page reads. */
export const controlsOf = (row: HTMLElement): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/**
 * Makes a row one stop of the Tab key: `stop`, else what was it before, else its link, else its first control. The arrow
 * keys lead to the others. Set on the elements themselves: what stands in a cell is anybody's.
 */
export function keepOneStop(row: HTMLElement, stop?: EventTarget): void {
  const controls = controlsOf(row)
  const chosen =
    controls.find((control) => control === stop) ??
    controls.find((control) => control.dataset['stop'] !== undefined) ??
    controls.find((control) => control instanceof HTMLAnchorElement) ??
    controls[0]
  for (const control of controls) {
    const isStop = control === chosen
    if (control.tabIndex !== (isStop ? 0 : -1)) control.tabIndex = isStop ? 0 : -1
    if (isStop && (stop || control.dataset['stop'] !== undefined)) control.dataset['stop'] = ''
    else delete control.dataset['stop']
  }
}

/** Lets the Tab key pass a row: one that nobody sees yet. */
export function stopNowhere(row: HTMLElement): void {
  for (const control of controlsOf(row)) if (control.tabIndex !== -1) control.tabIndex = -1
}

/** Lets the Tab key stop at each control of a row: of a card in a grid, whose arrows lead to other cards. */
export function stopAtEach(row: HTMLElement): void {
  for (const control of controlsOf(row)) control.tabIndex = 0
}
