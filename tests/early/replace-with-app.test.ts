// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOAD_FAILED_EVENT } from '../../src/early/load-failure.ts'
import { replaceWithApp } from '../../src/early/replace-with-app.ts'

const listening = new AbortController()
let next: HTMLElement
let isSameUser: boolean
const app = () => document.getElementById('app')!

beforeEach(() => {
  vi.useFakeTimers()
  isSameUser = true
  // Stubs `CSS.escape`. No name in these tests needs escaping.
  vi.stubGlobal('CSS', { escape: (name: string) => name })
  document.body.innerHTML = `<div id="app"><main tabindex="-1"><input type="search" name="q" /><button>Name</button>
    <form><button type="submit">Sign in</button></form></main></div>`
  const sending = { glyph: document.createElement('i'), text: 'Working…' }
  next = replaceWithApp(app(), {
    isSameUser: () => isSameUser,
    isFullyRendered: (element) => element.querySelector('main') !== null,
    submitIndicator: sending,
  })
})
afterEach(() => {
  listening.abort()
  globalThis.atelierHasFailedToLoad = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const press = (key: string) =>
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
const renderApp = async () => {
  next.innerHTML = '<main tabindex="-1"><input type="search" name="q" /><button>Name</button></main>'
  await Promise.resolve()
}

describe('keys', () => {
  test('reach the app once it replaces the page, except keys that the app has already handled', async () => {
    press('?')
    // The app adds its key listener before it has rendered.
    const receivedKeys: string[] = []
    const onKeyDown = (event: KeyboardEvent) => {
      receivedKeys.push(event.key)
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown, { signal: listening.signal })
    press('i')
    expect(receivedKeys).toEqual(['i'])
    await renderApp()
    expect(app()).toBe(next)
    expect(receivedKeys).toEqual(['i', '?'])
  })

  test('that start a search focus the search field immediately, and the app keeps the typed text', async () => {
    expect(press('/')).toBe(false)
    expect(document.activeElement).toBe(document.querySelector('input'))
    document.querySelector('input')!.value = 'tide'
    await renderApp()
    expect(document.activeElement).toBe(next.querySelector('input'))
    expect(next.querySelector('input')!.value).toBe('tide')
  })
})

describe('text', () => {
  test('stays in the prerendered field, where typing continues, until the app accepts the text', async () => {
    let isReady = false
    // React resets a controlled field whose state does not change.
    next.addEventListener('input', ({ target }) => {
      if (!isReady) (target as HTMLInputElement).value = ''
    })
    const field = document.querySelector('input')!
    field.value = 'ti'
    await renderApp()
    await vi.advanceTimersByTimeAsync(5)
    expect(app()).not.toBe(next)
    field.value = 'tide'
    isReady = true
    await vi.advanceTimersByTimeAsync(5)
    expect(app()).toBe(next)
    expect(next.querySelector('input')!.value).toBe('tide')
  })

  test('is passed to the app only once per task, even if the app discards the text and changes its page', async () => {
    const offered = vi.fn()
    next.addEventListener('input', ({ target }) => {
      offered()
      ;(target as HTMLInputElement).value = ''
      // Bounded, so that the test terminates if it fails.
      if (offered.mock.calls.length < 50) next.append(document.createElement('p'))
    })
    document.querySelector('input')!.value = 'tide'
    await renderApp()
    for (let i = 0; i < 100; i++) await Promise.resolve()
    expect(offered).toHaveBeenCalledTimes(1)
  })

  test('delays the replacement of the page by at most three seconds if the app never accepts the text', async () => {
    next.addEventListener('input', ({ target }) => {
      ;(target as HTMLInputElement).value = ''
    })
    document.querySelector('input')!.value = 'tide'
    await renderApp()
    await vi.advanceTimersByTimeAsync(2_900)
    expect(app()).not.toBe(next)
    await vi.advanceTimersByTimeAsync(200)
    expect(app()).toBe(next)
  })
})

describe('a gesture in progress', () => {
  test('delays the replacement of the page until the gesture and its click have ended', async () => {
    const clicked = vi.fn()
    next.addEventListener('click', clicked)
    const button = document.querySelector('button')!
    button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await renderApp()
    await vi.advanceTimersByTimeAsync(900)
    expect(app()).not.toBe(next)
    button.dispatchEvent(new Event('pointerup', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(10)
    button.click()
    await vi.advanceTimersByTimeAsync(50)
    expect(app()).toBe(next)
    expect(clicked).toHaveBeenCalledTimes(1)
  })

  test.each(['pointerdown', 'touchstart', 'compositionstart'])(
    'delays the replacement of the page by at most a second: %s',
    async (startTakeover) => {
      document.querySelector('input')!.dispatchEvent(new Event(startTakeover, { bubbles: true }))
      await renderApp()
      await vi.advanceTimersByTimeAsync(990)
      expect(app()).not.toBe(next)
      await vi.advanceTimersByTimeAsync(20)
      expect(app()).toBe(next)
    },
  )

  test('is not ended by the end of the gesture before it', async () => {
    const button = document.querySelector('button')!
    for (const name of ['pointerdown', 'pointerup', 'pointerdown'])
      button.dispatchEvent(new Event(name, { bubbles: true }))
    await renderApp()
    await vi.advanceTimersByTimeAsync(200)
    expect(app()).not.toBe(next)
  })

  test('includes a touch scroll whose pointer was cancelled, until the touch ends', async () => {
    for (const name of ['pointerdown', 'touchstart', 'pointercancel'])
      document.querySelector('main')!.dispatchEvent(new Event(name, { bubbles: true }))
    await renderApp()
    await vi.advanceTimersByTimeAsync(200)
    expect(app()).not.toBe(next)
    document.querySelector('main')!.dispatchEvent(new Event('touchend', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(60)
    expect(app()).toBe(next)
  })
})

describe('another user', () => {
  test('gets neither the text nor the clicks of the former user', async () => {
    const clicked = vi.fn()
    next.addEventListener('click', clicked)
    document.querySelector('input')!.value = 'tide'
    document.querySelector('button')!.click()
    isSameUser = false
    await renderApp()
    expect(app()).toBe(next)
    await vi.advanceTimersByTimeAsync(100)
    expect(next.querySelector('input')!.value).toBe('')
    expect(clicked).not.toHaveBeenCalled()
  })

  test('in another tab removes the prerendered page immediately', async () => {
    const page = app()
    dispatchEvent(new Event('storage'))
    expect(page.childElementCount).toBe(1)
    isSameUser = false
    dispatchEvent(new Event('storage'))
    expect(page.childElementCount).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(app()).toBe(next)
  })
})

describe('a form', () => {
  const submit = document.querySelector.bind(document, '[type="submit"]')
  const send = () =>
    !document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

  test('is no longer busy after the app failed to load, and is never submitted by the browser', () => {
    expect(send()).toBe(true)
    expect(submit()!.hasAttribute('data-busy')).toBe(true)
    globalThis.atelierHasFailedToLoad = true
    dispatchEvent(new Event(LOAD_FAILED_EVENT))
    expect(submit()!.hasAttribute('data-busy')).toBe(false)
    expect(send()).toBe(true)
    expect(submit()!.hasAttribute('data-busy')).toBe(false)
  })
})
