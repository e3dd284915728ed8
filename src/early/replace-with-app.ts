import { areSingleKeyShortcutsEnabled } from '../ui/preferences.ts'
import { createGestureGate } from './gestures.ts'
import { LOAD_FAILED_EVENT } from './load-failure.ts'
import { createControlFinder, type ReplayablePress, toReplayablePress } from './press-replay.ts'

/** Maximum wait for a complete page while the app shows part of the page, in milliseconds. */
const REPLACE_TIMEOUT_MS = 3_000

/** Maximum wait while the app shows only its shell, in milliseconds. */
const SHELL_REPLACE_TIMEOUT_MS = 10_000

export interface ReplaceablePage {
  /** Returns whether the same user is still signed in. */
  isSameUser: () => boolean
  /** Returns whether the app's output shows the same content as the prerendered page. */
  isFullyRendered: (appElement: HTMLElement) => boolean
  /** Content of the submit button while a form waits for the app: a glyph, and a text for screen readers. */
  submitIndicator?: { glyph: Node; text: string }
}

const TEXT_FIELD_SELECTOR = 'input:not([type="checkbox"])'

/**
 * Replaces a prerendered page with the app. The app renders into a separate element until it shows the same content. That element
 * then replaces the prerendered page. Text, clicks and focus are replayed in the app. A submitted form is submitted by the app,
 * because a native submit would put the fields into the address. Links work natively. If another user is signed in, the page is
 * replaced immediately.
 */
export function replaceWithApp(
  container: HTMLElement,
  { isSameUser, isFullyRendered, submitIndicator }: ReplaceablePage,
): HTMLElement {
  const appElement = document.createElement('div')
  appElement.id = container.id
  const controller = new AbortController()
  const { signal } = controller
  const afterGestures = createGestureGate(signal)
  let presses: ReplayablePress[] = []
  container.addEventListener(
    'click',
    (event) => {
      const press = toReplayablePress(container, event)
      if (!press) return
      presses = presses.filter(({ target }) => target === undefined || target !== press.target)
      presses.push(press)
    },
    { signal },
  )
  let isSubmitted = false
  const setSubmitted = (isPending: boolean) => {
    if (isPending === isSubmitted) return
    isSubmitted = isPending
    if (submitIndicator) showSubmitIndicator(container, isPending, submitIndicator)
  }
  container.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      // The app failed to load, so the form cannot be sent.
      if (!globalThis.atelierHasFailedToLoad) setSubmitted(true)
    },
    { signal },
  )
  // Typing after a submit cancels the submit, because the submitted content was not final.
  container.addEventListener('input', () => setSubmitted(false), { signal })
  addEventListener(LOAD_FAILED_EVENT, () => setSubmitted(false), { signal })
  document.addEventListener(
    'keydown',
    (event) => {
      const { target, key } = event
      // The browser handles keys in text fields, and activation and Tab keys on controls.
      if (!(target instanceof HTMLElement) || target.matches(TEXT_FIELD_SELECTOR)) return
      if (container.contains(target) && /^( |Enter|Tab)$/.test(key)) return
      // "/" moves the focus, and the following keys go into the field.
      const search = container.querySelector<HTMLInputElement>('input[type="search"]')
      if (
        search &&
        key === '/' &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        areSingleKeyShortcutsEnabled()
      ) {
        event.preventDefault()
        return search.focus()
      }
      const findTarget = container.contains(target) ? createControlFinder(container, target) : undefined
      const cloneEvent = () =>
        new KeyboardEvent('keydown', { ...toKeyEventInit(event), bubbles: true, cancelable: true })
      presses.push({
        target: undefined,
        replay(root) {
          // Skips keys that one of the app's global handlers has handled in the meantime.
          if (event.defaultPrevented) return
          const receiver = findTarget?.(root) ?? document.activeElement ?? document.body
          receiver.dispatchEvent(cloneEvent())
        },
      })
    },
    { signal },
  )
  let isDone = false
  const scheduledDelays = new Set<number>()
  const scheduleTakeOver = (ms: number) => {
    if (!scheduledDelays.has(ms)) setTimeout(() => afterGestures(takeOver), ms)
    scheduledDelays.add(ms)
  }
  let retryDeadline: number | undefined
  let isRetryScheduled = false
  const takeOver = () => {
    // Text that the app discards may mutate the app's DOM. That mutation must not trigger another attempt in the same task.
    if (isDone || isRetryScheduled) return
    const isSame = isSameUser()
    const filledFields = [...container.querySelectorAll<HTMLInputElement>(TEXT_FIELD_SELECTOR)].filter(
      ({ value }) => value !== '',
    )
    // A form of the app discards input until its effects have run, because the effects start the form's machine.
    if (isSame && !copyFieldValues(filledFields, appElement)) {
      retryDeadline ??= performance.now() + REPLACE_TIMEOUT_MS
      if (performance.now() < retryDeadline) {
        isRetryScheduled = true
        setTimeout(() => {
          isRetryScheduled = false
          afterGestures(takeOver)
        })
        return
      }
    }
    isDone = true
    controller.abort()
    observer.disconnect()
    const { activeElement } = document
    const focused =
      activeElement instanceof HTMLElement && container.contains(activeElement)
        ? createControlFinder(container, activeElement)
        : undefined
    const top = container.querySelector('[data-scroller]')?.scrollTop ?? 0
    container.replaceWith(appElement)
    if (!isSame) return
    const scroller = appElement.querySelector('[data-scroller]')
    if (scroller && top > 0) scroller.scrollTop = top
    focused?.(appElement)?.focus({ preventScroll: true })
    for (const field of filledFields) copySelection(field, findMatchingField(appElement, field))
    for (const { replay } of presses) replay(appElement)
    if (isSubmitted) appElement.querySelector('form')?.requestSubmit()
  }
  const onMutation = () => {
    if (isFullyRendered(appElement)) afterGestures(takeOver)
    else if (appElement.querySelector('h1, h2, form, [aria-busy="true"]')) scheduleTakeOver(REPLACE_TIMEOUT_MS)
    else if (appElement.childElementCount > 0) scheduleTakeOver(SHELL_REPLACE_TIMEOUT_MS)
  }
  const observer = new MutationObserver(onMutation)
  observer.observe(appElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-busy', 'class'],
  })
  // Another tab has signed out, or signed in as another user. The app may show the previous user's data until it handles this
  // event.
  const onStorage = () => {
    if (isSameUser()) return
    container.replaceChildren()
    setTimeout(takeOver)
  }
  addEventListener('storage', onStorage, { signal })
  return appElement
}

