// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AppVersion, AtelierContext } from '../../../src/ui/context.ts'
import { AppStatus } from '../../../src/ui/watch/AppStatus.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show({ version }: { version?: AppVersion } = {}) {
  let notify: (isAnswered: boolean) => void = () => {}
  let isAlive = true
  const connectivity = {
    subscribe: (listener: (isAnswered: boolean) => void) => {
      notify = listener
      return () => {}
    },
    probe: async () => {
      if (!isAlive) throw new TypeError('Failed to fetch')
    },
  }
  const atelier = { language: 'en', translate: createTranslateFor('en'), connectivity, version }
  render(
    <AtelierContext value={atelier as never}>
      <main tabIndex={-1}>
        <AppStatus />
      </main>
    </AtelierContext>,
  )
  return {
    report: (isAnswered: boolean) => act(async () => notify(isAnswered)),
    setAlive: (alive: boolean) => {
      isAlive = alive
    },
  }
}
const line = () => screen.getByRole('status').textContent
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const fires = (target: EventTarget, type: string) => act(async () => void target.dispatchEvent(new Event(type)))

test('shows nothing after one failed request if a probe reaches the service', async () => {
  const { report } = show()
  await report(false)
  await passes(1000)
  expect(line()).toBe('')
})

test('shows that the service is unreachable until a probe reaches the service', async () => {
  const { report, setAlive } = show()
  setAlive(false)
  await report(false)
  await passes(0)
  expect(line()).toBe('Can’t reach Atelier. Reconnecting…')
  setAlive(true)
  await passes(5000)
  expect(line()).toBe('')
})

test('no longer shows the service as unreachable after any response', async () => {
  const { report, setAlive } = show()
  setAlive(false)
  await report(false)
  await passes(0)
  await report(true)
  expect(line()).toBe('')
})

test('shows that the browser is offline, until it is online again and a probe reaches the service', async () => {
  show()
  await fires(window, 'offline')
  expect(line()).toBe('You’re offline. What you see may be out of date.')
  await fires(window, 'online')
  await passes(0)
  expect(line()).toBe('')
})

test('checks for a new version when the page is shown, at most every five minutes, and notifies once', async () => {
  const checks: string[] = []
  let served = '/assets/one.js'
  const version = {
    running: '/assets/one.js',
    fetchServed: async () => {
      checks.push(served)
      return served
    },
  }
  show({ version })
  await fires(document, 'visibilitychange')
  expect(checks).toEqual([])
  await passes(5 * MINUTE)
  await fires(document, 'visibilitychange')
  await passes(0)
  await fires(document, 'visibilitychange')
  expect([checks.length, line()]).toEqual([1, ''])
  served = '/assets/two.js'
  await passes(5 * MINUTE)
  await fires(document, 'visibilitychange')
  await passes(0)
  expect(line()).toContain('A new version is available.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  expect([line(), document.activeElement]).toEqual(['', screen.getByRole('main')])
  await passes(30 * MINUTE)
  await fires(document, 'visibilitychange')
  expect([checks.length, line()]).toEqual([2, ''])
})
