// @vitest-environment jsdom
import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { useSaveShortcut } from '../../../src/ui/form/use-save-shortcut.ts'
import { createTranslateFor } from '../../support/translate.ts'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const atelier = { language: 'en', translate: createTranslateFor('en') }
const wrapper = ({ children }: { children: ReactNode }) => (
  <AtelierContext value={atelier as never}>{children}</AtelierContext>
)

/** Presses keys on the page. Returns whether the form was saved, and whether the browser handles the keys. */
function press(keys: object, isOn?: boolean) {
  const save = vi.fn()
  const { unmount } = renderHook(() => useSaveShortcut(save, isOn), { wrapper })
  const isLeftToBrowser = fireEvent.keyDown(document.body, keys)
  unmount()
  return { isSaved: save.mock.calls.length > 0, isLeftToBrowser }
}

test.each([
  ['Ctrl S', { key: 's', ctrlKey: true }],
  ['⌘ S', { key: 's', metaKey: true }],
  ['Ctrl S under caps lock', { key: 'S', ctrlKey: true }],
])('saves by %s, and the browser does not open its dialog', (_, keys) => {
  expect(press(keys)).toEqual({ isSaved: true, isLeftToBrowser: false })
  expect(press({ ...keys, repeat: true })).toEqual({ isSaved: false, isLeftToBrowser: false })
  expect(press(keys, false)).toEqual({ isSaved: false, isLeftToBrowser: true })
})

test.each([
  ['S', { key: 's' }],
  ['Ctrl ⌘ S', { key: 's', ctrlKey: true, metaKey: true }],
  ['Ctrl Alt S', { key: 's', ctrlKey: true, altKey: true }],
  ['Ctrl Shift S', { key: 's', ctrlKey: true, shiftKey: true }],
  ['Ctrl D', { key: 'd', ctrlKey: true }],
])('leaves %s to the browser', (_, keys) => expect(press(keys)).toEqual({ isSaved: false, isLeftToBrowser: true }))

test('does not save while a dialog covers the form', () => {
  document.body.innerHTML = '<div role="dialog"></div>'
  expect(press({ key: 's', ctrlKey: true })).toEqual({ isSaved: false, isLeftToBrowser: false })
})
