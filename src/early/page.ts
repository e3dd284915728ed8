import type { ReactNode } from 'react'
import { type Atelier, AtelierContext } from '../ui/context.ts'
import { preferredLanguage } from '../ui/preferences.ts'
import { createTranslate, type Words } from '../ui/words.ts'
import { elementsOf, type Later } from './elements.ts'

/** The sentences that the page says: each page has a file with its own in each language. */
declare const EARLY_WORDS: Words

/** Draws a page into its place, in the language that this person has; `data` is what its session holds. */
export function draw(place: HTMLElement, data: unknown, view: () => ReactNode, later?: Later): Atelier {
  const language = preferredLanguage()
  const session = { getSnapshot: () => ({ context: { data } }) }
  const translate = createTranslate(language, EARLY_WORDS)
  const atelier = { session, language, translate } as unknown as Atelier
  Object.assign(AtelierContext, { value: atelier })
  place.append(elementsOf(view(), later))
  return atelier
}

/** Lets the page's styles in that wait for the app. Rejects where one does not come or is not named: then the app asks for it. */
export async function styled(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  // A page that was kept for when the server is out of reach names the files of none.
  if (!document.querySelector('#app-files')) throw new Error('The page names no styles of its own')
  beginFont()
  const waiting = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')
  await Promise.all(
    Array.from(waiting, (link) => {
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
          reject(new Error(`${style.href} did not come`))
        }
        document.head.append(style)
      })
    }),
  )
}

/**
 * Has the font made ready that the page fetches ahead: where it is there by the first layout, words are not set in the
 * system's first, each of whose sizes costs a call to another process, and then once more.
 */
function beginFont(): void {
  const ahead = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]')
  if (ahead && matchMedia(ahead.media).matches) document.fonts.load('1em "Instrument Sans Variable"').catch(() => {})
}
