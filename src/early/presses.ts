/** What finds a control again on a page that is drawn alike. */
export type Found = (within: ParentNode) => HTMLElement | undefined

/** A press on a page that hears none, which waits for the one that does. */
export interface Press {
  /** Several on the same are one: what gives no answer is pressed again. Undefined where each counts. */
  on: Element | undefined
  /** Presses the same there. */
  again: (within: ParentNode) => void
}

/** What a click stands for on the page that takes the place; undefined where it is the browser's, or means nothing. */
export function pressOf(place: HTMLElement, event: MouseEvent): Press | undefined {
  const { target, ctrlKey, metaKey, shiftKey, altKey } = event
  // Links, and what labels are of, are pressed by the browser; forms are sent otherwise.
  if (!(target instanceof Element) || target.closest('a, [type="submit"]')) return undefined
  const control = target.closest<HTMLElement>('button, input, th')
  if (!control && target.closest('label')?.control) return undefined
  // Whoever marks words of a row does not press it.
  const row = getSelection()?.toString() ? null : target.closest<HTMLElement>('[data-row]')
  const find = control ? finderOf(place, control) : row && partOf(row, target)
  if (!find) return undefined
  const again = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey }
  return {
    // A field answers by itself. Of rows one is opened.
    on: control?.matches('input') ? undefined : (control ?? place),
    again: (within) => find(within)?.dispatchEvent(new MouseEvent('click', again)),
  }
}

/** Finds a control again: in the same row the same kind with the same name, at the same place among those. */
export function finderOf(place: HTMLElement, target: Element): Found {
  const control = target.closest<HTMLElement>('button, input, label, a, th, td, [tabindex]') ?? place
  const row = control.closest<HTMLElement>('[data-row]')
  const like = (within: ParentNode) => {
    const scope = row ? rowLike(row, within) : within
    const all = scope?.querySelectorAll<HTMLElement>(control.localName) ?? []
    return [...all].filter((it) => nameOf(it) === nameOf(control))
  }
  const at = like(place).indexOf(control)
  return (within) => like(within)[at]
}

/** Finds a part of a row again, or of it what is drawn alike: what a row tells comes piece by piece. */
function partOf(row: HTMLElement, target: Element): Found {
  const path: { name: string; at: number }[] = []
  for (let it = target; it !== row; it = it.parentElement!)
    path.unshift({ name: it.localName, at: [...it.parentElement!.children].indexOf(it) })
  return (within) => {
    let found: Element | undefined = rowLike(row, within)
    for (const { name, at } of path) {
      const next: Element | undefined = found?.children[at]
      if (next?.localName !== name) break
      found = next
    }
    return found as HTMLElement | undefined
  }
}

const rowLike = ({ dataset }: HTMLElement, within: ParentNode) =>
  [...within.querySelectorAll<HTMLElement>('[data-row]')].find((it) => it.dataset['row'] === dataset['row'])

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent
