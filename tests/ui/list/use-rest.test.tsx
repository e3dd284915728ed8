// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRest } from '../../../src/ui/list/use-rest.ts'

function Head({ onRest }: { onRest: () => void }) {
  return <button type="button" {...useRest(onRest)} />
}

const onRest = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  onRest.mockClear()
  render(<Head onRest={onRest} />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// jsdom has no events of pointers; React takes the one that leaves from the one that is out.
const happens = (type: 'pointermove' | 'pointerdown' | 'pointerout', pointerType = 'mouse') =>
  fireEvent(
    screen.getByRole('button'),
    Object.assign(new MouseEvent(type, { bubbles: true, relatedTarget: document.body }), { pointerType }),
  )
/** How often a rest was told of once nothing happens any more. */
const told = () => {
  vi.advanceTimersByTime(1000)
  return onRest.mock.calls.length
}

test('a mouse or a pen that stands still is told of once', () => {
  happens('pointermove')
  vi.advanceTimersByTime(29)
  happens('pointermove')
  vi.advanceTimersByTime(29)
  expect(onRest).not.toHaveBeenCalled()
  expect(told()).toBe(1)
  happens('pointermove', 'pen')
  expect(told()).toBe(2)
})

test('one that passes is not, nor a finger', () => {
  happens('pointermove')
  happens('pointerout')
  happens('pointermove', 'touch')
  expect(told()).toBe(0)
})

test('one that presses says by that what it means, until it comes again', () => {
  happens('pointermove')
  happens('pointerdown')
  happens('pointermove')
  expect(told()).toBe(0)
  happens('pointerout')
  happens('pointermove')
  expect(told()).toBe(1)
})

test('what is gone tells nothing', () => {
  happens('pointermove')
  cleanup()
  expect(told()).toBe(0)
})
