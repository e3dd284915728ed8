// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useHoverIntent } from '../../../../src/ui/list/table/use-hover-intent.ts'

function HoverButton({ onRest }: { onRest: () => void }) {
  return <button type="button" {...useHoverIntent(onRest)} />
}

const onRest = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  onRest.mockClear()
  render(<HoverButton onRest={onRest} />)
})

// jsdom has no pointer events. React derives pointerleave from pointerout.
const firePointer = (type: 'pointermove' | 'pointerdown' | 'pointerout', pointerType = 'mouse') =>
  fireEvent(
    screen.getByRole('button'),
    Object.assign(new MouseEvent(type, { bubbles: true, relatedTarget: document.body }), { pointerType }),
  )
/** Returns the number of reports after all timers have fired. */
const reportCount = () => {
  vi.advanceTimersByTime(1000)
  return onRest.mock.calls.length
}

test('reports a resting mouse or pen pointer once', () => {
  firePointer('pointermove')
  vi.advanceTimersByTime(29)
  firePointer('pointermove')
  vi.advanceTimersByTime(29)
  expect(onRest).not.toHaveBeenCalled()
  expect(reportCount()).toBe(1)
  firePointer('pointermove', 'pen')
  expect(reportCount()).toBe(2)
})

test('ignores touch, and a pointer that leaves before the delay ends', () => {
  firePointer('pointermove')
  firePointer('pointerout')
  firePointer('pointermove', 'touch')
  expect(reportCount()).toBe(0)
})

test('ignores a pointer after a press, until the pointer leaves and enters again', () => {
  firePointer('pointermove')
  firePointer('pointerdown')
  firePointer('pointermove')
  expect(reportCount()).toBe(0)
  firePointer('pointerout')
  firePointer('pointermove')
  expect(reportCount()).toBe(1)
})

test('reports nothing after unmounting', () => {
  firePointer('pointermove')
  cleanup()
  expect(reportCount()).toBe(0)
})
