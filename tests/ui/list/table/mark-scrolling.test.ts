// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { markScrolling, SCROLL_END_MS } from '../../../../src/ui/list/table/mark-scrolling.ts'

beforeEach(() => vi.useFakeTimers())

const scroll = (scroller: HTMLElement) => scroller.dispatchEvent(new Event('scroll'))

test('marks the scroll container from the first scroll event until a delay after the last scroll event', () => {
  const scroller = document.createElement('div')
  markScrolling(scroller)
  expect(scroller.dataset).not.toHaveProperty('passing')
  scroll(scroller)
  expect(scroller.dataset).toHaveProperty('passing')
  vi.advanceTimersByTime(SCROLL_END_MS - 1)
  scroll(scroller)
  vi.advanceTimersByTime(SCROLL_END_MS - 1)
  expect(scroller.dataset).toHaveProperty('passing')
  vi.advanceTimersByTime(1)
  expect(scroller.dataset).not.toHaveProperty('passing')
})

test('the stop function removes the mark, the scroll listener and the timer', () => {
  const scroller = document.createElement('div')
  const stop = markScrolling(scroller)
  scroll(scroller)
  stop()
  expect(scroller.dataset).not.toHaveProperty('passing')
  scroll(scroller)
  expect(scroller.dataset).not.toHaveProperty('passing')
  expect(vi.getTimerCount()).toBe(0)
})
