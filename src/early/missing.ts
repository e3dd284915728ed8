import type { Language } from '../ui/language.ts'

// It stands in the page itself, for when nothing else comes: it shares no code with the app.

/** Happens to the window where the app's code did not come: nothing that waits for it waits any longer. */
export const MISSING = 'atelier:missing'

/** Extensions and proxies put others into the page. */
const OWN_SCRIPT = 'script[type="module"][src^="/assets/"]'

/** Has the page say that code of the app did not come: its own script, or what {@link MISSING} tells of. */
export function hearMissing(): void {
  addEventListener(MISSING, tellMissing, { once: true })
  // What an element could not load does not bubble.
  const onError = ({ target }: Event) =>
    target instanceof HTMLScriptElement && target.matches(OWN_SCRIPT) && dispatchEvent(new Event(MISSING))
  addEventListener('error', onError, { capture: true })
}

/** They stand here since the sentences of all else come with the code that did not. */
const SAID = {
  en: { text: 'Atelier didn’t load. Check your connection, then reload the page.', reload: 'Reload' },
  de: {
    text: 'Atelier konnte nicht geladen werden. Prüfe die Verbindung und lade die Seite neu.',
    reload: 'Neu laden',
  },
} satisfies Record<Language, unknown>

/** Says above whatever stands on the page that the app's code did not come, with the way to try again. */
async function tellMissing(): Promise<void> {
  globalThis.atelierIsMissing = true
  // The page's head may be all there is of it.
  while (!document.body)
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  // The page's head has said which.
  const { text, reload } = SAID[document.documentElement.lang === 'de' ? 'de' : 'en']
  const bar = document.createElement('div')
  bar.setAttribute('role', 'alert')
  // The app's styles may be missing too.
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
