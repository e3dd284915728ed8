import view from '../ui/list/ListView.module.css'

/** What a control is found by again. */
type Found = (within: ParentNode) => HTMLElement | undefined

/** For how long, in milliseconds, an app that shows something else than a whole page is waited for. */
const PATIENCE_MS = 3_000

/**
 * Hands a page that was drawn early over to the app, which draws into an element of its own until it shows as much: that
 * then takes the place. What was pressed, typed and focused meanwhile is pressed, typed and focused there; links are the
 * browser's. The page goes at once where the account is no longer `id`.
 */
export function handOver(place: HTMLElement, id: string, account: () => string | undefined): HTMLElement {
  const next = document.createElement('div')
  next.id = place.id
  const listening = new AbortController()
  const { signal } = listening
  const pressed: ((within: ParentNode) => void)[] = []
  place.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof HTMLElement || target instanceof SVGElement) || target.closest('a')) return
      const find = finderOf(place, target)
      pressed.push((within) => find(within)?.click())
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const { target, key } = event
      // What a field or a control of the page does with a key, it has done.
      if (!(target instanceof HTMLElement) || target.matches('input[type="search"]')) return
      if (place.contains(target) && /^( |Enter|Tab)$/.test(key)) return
      const find = place.contains(target) ? finderOf(place, target) : undefined
      const again = () => new KeyboardEvent('keydown', { ...pick(event), bubbles: true, cancelable: true })
      pressed.push((within) => (find?.(within) ?? document.activeElement ?? document.body).dispatchEvent(again()))
    },
    { signal },
  )
  let isOver = false
  let isAwaited = false
  const give = () => {
    if (isOver) return
    isOver = true
    listening.abort()
    watcher.disconnect()
    const isSame = account() === id
    const { activeElement } = document
    const focused =
      activeElement instanceof HTMLElement && place.contains(activeElement) ? finderOf(place, activeElement) : undefined
    const typed = place.querySelector<HTMLInputElement>('input[type="search"]')
    const top = place.querySelector('[data-scroller]')?.scrollTop ?? 0
    place.replaceWith(next)
    if (!isSame) return
    const scroller = next.querySelector('[data-scroller]')
    if (scroller && top > 0) scroller.scrollTop = top
    focused?.(next)?.focus({ preventScroll: true })
    if (typed?.value) type(next.querySelector('input[type="search"]'), typed)
    for (const press of pressed) press(next)
  }
  const look = () => {
    if (isWhole(next)) give()
    else if (next.childElementCount > 0 && !isAwaited) {
      isAwaited = true
      setTimeout(give, PATIENCE_MS)
    }
  }
  const watcher = new MutationObserver(look)
  watcher.observe(next, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy', 'class'] })
  // Another tab signed out, or in as somebody else: what the app has drawn is not theirs either, until it has heard of it too.
  const leave = () => {
    if (account() === id) return
    place.replaceChildren()
    setTimeout(give)
  }
  addEventListener('storage', leave, { signal })
  return next
}

/** Whether the app shows a page, and in it nothing that is on its way. */
const isWhole = (next: HTMLElement): boolean =>
  next.querySelector('h1') !== null && next.querySelector(`[aria-busy="true"], .${view.unknown}`) === null

/** Finds a control again: in the same row the same kind with the same name, at the same place among those. */
function finderOf(place: HTMLElement, target: Element): Found {
  const control = target.closest<HTMLElement>('button, input, label, a, th, td, [tabindex]') ?? place
  const row = control.closest<HTMLElement>('[data-row]')?.dataset['row']
  const like = (within: ParentNode) => {
    const scope = row === undefined ? within : within.querySelector(`[data-row="${CSS.escape(row)}"]`)
    const all = scope?.querySelectorAll<HTMLElement>(control.localName) ?? []
    return [...all].filter((it) => nameOf(it) === nameOf(control))
  }
  const at = like(place).indexOf(control)
  return (within) => like(within)[at]
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

const pick = ({ key, code, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent) => ({
  key,
  code,
  ctrlKey,
  shiftKey,
  altKey,
  metaKey,
})

/** Types into a field of React's what stands in another, the marker where it stood. */
function type(field: HTMLInputElement | null, { value, selectionStart, selectionEnd }: HTMLInputElement): void {
  if (!field) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.setSelectionRange(selectionStart, selectionEnd)
}
