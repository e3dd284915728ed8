// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markPassing, STILL_MS } from '../../../src/ui/list/passing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const scroll = (scroller: HTMLElement) => scroller.dispatchEvent(new Event('scroll'))

test('rows pass from the first scroll until a while after the last', () => {
  const scroller = document.createElement('div')
  markPassing(scroller)
  expect(scroller.dataset).not.toHaveProperty('passing')
  scroll(scroller)
  expect(scroller.dataset).toHaveProperty('passing')
  vi.advanceTimersByTime(STILL_MS - 1)
  scroll(scroller)
  vi.advanceTimersByTime(STILL_MS - 1)
  expect(scroller.dataset).toHaveProperty('passing')
  vi.advanceTimersByTime(1)
  expect(scroller.dataset).not.toHaveProperty('passing')
})

test('a list that is gone leaves no mark', () => {
  const scroller = document.createElement('div')
  const stop = markPassing(scroller)
  scroll(scroller)
  stop()
  expect(scroller.dataset).not.toHaveProperty('passing')
  scroll(scroller)
  expect(scroller.dataset).not.toHaveProperty('passing')
  expect(vi.getTimerCount()).toBe(0)
})
