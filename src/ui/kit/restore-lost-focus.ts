import { focusTitle } from './focus-title.ts'
import { isOverlayOpen } from './overlays/is-overlay-open.ts'

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

/** Position of a removed element: in `parent`, after `before`. */
interface RemovedPosition {
  parent: Element
  before: Node | null
}

/**
 * Keeps the focus within `root` for keyboard users. When the focused element is removed, moved or disabled, it gets the focus
 * back if possible. Otherwise, in this order: the element that replaced it, the next one, or the previous one. Focus moved
 * elsewhere by a dialog or by page code is left alone. Returns a function that stops observing.
 */
export function restoreLostFocus(root: HTMLElement): () => void {
  let lastFocused: HTMLElement | null = null
  let gap: RemovedPosition | null = null
  let hadTitle = false
  // Whether the focused element was removed, disabled or hidden. Focus is restored only then: the user may also have released it,
  // to search the page or to hide an on-screen keyboard.
  let isUnavailable = false
  let frameId = 0
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === root) return
    lastFocused = target
    gap = null
    hadTitle = false
    isUnavailable = false
  }
  // A press outside of controls means that the user wants no focus. A press on the focused element or in a dialog changes
  // nothing.
  const onPointerDown = ({ target }: Event) => {
    if (!(target instanceof Node && lastFocused?.contains(target)) && !isOverlayOpen()) lastFocused = null
  }
  const restoreFocus = () => {
    if (!lastFocused || !isFocusLost() || isOverlayOpen()) return
    // A different page has replaced the previous one.
    if (hadTitle && !lastFocused.isConnected) return focusTitle(root.querySelector('main'))
    const position = gap ?? { parent: lastFocused.parentElement ?? root, before: lastFocused }
    const successor =
      lastFocused.isConnected && isTabbable(lastFocused) ? lastFocused : findFocusSuccessor(position, root)
    successor?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver((records) => {
    if (!lastFocused) return
    isUnavailable ||= lastFocused.matches(':disabled')
    if (lastFocused.isConnected) gap = null
    for (const { target, removedNodes, previousSibling } of records)
      for (const node of removedNodes) {
        isUnavailable ||= node.contains(lastFocused)
        if (lastFocused.isConnected || !(target instanceof Element)) continue
        if (node.contains(gap?.parent ?? lastFocused)) gap = { parent: target, before: previousSibling }
        if (node instanceof Element && (node.matches('h1') || node.querySelector('h1'))) hadTitle = true
      }
    if (!isFocusLost()) return
    // Deferred: checking earlier would force a layout in the middle of a change.
    isUnavailable ||= !isTabbable(lastFocused)
    if (!isUnavailable) return
    // Waits two frames. Code that moves the focus (a page to its title, a dialog to its trigger) does so by the next frame.
    cancelAnimationFrame(frameId)
    frameId = requestAnimationFrame(() => {
      frameId = requestAnimationFrame(restoreFocus)
    })
  })
  root.addEventListener('focusin', onFocusIn)
  document.addEventListener('pointerdown', onPointerDown, true)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    root.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('pointerdown', onPointerDown, true)
    observer.disconnect()
    cancelAnimationFrame(frameId)
  }
}

/** Returns whether no enabled element has the focus. Some browsers blur a disabled element with a delay. */
const isFocusLost = () => document.activeElement?.matches('body, :disabled') ?? true

/** Returns whether Tab would reach the element. Without layout (in tests) all elements count as visible. */
const isTabbable = (element: HTMLElement) =>
  element.tabIndex >= 0 &&
  !element.matches(':disabled') &&
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/** Excludes closed comboboxes: focusing one opens its suggestions, which cover everything else. */
const isSafeToFocus = (element: HTMLElement) => !element.matches('[role="combobox"]:not([aria-expanded="true"])')

/** Returns the element that gets the focus in place of the one removed from the gap. */
function findFocusSuccessor({ parent, before }: RemovedPosition, root: HTMLElement): HTMLElement | undefined {
  let container = parent.isConnected && root.contains(parent) ? parent : root
  let reference = before
  while (true) {
    const controls = [...container.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (control) => isTabbable(control) && isSafeToFocus(control),
    )
    const successor = controls.find((control) => isAfter(control, reference)) ?? controls.at(-1)
    if (successor || container === root || !container.parentElement) return successor
    reference = container
    container = container.parentElement
  }
}

const isAfter = (element: Element, before: Node | null) =>
  before === null ||
  !before.isConnected ||
  (!before.contains(element) && (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
