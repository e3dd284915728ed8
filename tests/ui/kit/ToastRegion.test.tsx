// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastRegion } from '../../../src/ui/kit/ToastRegion.tsx'
import { createToasts, TOAST_MS, type Toasts } from '../../../src/ui/kit/toasts.ts'
import './support.ts'

let toasts: Toasts
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const undoable = (onAction = () => {}) =>
  toasts.undo({ text: 'Tag deleted', detail: 'It was on 38 assets', action: { label: 'Undo', onAction } })

beforeEach(() => {
  vi.useFakeTimers()
  toasts = createToasts()
  render(<ToastRegion toasts={toasts} label="Notifications" dismissLabel="Dismiss" />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const named = () =>
  screen
    .queryAllByRole('alertdialog')
    .map((toast) => toast.getAttribute('aria-labelledby'))
    .map((id) => document.getElementById(id!)?.textContent)

describe('ToastRegion', () => {
  test('an undo stays eight seconds and then leaves', () => {
    act(() => void undoable())
    expect(named()).toEqual(['Tag deleted'])
    pass(TOAST_MS - 1)
    expect(named()).toEqual(['Tag deleted'])
    pass(1)
    expect(named()).toEqual([])
  })

  test('its time waits while the focus is in it', () => {
    act(() => void undoable())
    pass(5000)
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    pass(60_000)
    expect(named()).toEqual(['Tag deleted'])
    act(() => screen.getByRole('button', { name: 'Undo' }).blur())
    pass(2999)
    expect(named()).toEqual(['Tag deleted'])
    pass(1)
    expect(named()).toEqual([])
  })

  test('an error stays until it is dismissed and is announced at once', () => {
    act(() => void toasts.bad({ text: 'Export stopped' }))
    pass(10 * TOAST_MS)
    expect(screen.getByRole('alert').textContent).toBe('Export stopped')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(named()).toEqual([])
  })

  test('three stand at once; the oldest comes back when a newer one leaves', () => {
    for (const text of ['1', '2', '3', '4']) act(() => void toasts.bad({ text }))
    expect(named()).toEqual(['4', '3', '2'])
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
    expect(named()).toEqual(['3', '2', '1'])
  })

  test('pressing Undo acts once and takes the toast away', () => {
    const acted = vi.fn()
    act(() => void undoable(acted))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(acted).toHaveBeenCalledTimes(1)
    expect(named()).toEqual([])
  })
})
