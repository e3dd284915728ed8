// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { expectNoLeaks } from './expect-no-leaks.ts'

const noop = () => {}

describe('expectNoLeaks', () => {
  test.each<[string, () => unknown]>([
    ['listener of resize', () => window.addEventListener('resize', noop)],
    ['listener of click', () => document.addEventListener('click', noop, true)],
    ['listener of abort', () => new AbortController().signal.addEventListener('abort', noop, { once: true })],
    [
      'listener of focus',
      () => {
        document.addEventListener('focus', noop, true)
        document.removeEventListener('focus', noop)
      },
    ],
    ['setInterval', () => setInterval(noop, 1_000_000)],
    ['setTimeout', () => setTimeout(noop, 1_000_000)],
    ['requestAnimationFrame', () => requestAnimationFrame(noop)],
    ['request', () => void fetch('data:text/plain,a')],
    ['MutationObserver', () => new MutationObserver(noop).observe(document, { childList: true })],
    ['ResizeObserver', () => new ResizeObserver(noop).observe(document.body)],
    ['object URL', () => URL.createObjectURL(new Blob(['a']))],
  ])('rejects if the action leaves behind a %s', async (name, action) => {
    await expect(expectNoLeaks(action)).rejects.toThrow(name)
  })

  test('names the line that added a leftover listener', async () => {
    await expect(expectNoLeaks(() => window.addEventListener('resize', noop))).rejects.toThrow(
      'expect-no-leaks.test.ts',
    )
  })

  test('passes if the action ends all listeners, timers, requests, observers and object URLs that it started', async () => {
    await expectNoLeaks(async () => {
      window.addEventListener('resize', noop)
      window.removeEventListener('resize', noop)
      document.addEventListener('click', noop, true)
      document.removeEventListener('click', noop, { capture: true })
      const target = new EventTarget()
      target.addEventListener('done', noop, { once: true })
      target.dispatchEvent(new Event('done'))
      const abort = new AbortController()
      target.addEventListener('done', noop, { signal: abort.signal })
      abort.abort()
      clearInterval(setInterval(noop, 1_000_000))
      clearTimeout(setTimeout(noop, 1_000_000))
      await new Promise((resolve) => setTimeout(resolve))
      cancelAnimationFrame(requestAnimationFrame(noop))
      await (await fetch('data:text/plain,a')).text()
      const observer = new MutationObserver(noop)
      observer.observe(document, { childList: true })
      observer.disconnect()
      const resizeObserver = new ResizeObserver(noop)
      resizeObserver.observe(document.body)
      resizeObserver.unobserve(document.body)
      URL.revokeObjectURL(URL.createObjectURL(new Blob(['a'])))
    })
  })

  test('rejects if a given counter has grown, and restores the patched global functions', async () => {
    const before = [fetch, setTimeout, clearTimeout, setInterval, window.addEventListener]
    let open = 2
    const counts = { sessions: () => open }
    await expectNoLeaks(noop, { counters: counts })
    await expect(expectNoLeaks(() => open++, { counters: counts })).rejects.toThrow('sessions: 3, before 2')
    await expect(expectNoLeaks(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect([fetch, setTimeout, clearTimeout, setInterval, window.addEventListener]).toEqual(before)
  })

  test('ignores listeners of the allowed types', async () => {
    await expectNoLeaks(() => window.addEventListener('resize', noop), { allowedListeners: ['resize'] })
  })
})
