import type { ReactNode } from 'react'
import { type Atelier, AtelierContext } from '../ui/context.ts'
import { createTranslateFunction, type Messages } from '../ui/messages.ts'
import { getPreferredLanguage } from '../ui/preferences.ts'
import { type DeferredViews, renderToFragment } from './mini-jsx.ts'

/** Messages of the page, inserted by the build: each page has one script per language. */
declare const FIRST_PAINT_MESSAGES: Messages

/** Renders a page into `container`, in the user's language. `data` is the session's data. */
export function renderPage(
  container: HTMLElement,
  data: unknown,
  view: () => ReactNode,
  deferredViews?: DeferredViews,
): Atelier {
  const language = getPreferredLanguage()
  const session = { getSnapshot: () => ({ context: { data } }) }
  const translate = createTranslateFunction(language, FIRST_PAINT_MESSAGES)
  const atelier = { session, language, translate } as unknown as Atelier
  Object.assign(AtelierContext, { value: atelier })
  container.append(renderToFragment(view(), deferredViews))
  return atelier
}

/**
 * Loads the styles that the HTML page preloads. Rejects if a style fails to load or the HTML page names no files; the app then
 * loads its own styles.
 */
export async function loadDeferredStyles(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  // The shell cached for offline use names no files.
  if (!document.querySelector('#app-files')) throw new Error('The page has no stylesheet of its own')
  preloadFont()
  const styleLinks = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')
  await Promise.all(
    Array.from(styleLinks, (link) => {
      const style = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        crossOrigin: '',
        href: link.href,
      })
      style.setAttribute('href', link.getAttribute('href')!)
      return new Promise<void>((resolve, reject) => {
        style.onload = () => resolve()
        style.onerror = () => {
          style.remove()
          reject(new Error(`${style.href} did not load`))
        }
        document.head.append(style)
      })
    }),
  )
}

/**
 * Loads the preloaded font before the first layout. Otherwise the browser lays out the text twice, first in the system font. Each
 * size of that font costs a call to another process.
 */
function preloadFont(): void {
  const fontLink = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]')
  if (fontLink && matchMedia(fontLink.media).matches)
    document.fonts.load('1em "Instrument Sans Variable"').catch(() => {})
}
