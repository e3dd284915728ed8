// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handOver } from '../../src/early/hand-over.ts'
import { MISSING } from '../../src/early/missing.ts'

const listening = new AbortController()
let next: HTMLElement
const app = () => document.getElementById('app')!

beforeEach(() => {
  vi.useFakeTimers()
  // As no name here needs it.
  vi.stubGlobal('CSS', { escape: (name: string) => name })
  document.body.innerHTML = `<div id="app"><main tabindex="-1"><input type="search" name="q" /><button>Name</button>
    <form><button type="submit">Sign in</button></form></main></div>`
  const sending = { glyph: document.createElement('i'), text: 'Working…' }
  next = handOver(app(), { isTheirs: () => true, isWhole: (it) => it.querySelector('main') !== null, sending })
})
afterEach(() => {
  listening.abort()
  globalThis.atelierIsMissing = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const press = (key: string) =>
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
/** The app has drawn as much. */
const drawn = async () => {
  next.innerHTML = '<main tabindex="-1"><input type="search" name="q" /><button>Name</button></main>'
  await Promise.resolve()
}

describe('keys', () => {
  test('are pressed in the app again, but none that the app has answered already', async () => {
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
    await drawn()
    expect(app()).toBe(next)
    expect(heard).toEqual(['i', '?'])
  })

  test('that search lead into the field at once, in which typing goes on', async () => {
    expect(press('/')).toBe(false)
    expect(document.activeElement).toBe(document.querySelector('input'))
    document.querySelector('input')!.value = 'tide'
    await drawn()
    expect(document.activeElement).toBe(next.querySelector('input'))
    expect(next.querySelector('input')!.value).toBe('tide')
  })
})

describe('what is under way', () => {
  test('keeps the page until it has ended, its click included', async () => {
    const clicked = vi.fn()
    next.addEventListener('click', clicked)
    const button = document.querySelector('button')!
    button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await drawn()
    await vi.advanceTimersByTimeAsync(900)
    expect(app()).not.toBe(next)
    button.dispatchEvent(new Event('pointerup', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(10)
    button.click()
    await vi.advanceTimersByTimeAsync(50)
    expect(app()).toBe(next)
    expect(clicked).toHaveBeenCalledTimes(1)
  })

  test.each(['pointerdown', 'touchstart', 'compositionstart'])('keeps it for a second at most: %s', async (begin) => {
    document.querySelector('input')!.dispatchEvent(new Event(begin, { bubbles: true }))
    await drawn()
    await vi.advanceTimersByTimeAsync(990)
    expect(app()).not.toBe(next)
    await vi.advanceTimersByTimeAsync(20)
    expect(app()).toBe(next)
  })

  test('of a finger is the scroll that goes on when it is no pointer any more', async () => {
    for (const name of ['pointerdown', 'touchstart', 'pointercancel'])
      document.querySelector('main')!.dispatchEvent(new Event(name, { bubbles: true }))
    await drawn()
    await vi.advanceTimersByTimeAsync(200)
    expect(app()).not.toBe(next)
    document.querySelector('main')!.dispatchEvent(new Event('touchend', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(60)
    expect(app()).toBe(next)
  })
})

describe('a form', () => {
  const submit = document.querySelector.bind(document, '[type="submit"]')
  const send = () =>
    !document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

  test('that was sent waits no longer where the app does not come, nor is it sent to it again; never by the browser', () => {
    expect(send()).toBe(true)
    expect(submit()!.hasAttribute('data-busy')).toBe(true)
    globalThis.atelierIsMissing = true
    dispatchEvent(new Event(MISSING))
    expect(submit()!.hasAttribute('data-busy')).toBe(false)
    expect(send()).toBe(true)
    expect(submit()!.hasAttribute('data-busy')).toBe(false)
  })
})
