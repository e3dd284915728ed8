// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { createToolbarKeys } from '../../../src/ui/list/toolbar-keys.ts'

let bar: HTMLElement
let goBy: ReturnType<typeof createToolbarKeys>
const focused = () => document.activeElement?.textContent
/** Presses keys one after the other, all within the second in which letters make a word. */
const press = (...keys: string[]) => {
  for (const key of keys) {
    const event = new KeyboardEvent('keydown', { key, cancelable: true })
    Object.defineProperty(event, 'target', { value: document.activeElement })
    Object.defineProperty(event, 'timeStamp', { value: 100 })
    goBy(event, bar)
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
  goBy = createToolbarKeys()
  bar.querySelector('button')!.focus()
})

test('letters lead to the button whose name they begin, Home and End to the ends', () => {
  press('u', 'n')
  expect(focused()).toBe('Unlock')
  press('End')
  expect(focused()).toBe('Delete')
  press('Home')
  expect(focused()).toBe('Lock')
})

test.each(['Enter', ' ', 'Home'])('%j ends a word: the next letter begins one, however soon', (key) => {
  press('f')
  expect(focused()).toBe('Fit')
  press(key, 'd')
  expect(focused()).toBe('Delete')
})
