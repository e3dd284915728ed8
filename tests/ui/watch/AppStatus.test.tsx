// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type AppVersion, AtelierContext } from '../../../src/ui/context.ts'
import { AppStatus } from '../../../src/ui/watch/AppStatus.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})

function show({ version }: { version?: AppVersion } = {}) {
  let notify: (hasResponse: boolean) => void = () => {}
  let isAlive = true
  const connectivity = {
    subscribe: (listener: (hasResponse: boolean) => void) => {
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
    report: (hasResponse: boolean) => act(async () => notify(hasResponse)),
    setAlive: (alive: boolean) => {
      isAlive = alive
    },
  }
}
const line = () => screen.getByRole('status').textContent
const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const dispatch = (target: EventTarget, type: string) => act(async () => void target.dispatchEvent(new Event(type)))

test('shows nothing after one failed request if a probe reaches the service', async () => {
  const { report } = show()
  await report(false)
  await passTime(1000)
  expect(line()).toBe('')
})

test('shows that the service is unreachable until a probe reaches the service', async () => {
  const { report, setAlive } = show()
  setAlive(false)
  await report(false)
  await passTime(0)
  expect(line()).toBe('Can’t reach Atelier. Reconnecting…')
  setAlive(true)
  await passTime(5000)
  expect(line()).toBe('')
})

test('no longer shows the service as unreachable after any response', async () => {
  const { report, setAlive } = show()
  setAlive(false)
  await report(false)
  await passTime(0)
  await report(true)
  expect(line()).toBe('')
})

test('shows that the browser is offline until a probe reaches the service again', async () => {
  show()
  await dispatch(window, 'offline')
  expect(line()).toBe('You’re offline. What you see may be out of date.')
  await dispatch(window, 'online')
  await passTime(0)
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
  await dispatch(document, 'visibilitychange')
  expect(checks).toEqual([])
  await passTime(5 * MINUTE)
  await dispatch(document, 'visibilitychange')
  await passTime(0)
  await dispatch(document, 'visibilitychange')
  expect([checks.length, line()]).toEqual([1, ''])
  served = '/assets/two.js'
  await passTime(5 * MINUTE)
  await dispatch(document, 'visibilitychange')
  await passTime(0)
  expect(line()).toContain('A new version is available.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  expect([line(), document.activeElement]).toEqual(['', screen.getByRole('main')])
  await passTime(30 * MINUTE)
  await dispatch(document, 'visibilitychange')
  expect([checks.length, line()]).toEqual([2, ''])
})
