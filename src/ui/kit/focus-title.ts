/** Overlays that keep the focus. */
const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Focuses the page's title as soon as it is rendered, so that screen readers announce the page. */
export function focusTitle(main: HTMLElement | null): void {
  if (!main || document.activeElement?.closest(OVERLAY_SELECTOR)) return
  const focusHeading = () => {
    const title = main.querySelector<HTMLElement>('h1')
    if (title) title.tabIndex = -1
    title?.focus({ preventScroll: true })
    return title !== null
  }
  if (focusHeading()) return
  // A page that is still loading has no title yet.
  main.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focusHeading()) observer.disconnect()
  })
  observer.observe(main, { childList: true, subtree: true })
}
