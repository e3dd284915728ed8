/** What lies over the page has the focus to itself. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Puts the focus on the title of the page, which tells screen readers where one is: as soon as there is one. */
export function focusTitle(main: HTMLElement | null): void {
  if (!main || document.activeElement?.closest(OVER)) return
  const toTitle = () => {
    const title = main.querySelector<HTMLElement>('h1')
    if (title) title.tabIndex = -1
    title?.focus({ preventScroll: true })
    return title !== null
  }
  if (toTitle()) return
  // A page that waits for something has no title yet.
  main.focus({ preventScroll: true })
  const watcher = new MutationObserver(() => {
    if (document.activeElement !== main || toTitle()) watcher.disconnect()
  })
  watcher.observe(main, { childList: true, subtree: true })
}
