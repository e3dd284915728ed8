import { focusTitle } from './focus-title.ts'
import { isOverlayOpen } from './overlays/is-overlay-open.ts'

/** Maximum time that changes of the page postpone the restoration, in milliseconds. */
const MAX_POSTPONEMENT_MS = 300

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

/** Former position of a removed element: in `parent`, after `before`. */
interface RemovedPosition {
  parent: Element
  before: Node | null
}

/**
 * Restores the focus within `root` when the focused element is removed, moved or disabled. If that element cannot be focused
 * again, the next or previous control gets the focus. Focus that a dialog or page code moves is left alone. Returns a function
 * that stops observing.
 */
export function restoreLostFocus(root: HTMLElement): () => void {
  let lastFocused: HTMLElement | null = null
  let gap: RemovedPosition | null = null
  let hadTitle = false
  // Whether the focused element was removed, disabled or hidden. Only then is the focus restored: the user may also have cleared
  // the focus, for example to hide an on-screen keyboard.
  let isUnavailable = false
  let frameId = 0
  let scheduledAt = 0
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === root) return
    lastFocused = target
    gap = null
    hadTitle = false
    isUnavailable = false
  }
  // A press outside of controls means that the user wants no focus, except in a dialog or on the focused element.
  const onPointerDown = ({ target }: Event) => {
    if (!(target instanceof Node && lastFocused?.contains(target)) && !isOverlayOpen()) lastFocused = null
  }
  const restoreFocus = () => {
    frameId = 0
    if (!lastFocused || !isFocusLost() || isOverlayOpen()) return
    // The page was replaced.
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
    // Not checked earlier, because the check forces a layout.
    isUnavailable ||= !isTabbable(lastFocused)
    if (!isUnavailable) return
    // Each change postpones the restoration, but not for ever: a progress display changes in every frame.
    if (frameId === 0) scheduledAt = performance.now()
    else if (performance.now() - scheduledAt > MAX_POSTPONEMENT_MS) return
    cancelAnimationFrame(frameId)
    // Waits two frames. A page that focuses its title, or a dialog that focuses its trigger, has done this by the next frame.
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

/** Returns whether no enabled element has the focus. Some browsers blur a disabled element late. */
const isFocusLost = () => document.activeElement?.matches('body, :disabled') ?? true

/** Returns whether Tab can reach an element. Without layout (in tests), all elements count as visible. */
const isTabbable = (element: HTMLElement) =>
  element.tabIndex >= 0 &&
  !element.matches(':disabled') &&
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/** Excludes closed comboboxes, because focus opens their suggestions over the page. */
const isSafeToFocus = (element: HTMLElement) => !element.matches('[role="combobox"]:not([aria-expanded="true"])')

/** Returns the control that gets the focus instead of the removed element. */
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
