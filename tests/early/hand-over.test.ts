// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { handOver } from '../../src/early/hand-over.ts'

const listening = new AbortController()
afterEach(() => listening.abort())

test('a key is pressed in the app again, but not one that the app has answered already', async () => {
  document.body.innerHTML = '<div id="app"><main tabindex="-1">Ten rows</main></div>'
  const isWhole = (next: HTMLElement) => next.querySelector('main') !== null
  const next = handOver(document.getElementById('app')!, { isTheirs: () => true, isWhole })
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    document.querySelector('main')!.dispatchEvent(event)
  }
  press('?')
  // The app listens before it has drawn what takes the place.
  const heard: string[] = []
  const hear = (event: KeyboardEvent) => {
    heard.push(event.key)
    event.preventDefault()
  }
  addEventListener('keydown', hear, { signal: listening.signal })
  press('i')
  expect(heard).toEqual(['i'])
  const given = new Promise((resolve) => new MutationObserver(resolve).observe(document.body, { childList: true }))
  next.innerHTML = '<main tabindex="-1">Ten rows</main>'
  await given
  expect(document.getElementById('app')).toBe(next)
  expect(heard).toEqual(['i', '?'])
})
