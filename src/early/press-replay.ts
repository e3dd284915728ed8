/** Finds the same control in another rendering of the page. */
export type FindControl = (root: ParentNode) => HTMLElement | undefined

/** A click on the prerendered page, to be replayed in the app. */
export interface ReplayablePress {
  /**
   * Element of the click. Several clicks on the same element are replayed once, because users click again when nothing happens.
   * Undefined if each click counts.
   */
  target: Element | undefined
  replay: (root: ParentNode) => void
}

/** Returns the click to replay in the app; undefined if the browser handles the click or the click has no effect. */
export function toReplayablePress(container: HTMLElement, event: MouseEvent): ReplayablePress | undefined {
  const { target, ctrlKey, metaKey, shiftKey, altKey } = event
  // Links and labels are handled by the browser; forms are submitted separately.
  if (!(target instanceof Element) || target.closest('a, [type="submit"]')) return undefined
  const control = target.closest<HTMLElement>('button, input, th')
  if (!control && target.closest('label')?.control) return undefined
  // A click that ends a text selection does not open the row.
  const row = getSelection()?.toString() ? null : target.closest<HTMLElement>('[data-row]')
  const findControl = control ? createControlFinder(container, control) : row && createRowPartFinder(row, target)
  if (!findControl) return undefined
  const eventInit = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey }
  return {
    // Each click on a checkbox counts, because the checkbox toggled visibly. Clicks on rows share a target, so that only the last
    // row is opened.
    target: control?.matches('input') ? undefined : (control ?? container),
    replay: (root) => findControl(root)?.dispatchEvent(new MouseEvent('click', eventInit)),
  }
}

/** Returns a function that finds a control again, by its row, element name, accessible name and index. */
export function createControlFinder(container: HTMLElement, target: Element): FindControl {
  const control = target.closest<HTMLElement>('button, input, label, a, th, td, [tabindex]') ?? container
  const row = control.closest<HTMLElement>('[data-row]')
  const findAlike = (root: ParentNode) => {
    const scope = row ? findMatchingRow(row, root) : root
    const candidates = scope?.querySelectorAll<HTMLElement>(control.localName) ?? []
    return [...candidates].filter((element) => getAccessibleName(element) === getAccessibleName(control))
  }
  const index = findAlike(container).indexOf(control)
  return (root) => findAlike(root)[index]
}

/** Returns a function that finds an element of a row again, or its nearest ancestor if the app's row is not complete yet. */
function createRowPartFinder(row: HTMLElement, target: Element): FindControl {
  const path: { name: string; at: number }[] = []
  for (let element = target; element !== row; element = element.parentElement!)
    path.unshift({ name: element.localName, at: [...element.parentElement!.children].indexOf(element) })
  return (root) => {
    let found: Element | undefined = findMatchingRow(row, root)
    for (const { name, at } of path) {
      const next: Element | undefined = found?.children[at]
      if (next?.localName !== name) break
      found = next
    }
    return found as HTMLElement | undefined
  }
}

const findMatchingRow = ({ dataset }: HTMLElement, root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[data-row]')].find((element) => element.dataset['row'] === dataset['row'])

const getAccessibleName = (element: Element) => element.getAttribute('aria-label') ?? element.textContent
