import { focusTitle } from './focus-title.ts'
import { isCovered } from './overlays.ts'

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

/** Where something stood: in `parent`, behind `before`. */
interface Gap {
  parent: Element
  before: Node | null
}

/**
 * Keeps the focus within `root`: where what has it goes, is moved or can be used no more, the focus is on itself again, else on
 * what came into its place, on what stood behind it, or on what stood before it. Nobody who uses the keyboard begins the page
 * anew. What somebody else led away, a dialog or the page's own code, stays where it was led. Gives back how to stop.
 */
export function keepFocus(root: HTMLElement): () => void {
  let held: HTMLElement | null = null
  let gap: Gap | null = null
  let hadTitle = false
  // Focus that somebody let go, to search the page or to put a keyboard of glass away, is not taken back.
  let isTaken = false
  let frame = 0
  const hold = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === root) return
    held = target
    gap = null
    hadTitle = false
    isTaken = false
  }
  // Who presses beside everything wants the focus nowhere; what is pressed again, or in a dialog, leaves it where it is.
  const letGo = ({ target }: Event) => {
    if (!(target instanceof Node && held?.contains(target)) && !isCovered()) held = null
  }
  const lead = () => {
    if (!held || !isLost() || isCovered()) return
    // Another page in the place of the one before.
    if (hadTitle && !held.isConnected) return focusTitle(root.querySelector('main'))
    const stood = gap ?? { parent: held.parentElement ?? root, before: held }
    const heir = held.isConnected && isUsable(held) ? held : heirOf(stood, root)
    heir?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver((records) => {
    if (!held) return
    isTaken ||= held.matches(':disabled')
    if (held.isConnected) gap = null
    for (const { target, removedNodes, previousSibling } of records)
      for (const node of removedNodes) {
        isTaken ||= node.contains(held)
        if (held.isConnected || !(target instanceof Element)) continue
        if (node.contains(gap?.parent ?? held)) gap = { parent: target, before: previousSibling }
        if (node instanceof Element && (node.matches('h1') || node.querySelector('h1'))) hadTitle = true
      }
    if (!isLost()) return
    // Asked sooner, the browser would lay the page out in the midst of a change.
    isTaken ||= !isUsable(held)
    if (!isTaken) return
    // Whoever leads it elsewhere does so by the next frame: a page to its title, a dialog to what opened it.
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(lead)
    })
  })
  root.addEventListener('focusin', hold)
  document.addEventListener('pointerdown', letGo, true)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    root.removeEventListener('focusin', hold)
    document.removeEventListener('pointerdown', letGo, true)
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Browsers take it from what is disabled, some of them a moment later. */
const isLost = () => document.activeElement?.matches('body, :disabled') ?? true

/** Whether the Tab key would stop there. A page without a layout shows all. */
const isUsable = (element: HTMLElement) =>
  element.tabIndex >= 0 &&
  !element.matches(':disabled') &&
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/** A field of suggestions opens them as it is focused, and they hide all else: nobody asked for that. Some stand open anyway. */
const isCalm = (element: HTMLElement) => !element.matches('[role="combobox"]:not([aria-expanded="true"])')

/** What has the focus instead of what stood in the gap. */
function heirOf({ parent, before }: Gap, root: HTMLElement): HTMLElement | undefined {
  let at = parent.isConnected && root.contains(parent) ? parent : root
  let last = before
  while (true) {
    const all = [...at.querySelectorAll<HTMLElement>(CONTROLS)].filter((it) => isUsable(it) && isCalm(it))
    const heir = all.find((it) => isBehind(it, last)) ?? all.at(-1)
    if (heir || at === root || !at.parentElement) return heir
    last = at
    at = at.parentElement
  }
}

const isBehind = (element: Element, before: Node | null) =>
  before === null ||
  !before.isConnected ||
  (!before.contains(element) && (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
