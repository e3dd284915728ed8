// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AtelierContext, type Version } from '../../../src/ui/context.ts'
import { Watch } from '../../../src/ui/watch/Watch.tsx'
import { translateIn } from '../../support/translate.ts'
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

function show({ version }: { version?: Version } = {}) {
  let tell: (isAnswered: boolean) => void = () => {}
  let isAlive = true
  const reach = {
    hear: (listener: (isAnswered: boolean) => void) => {
      tell = listener
      return () => {}
    },
    probe: async () => {
      if (!isAlive) throw new TypeError('Failed to fetch')
    },
  }
  const atelier = { language: 'en', translate: translateIn('en'), reach, version }
  render(
    <AtelierContext value={atelier as never}>
      <main tabIndex={-1}>
        <Watch />
      </main>
    </AtelierContext>,
  )
  return {
    tries: (isAnswered: boolean) => act(async () => tell(isAnswered)),
    setAlive: (alive: boolean) => {
      isAlive = alive
    },
  }
}
const line = () => screen.getByRole('status').textContent
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const fires = (target: EventTarget, type: string) => act(async () => void target.dispatchEvent(new Event(type)))

test('one try that failed is told to nobody while the service gives a sign of life', async () => {
  const { tries } = show()
  await tries(false)
  await passes(1000)
  expect(line()).toBe('')
})

test('a service that gives none is told of until it gives one again, without anybody doing anything', async () => {
  const { tries, setAlive } = show()
  setAlive(false)
  await tries(false)
  await passes(0)
  expect(line()).toBe('Atelier can’t reach the service. It keeps trying.')
  setAlive(true)
  await passes(5000)
  expect(line()).toBe('')
})

test('a call that is answered is a sign of life too', async () => {
  const { tries, setAlive } = show()
  setAlive(false)
  await tries(false)
  await passes(0)
  await tries(true)
  expect(line()).toBe('')
})

test('a browser that is offline says so, and asks at once when it is online again', async () => {
  show()
  await fires(window, 'offline')
  expect(line()).toBe('You’re offline. What you see may be out of date.')
  await fires(window, 'online')
  await passes(0)
  expect(line()).toBe('')
})

test('a new version is looked for when the page is shown again, every five minutes at most, and told once', async () => {
  const looks: string[] = []
  let served = '/assets/one.js'
  const version = {
    own: '/assets/one.js',
    served: async () => {
      looks.push(served)
      return served
    },
  }
  show({ version })
  await fires(document, 'visibilitychange')
  expect(looks).toEqual([])
  await passes(5 * MINUTE)
  await fires(document, 'visibilitychange')
  await passes(0)
  await fires(document, 'visibilitychange')
  expect([looks.length, line()]).toEqual([1, ''])
  served = '/assets/two.js'
  await passes(5 * MINUTE)
  await fires(document, 'visibilitychange')
  await passes(0)
  expect(line()).toContain('There is a new version of Atelier.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  expect([line(), document.activeElement]).toEqual(['', screen.getByRole('main')])
  await passes(30 * MINUTE)
  await fires(document, 'visibilitychange')
  expect([looks.length, line()]).toEqual([2, ''])
})
