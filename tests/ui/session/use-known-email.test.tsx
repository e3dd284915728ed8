// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { useKnownEmail } from '../../../src/ui/session/use-known-email.ts'

interface Asked {
  email: string
  signal: AbortSignal
  answer: (isKnown: boolean) => Promise<void>
  fail: () => Promise<void>
}

let asked: Asked[]
beforeEach(() => {
  asked = []
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ask = (email: string, signal: AbortSignal) =>
  new Promise<boolean>((resolve, reject) =>
    asked.push({
      email,
      signal,
      answer: (isKnown) => act(async () => resolve(isKnown)),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{} as Atelier}>{children}</AtelierContext>
  )
  const { result, unmount } = renderHook(() => useKnownEmail(ask), { wrapper })
  return {
    check: (text: string) => act(() => result.current.check(text)),
    isKnown: (text: string) => result.current.isKnown(text),
    leave: unmount,
  }
}
const rest = () => act(() => vi.advanceTimersByTimeAsync(250))

test('an address is asked about once it rests, and is known as the same address in any letters', async () => {
  const { check, isKnown } = show()
  check('One@atelier.example')
  expect(asked).toEqual([])
  await rest()
  await asked[0]!.answer(true)
  expect([asked[0]!.email, isKnown('one@ATELIER.example'), isKnown('two@atelier.example'), isKnown('')]).toEqual([
    'one@atelier.example',
    true,
    false,
    false,
  ])
})

test('what is no address is not asked about, and gives up what was', async () => {
  const { check, isKnown } = show()
  check('one@atelier.example')
  await rest()
  check('one@')
  await rest()
  expect([asked.length, asked[0]!.signal.aborted]).toEqual([1, true])
  await asked[0]!.answer(true)
  expect([isKnown('one@'), isKnown('one@atelier.example')]).toEqual([false, false])
})

test('the late answer about a former address says nothing of the next', async () => {
  const { check, isKnown } = show()
  check('one@atelier.example')
  await rest()
  check('two@atelier.example')
  await rest()
  await asked[1]!.answer(false)
  await asked[0]!.answer(true)
  expect([isKnown('one@atelier.example'), isKnown('two@atelier.example')]).toEqual([false, false])
})

test('where it can’t be learned nothing is said, and it is asked again when the field is left again', async () => {
  const { check, isKnown } = show()
  check('one@atelier.example')
  await rest()
  await asked[0]!.fail()
  expect(isKnown('one@atelier.example')).toBe(false)
  check('one@atelier.example')
  await rest()
  expect(asked.length).toBe(2)
  await asked[1]!.answer(true)
  expect(isKnown('one@atelier.example')).toBe(true)
  check('one@atelier.example')
  await rest()
  expect(asked.length).toBe(2)
})

test('an address is given up with the page, asked about or not yet', async () => {
  const { check, leave } = show()
  check('one@atelier.example')
  await rest()
  check('two@atelier.example')
  leave()
  await rest()
  expect(asked.map(({ email, signal }) => [email, signal.aborted])).toEqual([['one@atelier.example', true]])
})
