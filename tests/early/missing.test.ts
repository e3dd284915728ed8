// @vitest-environment jsdom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { hearMissing, MISSING } from '../../src/early/missing.ts'

const told = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)

beforeAll(() => {
  document.documentElement.lang = 'de'
  hearMissing()
})
afterEach(() => {
  globalThis.atelierIsMissing = undefined
})

test('what is not a script of the page’s own, and a fault of one that came, say nothing', async () => {
  const beacon = Object.assign(document.createElement('script'), { src: 'https://stats.example/beacon.js' })
  for (const element of [document.createElement('img'), document.createElement('link'), beacon]) {
    document.head.append(element)
    element.dispatchEvent(new Event('error'))
  }
  dispatchEvent(new ErrorEvent('error', { message: 'x is undefined' }))
  await Promise.resolve()
  expect([told(), globalThis.atelierIsMissing]).toEqual([[], undefined])
})

test('a script that does not come is told once, whatever else does not come after it', async () => {
  document.head.innerHTML = '<script type="module" crossorigin src="/assets/index-aN7xHtAR.js"></script>'
  const script = document.querySelector('script')!
  script.dispatchEvent(new Event('error'))
  dispatchEvent(new Event(MISSING))
  await Promise.resolve()
  expect(told()).toEqual(['Atelier konnte nicht geladen werden. Prüfe die Verbindung und lade die Seite neu.Neu laden'])
  expect(globalThis.atelierIsMissing).toBe(true)
})
