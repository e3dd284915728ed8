// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastRegion } from '../../../../src/ui/kit/feedback/ToastRegion.tsx'
import { createToasts, TOAST_DURATION_MS, type Toasts } from '../../../../src/ui/kit/feedback/toasts.ts'
import '../support.ts'

let toasts: Toasts
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const showUndoToast = (onAction = () => {}) =>
  toasts.undo({ text: 'Tag deleted', detail: 'It was on 38 assets', action: { label: 'Undo', onAction } })

beforeEach(() => {
  vi.useFakeTimers()
  toasts = createToasts()
  render(<ToastRegion toasts={toasts} label="Notifications" dismissLabel="Dismiss" />)
})

const titles = () =>
  screen
    .queryAllByRole('alertdialog')
    .map((toast) => toast.getAttribute('aria-labelledby'))
    .map((id) => document.getElementById(id!)?.textContent)

describe('ToastRegion', () => {
  test('closes an undo toast after eight seconds', () => {
    act(() => void showUndoToast())
    expect(titles()).toEqual(['Tag deleted'])
    pass(TOAST_DURATION_MS - 1)
    expect(titles()).toEqual(['Tag deleted'])
    pass(1)
    expect(titles()).toEqual([])
  })

  test('pauses the timer while the region has the focus', () => {
    act(() => void showUndoToast())
    pass(5000)
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    pass(60_000)
    expect(titles()).toEqual(['Tag deleted'])
    act(() => screen.getByRole('button', { name: 'Undo' }).blur())
    pass(2999)
    expect(titles()).toEqual(['Tag deleted'])
    pass(1)
    expect(titles()).toEqual([])
  })

  test('announces an error immediately, and keeps the error until the user dismisses the toast', () => {
    act(() => void toasts.error({ text: 'Export stopped' }))
    pass(10 * TOAST_DURATION_MS)
    expect(screen.getByRole('alert').textContent).toBe('Export stopped')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(titles()).toEqual([])
  })

  test('shows at most three toasts, and an older toast again when a newer one closes', () => {
    for (const text of ['1', '2', '3', '4']) act(() => void toasts.error({ text }))
    expect(titles()).toEqual(['4', '3', '2'])
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
    expect(titles()).toEqual(['3', '2', '1'])
  })

  test('runs Undo once and closes the toast', () => {
    const onUndo = vi.fn()
    act(() => void showUndoToast(onUndo))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onUndo).toHaveBeenCalledTimes(1)
    expect(titles()).toEqual([])
  })
})
