// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { useEmailCheck } from '../../../src/ui/session/use-email-check.ts'

interface PendingCheck {
  email: string
  signal: AbortSignal
  respond: (isKnown: boolean) => Promise<void>
  fail: () => Promise<void>
}

let requests: PendingCheck[]
beforeEach(() => {
  requests = []
  vi.useFakeTimers()
})

const emailExists = (email: string, signal: AbortSignal) =>
  new Promise<boolean>((resolve, reject) =>
    requests.push({
      email,
      signal,
      respond: (isKnown) => act(async () => resolve(isKnown)),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{} as Atelier}>{children}</AtelierContext>
  )
  const { result, unmount } = renderHook(() => useEmailCheck(emailExists), { wrapper })
  return {
    check: (text: string) => act(() => result.current.check(text)),
    isKnown: (text: string) => result.current.isKnown(text),
    leave: unmount,
  }
}
const passDebounce = () => act(() => vi.advanceTimersByTimeAsync(250))

test('checks an address after a debounce, ignoring letter case', async () => {
  const { check, isKnown } = show()
  check('One@atelier.example')
  expect(requests).toEqual([])
  await passDebounce()
  await requests[0]!.respond(true)
  expect([requests[0]!.email, isKnown('one@ATELIER.example'), isKnown('two@atelier.example'), isKnown('')]).toEqual([
    'one@atelier.example',
    true,
    false,
    false,
  ])
})

test('does not check an invalid address, and aborts the pending check', async () => {
  const { check, isKnown } = show()
  check('one@atelier.example')
  await passDebounce()
  check('one@')
  await passDebounce()
  expect([requests.length, requests[0]!.signal.aborted]).toEqual([1, true])
  await requests[0]!.respond(true)
  expect([isKnown('one@'), isKnown('one@atelier.example')]).toEqual([false, false])
})

test('ignores a late response about an earlier address', async () => {
  const { check, isKnown } = show()
  check('one@atelier.example')
  await passDebounce()
  check('two@atelier.example')
  await passDebounce()
  await requests[1]!.respond(false)
  await requests[0]!.respond(true)
  expect([isKnown('one@atelier.example'), isKnown('two@atelier.example')]).toEqual([false, false])
})

test('treats a failed check as unknown, and checks again on the next call', async () => {
  const { check, isKnown } = show()
  check('one@atelier.example')
  await passDebounce()
  await requests[0]!.fail()
  expect(isKnown('one@atelier.example')).toBe(false)
  check('one@atelier.example')
  await passDebounce()
  expect(requests.length).toBe(2)
  await requests[1]!.respond(true)
  expect(isKnown('one@atelier.example')).toBe(true)
  check('one@atelier.example')
  await passDebounce()
  expect(requests.length).toBe(2)
})

test('aborts pending and debounced checks on unmount', async () => {
  const { check, leave } = show()
  check('one@atelier.example')
  await passDebounce()
  check('two@atelier.example')
  leave()
  await passDebounce()
  expect(requests.map(({ email, signal }) => [email, signal.aborted])).toEqual([['one@atelier.example', true]])
})
