/** What somebody may do to a page without pressing anything in it. */
const WAYS = ['keydown', 'keyup', 'paste', 'drop', 'dragenter', 'dragover'] as const

/**
 * Holds the page while its past is shown: nothing of it can be pressed, focused or reached by a key, but for what stands in
 * `free`. Escape, Back and Forward call `leave`. Gives back how to let it go.
 */
export function holdPage(free: HTMLElement, leave: () => void): () => void {
  const held = new Set<HTMLElement>()
  const hold = () => {
    for (const element of document.body.children) {
      if (!(element instanceof HTMLElement) || element === free || element.inert) continue
      element.inert = true
      held.add(element)
    }
  }
  hold()
  // What the living app opens meanwhile, a notice or a dialog, can be pressed as little.
  const seen = new MutationObserver(hold)
  seen.observe(document.body, { childList: true })
  const isOurs = ({ target }: Event) => target instanceof Node && free.contains(target)
  // The key that closes the inspector leads out of the past, too.
  const closes = (event: Event) => event instanceof KeyboardEvent && event.key === 'i' && event.ctrlKey
  const hear = (event: Event) => {
    if (event.type === 'keydown' && (event as KeyboardEvent).key === 'Escape') {
      event.stopImmediatePropagation()
      event.preventDefault()
      leave()
    } else if (!isOurs(event) && !closes(event)) event.stopImmediatePropagation()
  }
  // What is pressed in the inspector is no key of the page.
  const keep = (event: Event) => {
    if (!closes(event)) event.stopPropagation()
  }
  for (const way of WAYS) {
    addEventListener(way, hear, { capture: true })
    free.addEventListener(way, keep)
  }
  addEventListener('popstate', leave)
  return () => {
    seen.disconnect()
    for (const element of held) element.inert = false
    for (const way of WAYS) {
      removeEventListener(way, hear, { capture: true })
      free.removeEventListener(way, keep)
    }
    removeEventListener('popstate', leave)
  }
}
