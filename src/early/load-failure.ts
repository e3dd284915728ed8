import type { Language } from '../ui/language.ts'

// This module is inlined in the HTML page and shares no code with the app, so that it works if nothing else loads.

/** Window event that reports that the app's code failed to load. */
export const LOAD_FAILED_EVENT = 'atelier:missing'

/** The app's own scripts; extensions and proxies inject others. */
const APP_SCRIPT_SELECTOR = 'script[type="module"][src^="/assets/"]'

/** Shows a message when one of the app's own scripts fails to load, or on {@link LOAD_FAILED_EVENT}. */
export function watchLoadFailure(): void {
  addEventListener(LOAD_FAILED_EVENT, showLoadFailure, { once: true })
  // Resource errors do not bubble.
  const onError = ({ target }: Event) =>
    target instanceof HTMLScriptElement &&
    target.matches(APP_SCRIPT_SELECTOR) &&
    dispatchEvent(new Event(LOAD_FAILED_EVENT))
  addEventListener('error', onError, { capture: true })
}

/** Messages are inlined, because all other messages are part of the code that failed to load. */
const LOAD_FAILURE_MESSAGES = {
  en: { text: 'Atelier didn’t load. Check your connection, then reload the page.', reload: 'Reload' },
  de: {
    text: 'Atelier konnte nicht geladen werden. Prüfe die Verbindung und lade die Seite neu.',
    reload: 'Neu laden',
  },
} satisfies Record<Language, unknown>

async function showLoadFailure(): Promise<void> {
  globalThis.atelierHasFailedToLoad = true
  // The body may not be parsed yet.
  while (!document.body)
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  // The script in the page's head has set the language.
  const { text, reload } = LOAD_FAILURE_MESSAGES[document.documentElement.lang === 'de' ? 'de' : 'en']
  const bar = document.createElement('div')
  bar.setAttribute('role', 'alert')
  // The app's styles may have failed to load too.
  Object.assign(bar.style, {
    position: 'fixed',
    inset: '0 0 auto',
    zIndex: '1',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '12px',
    alignItems: 'center',
    justifyContent: 'center',
    padding: '10px 16px',
    font: '14px/1.5 system-ui, sans-serif',
    color: 'CanvasText',
    background: 'Canvas',
    borderBottom: '1px solid',
  })
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: reload })
  Object.assign(button.style, {
    font: 'inherit',
    padding: '6px 12px',
    minHeight: '32px',
    border: '1px solid',
    borderRadius: '6px',
  })
  button.addEventListener('click', () => location.reload())
  bar.append(text, button)
  document.body.prepend(bar)
}
