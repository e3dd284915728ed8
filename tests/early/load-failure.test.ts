// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOAD_FAILED_EVENT, watchLoadFailure } from '../../src/early/load-failure.ts'

const alertTexts = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)

let controller: AbortController
beforeEach(() => {
  document.documentElement.lang = 'de'
  controller = new AbortController()
  const { signal } = controller
  const { addEventListener } = globalThis
  // Removes the listeners of each test at its end.
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(
    (name: string, listener: EventListenerOrEventListenerObject, options?: object | boolean) =>
      addEventListener(name, listener, { ...(typeof options === 'object' && options), signal }),
  )
  watchLoadFailure()
})
afterEach(() => {
  controller.abort()
  document.body.replaceChildren()
  globalThis.atelierHasFailedToLoad = undefined
})

test('shows no message for errors of images, style sheets, third-party scripts and running code', async () => {
  const beacon = Object.assign(document.createElement('script'), { src: 'https://stats.example/beacon.js' })
  for (const element of [document.createElement('img'), document.createElement('link'), beacon]) {
    document.head.append(element)
    element.dispatchEvent(new Event('error'))
  }
  dispatchEvent(new ErrorEvent('error', { message: 'x is undefined' }))
  await Promise.resolve()
  expect([alertTexts(), globalThis.atelierHasFailedToLoad]).toEqual([[], undefined])
})

test('shows a single message if a script fails to load and a further load failure is reported', async () => {
  document.head.innerHTML = '<script type="module" crossorigin src="/assets/index-aN7xHtAR.js"></script>'
  const script = document.querySelector('script')!
  script.dispatchEvent(new Event('error'))
  dispatchEvent(new Event(LOAD_FAILED_EVENT))
  await Promise.resolve()
  expect(alertTexts()).toEqual([
    'Atelier konnte nicht geladen werden. Prüfe die Verbindung und lade die Seite neu.Neu laden',
  ])
  expect(globalThis.atelierHasFailedToLoad).toBe(true)
})
