// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { createToolbarKeyHandler } from '../../../../src/ui/list/selection/toolbar-keys.ts'

let bar: HTMLElement
let handleKey: ReturnType<typeof createToolbarKeyHandler>
const focusedText = () => document.activeElement?.textContent
/** Presses keys in order. All events have the same time, so that type-ahead combines the letters into one word. */
const press = (...keys: string[]) => {
  for (const key of keys) {
    const event = new KeyboardEvent('keydown', { key, cancelable: true })
    Object.defineProperty(event, 'target', { value: document.activeElement })
    Object.defineProperty(event, 'timeStamp', { value: 100 })
    handleKey(event, bar)
  }
}

beforeEach(() => {
  document.body.innerHTML = '<div></div>'
  bar = document.body.firstElementChild as HTMLElement
  bar.replaceChildren(
    ...['Lock', 'Unlock', 'Add tag', 'Fit', 'Delete'].map((name) =>
      Object.assign(document.createElement('button'), { textContent: name }),
    ),
  )
  handleKey = createToolbarKeyHandler()
  bar.querySelector('button')!.focus()
})

test('focuses a button by typed letters, and the first or last button by Home or End', () => {
  press('u', 'n')
  expect(focusedText()).toBe('Unlock')
  press('End')
  expect(focusedText()).toBe('Delete')
  press('Home')
  expect(focusedText()).toBe('Lock')
})

test.each(['Enter', ' ', 'Home'])('ends the typed word on %j, so that the next letter starts a new word', (key) => {
  press('f')
  expect(focusedText()).toBe('Fit')
  press(key, 'd')
  expect(focusedText()).toBe('Delete')
})
