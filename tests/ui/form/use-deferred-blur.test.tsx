// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDeferredBlur } from '../../../src/ui/form/use-deferred-blur.ts'

let controller: AbortController
beforeEach(() => {
  vi.useFakeTimers()
  controller = new AbortController()
  const { signal } = controller
  const addEventListener = window.addEventListener.bind(window)
  // Removes the listeners of each test at its end, even those that a faulty hook would leave.
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (name: string, listener: EventListenerOrEventListenerObject, capture?: unknown) =>
      addEventListener(name, listener, { capture: capture === true, signal }),
  )
})
afterEach(() => {
  cleanup()
  controller.abort()
  document.body.replaceChildren()
  vi.useRealTimers()
})

const show = () => renderHook(useDeferredBlur).result.current
const fire = (type: string) => window.dispatchEvent(new Event(type))

describe('the blur of a field', () => {
  test('is reported immediately without a press', () => {
    const report = vi.fn()
    show()(report)
    expect(report).toHaveBeenCalledOnce()
  })

  test.each(['mouseup', 'dragend', 'contextmenu', 'keydown', 'blur'])(
    'during a press is reported once after the click, if the press ends by %s',
    (end) => {
      const [report, afterwards] = [vi.fn(), vi.fn()]
      const afterPress = show()
      fire('mousedown')
      afterPress(report)
      // A second button pressed during the press does not drop the report.
      fire('mousedown')
      fire(end)
      expect(report).not.toHaveBeenCalled()
      vi.runAllTimers()
      expect(report).toHaveBeenCalledOnce()
      afterPress(afterwards)
      expect(afterwards).toHaveBeenCalledOnce()
      fire(end)
      vi.runAllTimers()
      expect(report).toHaveBeenCalledOnce()
    },
  )

  test('is not reported if the press focuses the field again, but reported if it focuses another field', () => {
    const [field, other] = [document.createElement('input'), document.createElement('input')]
    document.body.append(field, other)
    const afterPress = show()
    const reported: string[] = []
    fire('mousedown')
    afterPress(() => reported.push('field'), field)
    afterPress(() => reported.push('other'), other)
    field.focus()
    fire('mouseup')
    vi.runAllTimers()
    expect(reported).toEqual(['other'])
  })

  test('is reported immediately by a form that unmounted during the press', () => {
    const { result, unmount } = renderHook(useDeferredBlur)
    const listeners = vi.spyOn(window, 'removeEventListener')
    unmount()
    expect(listeners.mock.calls.map(([name, , capture]) => [name, capture])).toEqual([
      ['mousedown', true],
      ['mouseup', true],
      ['dragend', true],
      ['contextmenu', true],
      ['keydown', true],
      ['blur', undefined],
    ])
    fire('mousedown')
    const report = vi.fn()
    result.current(report)
    expect(report).toHaveBeenCalledOnce()
  })
})