function showSubmitIndicator(
  container: HTMLElement,
  isPending: boolean,
  { glyph, text }: NonNullable<ReplaceablePage['submitIndicator']>,
): void {
  const button = container.querySelector('[type="submit"]:not([hidden])')
  if (!button) return
  button.toggleAttribute('data-busy', isPending)
  if (isPending) button.prepend(glyph)
  else button.removeChild(glyph)
  const liveRegion = button.nextElementSibling?.querySelector('[aria-live]')
  if (liveRegion) liveRegion.textContent = isPending ? text : ''
}

const toKeyEventInit = ({ key, code, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent) => ({
  key,
  code,
  ctrlKey,
  shiftKey,
  altKey,
  metaKey,
})

const findMatchingField = (root: ParentNode, { name, type }: HTMLInputElement) =>
  root.querySelector<HTMLInputElement>(`input${name ? `[name="${CSS.escape(name)}"]` : `[type="${type}"]`}`)

/**
 * Copies the text of prerendered fields into the app's fields, which React controls. Returns whether no field discarded its text.
 */
function copyFieldValues(fields: readonly HTMLInputElement[], appElement: HTMLElement): boolean {
  let areAccepted = true
  for (const field of fields) {
    const appField = findMatchingField(appElement, field)
    if (!appField || appField.value === field.value) continue
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(appField, field.value)
    appField.dispatchEvent(new Event('input', { bubbles: true }))
    if (appField.value === '') areAccepted = false
  }
  return areAccepted
}

function copySelection({ selectionStart, selectionEnd }: HTMLInputElement, field: HTMLInputElement | null): void {
  // An e-mail field has no selection range.
  if (selectionStart !== null) field?.setSelectionRange(selectionStart, selectionEnd)
}
