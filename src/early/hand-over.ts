import { singleKeysWork } from '../ui/preferences.ts'
import { watchGestures } from './gestures.ts'
import { MISSING } from './missing.ts'
import { finderOf, type Press, pressOf } from './presses.ts'

/** For how long, in milliseconds, an app that shows something else than a whole page is waited for. */
const PATIENCE_MS = 3_000

/** For how long one that shows its frame alone is. */
const FRAME_PATIENCE_MS = 10_000

/** What is known of a page that is handed over. */
export interface Handed {
  /** The page is still for whoever it was drawn for. */
  isTheirs: () => boolean
  /** The app, as far as it has drawn, shows as much. */
  isWhole: (next: HTMLElement) => boolean
  /** What shows in the button of a form that was sent and waits for the app: a glyph, and words for who hears them. */
  sending?: { glyph: Node; text: string }
}

/** Fields of text, whatever is typed into them. */
const FIELDS = 'input:not([type="checkbox"])'

/**
 * Hands a page that was drawn early over to the app, which draws into an element of its own until it shows as much: that
 * then takes the place. What was typed, pressed and focused meanwhile is typed, pressed and focused there, and a form that
 * was sent is sent there: never by the browser, in whose address its fields would stand. Links are the browser's. The page goes
 * at once where it is no longer theirs.
 */
export function handOver(place: HTMLElement, { isTheirs, isWhole, sending }: Handed): HTMLElement {
  const next = document.createElement('div')
  next.id = place.id
  const listening = new AbortController()
  const { signal } = listening
  const whenDone = watchGestures(signal)
  let pressed: Press[] = []
  place.addEventListener(
    'click',
    (event) => {
      const press = pressOf(place, event)
      if (!press) return
      pressed = pressed.filter(({ on }) => on === undefined || on !== press.on)
      pressed.push(press)
    },
    { signal },
  )
  let isSent = false
  const send = (is: boolean) => {
    if (is === isSent) return
    isSent = is
    if (sending) showSending(place, is, sending)
  }
  place.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      // Nothing comes that could send it.
      if (!globalThis.atelierIsMissing) send(true)
    },
    { signal },
  )
  // Who types on after sending has not meant what stood there.
  place.addEventListener('input', () => send(false), { signal })
  addEventListener(MISSING, () => send(false), { signal })
  document.addEventListener(
    'keydown',
    (event) => {
      const { target, key } = event
      // What a field or a control of the page does with a key, it has done.
      if (!(target instanceof HTMLElement) || target.matches(FIELDS)) return
      if (place.contains(target) && /^( |Enter|Tab)$/.test(key)) return
      // What is typed next is for the field that this key leads to.
      const search = place.querySelector<HTMLInputElement>('input[type="search"]')
      if (search && key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && singleKeysWork()) {
        event.preventDefault()
        return search.focus()
      }
      const find = place.contains(target) ? finderOf(place, target) : undefined
      const again = () => new KeyboardEvent('keydown', { ...pick(event), bubbles: true, cancelable: true })
      pressed.push({
        on: undefined,
        again(within) {
          // The app hears the keys of all pages before its own page is drawn.
          if (event.defaultPrevented) return
          const receiver = find?.(within) ?? document.activeElement ?? document.body
          receiver.dispatchEvent(again())
        },
      })
    },
    { signal },
  )
  let isOver = false
  const within = new Set<number>()
  const giveWithin = (ms: number) => {
    if (!within.has(ms)) setTimeout(() => whenDone(give), ms)
    within.add(ms)
  }
  const give = () => {
    if (isOver) return
    isOver = true
    listening.abort()
    watcher.disconnect()
    const isSame = isTheirs()
    const { activeElement } = document
    const focused =
      activeElement instanceof HTMLElement && place.contains(activeElement) ? finderOf(place, activeElement) : undefined
    const typed = [...place.querySelectorAll<HTMLInputElement>(FIELDS)].filter(({ value }) => value !== '')
    const top = place.querySelector('[data-scroller]')?.scrollTop ?? 0
    place.replaceWith(next)
    if (!isSame) return
    const scroller = next.querySelector('[data-scroller]')
    if (scroller && top > 0) scroller.scrollTop = top
    focused?.(next)?.focus({ preventScroll: true })
    for (const field of typed) type(next.querySelector(`input${alike(field)}`), field)
    for (const { again } of pressed) again(next)
    if (isSent) next.querySelector('form')?.requestSubmit()
  }
  const look = () => {
    if (isWhole(next)) whenDone(give)
    else if (next.querySelector('h1, h2, form, [aria-busy="true"]')) giveWithin(PATIENCE_MS)
    else if (next.childElementCount > 0) giveWithin(FRAME_PATIENCE_MS)
  }
  const watcher = new MutationObserver(look)
  watcher.observe(next, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy', 'class'] })
  // Another tab signed out, or in as somebody else: what the app has drawn is not theirs either, until it has heard of it too.
  const leave = () => {
    if (isTheirs()) return
    place.replaceChildren()
    setTimeout(give)
  }
  addEventListener('storage', leave, { signal })
  return next
}

/** Shows in its button, as the app would, that a form is being sent. */
function showSending(place: HTMLElement, is: boolean, { glyph, text }: NonNullable<Handed['sending']>): void {
  const button = place.querySelector('[type="submit"]:not([hidden])')
  if (!button) return
  button.toggleAttribute('data-busy', is)
  if (is) button.prepend(glyph)
  else button.removeChild(glyph)
  const said = button.nextElementSibling?.querySelector('[aria-live]')
  if (said) said.textContent = is ? text : ''
}

const pick = ({ key, code, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent) => ({
  key,
  code,
  ctrlKey,
  shiftKey,
  altKey,
  metaKey,
})

const alike = ({ name, type }: HTMLInputElement) => (name ? `[name="${CSS.escape(name)}"]` : `[type="${type}"]`)

/** Types into a field of React's what stands in another, the marker where it stood. */
function type(field: HTMLInputElement | null, { value, selectionStart, selectionEnd }: HTMLInputElement): void {
  if (!field) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // A field for an address has no marker that could be asked for.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
}
