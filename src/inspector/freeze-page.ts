/** Events other than clicks that are blocked on the frozen page. */
const BLOCKED_EVENTS = ['keydown', 'keyup', 'paste', 'drop', 'dragenter', 'dragover'] as const

/**
 * Makes the page inert while a past state is displayed. Only elements in `exempt` can be clicked, focused or receive keys.
 * Escape, Back and Forward call `onLeave`. Returns a function that releases the page.
 */
export function freezePage(exempt: HTMLElement, onLeave: () => void): () => void {
  const inertElements = new Set<HTMLElement>()
  const makeInert = () => {
    for (const element of document.body.children) {
      if (!(element instanceof HTMLElement) || element === exempt || element.inert) continue
      element.inert = true
      inertElements.add(element)
    }
  }
  makeInert()
  // Elements that the live app adds later, such as toasts and dialogs, become inert too.
  const observer = new MutationObserver(makeInert)
  observer.observe(document.body, { childList: true })
  const isInExempt = ({ target }: Event) => target instanceof Node && exempt.contains(target)
  // The shortcut that closes the inspector also leaves the past state.
  const isCloseShortcut = (event: Event) => event instanceof KeyboardEvent && event.key === 'i' && event.ctrlKey
  const onPageEvent = (event: Event) => {
    if (event.type === 'keydown' && (event as KeyboardEvent).key === 'Escape') {
      event.stopImmediatePropagation()
      event.preventDefault()
      onLeave()
    } else if (!isInExempt(event) && !isCloseShortcut(event)) event.stopImmediatePropagation()
  }
  // Keys pressed in the inspector must not reach the page's shortcuts.
  const onExemptEvent = (event: Event) => {
    if (!isCloseShortcut(event)) event.stopPropagation()
  }
  for (const type of BLOCKED_EVENTS) {
    addEventListener(type, onPageEvent, { capture: true })
    exempt.addEventListener(type, onExemptEvent)
  }
  addEventListener('popstate', onLeave)
  return () => {
    observer.disconnect()
    for (const element of inertElements) element.inert = false
    for (const type of BLOCKED_EVENTS) {
      removeEventListener(type, onPageEvent, { capture: true })
      exempt.removeEventListener(type, onExemptEvent)
    }
    removeEventListener('popstate', onLeave)
  }
}
