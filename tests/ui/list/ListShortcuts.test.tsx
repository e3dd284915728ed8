// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { ListShortcuts } from '../../../src/ui/list/ListShortcuts.tsx'

function show({ isAll = false, rows = 2 } = {}) {
  const pressed: string[] = []
  const search = createRef<HTMLElement>()
  const scroller = createRef<HTMLElement>()
  const selection = {
    ids: new Set<string>(),
    isAll,
    onRow: () => {},
    onAll: () => pressed.push('all'),
    clear: () => {},
  }
  render(
    <>
      <search ref={search}>
        <input type="search" aria-label="Search" />
        <button type="button">Type</button>
      </search>
      <section ref={scroller} aria-label="Rows">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <div key={index} data-index={index}>
            <input type="checkbox" aria-label={`Select ${index}`} />
            <a href={`/assets/${index}`}>Row {index}</a>
          </div>
        ))}
      </section>
      <ListShortcuts search={search} scroller={scroller} selection={selection} />
    </>,
  )
  return pressed
}
const field = () => screen.getByRole('searchbox')

test('moves the focus from the search field to the first row on ArrowDown, but from no other control', () => {
  show()
  field().focus()
  expect(fireEvent.keyDown(field(), { key: 'ArrowDown' })).toBe(false)
  expect(document.activeElement?.textContent).toBe('Row 0')
  for (const [element, more] of [
    [field(), { altKey: true }],
    [screen.getByRole('button', { name: 'Type' }), {}],
  ] as const) {
    element.focus()
    expect(fireEvent.keyDown(element, { key: 'ArrowDown', ...more })).toBe(true)
    expect(document.activeElement).toBe(element)
  }
})

test('keeps the focus in the search field on ArrowDown if the list has no rows', () => {
  show({ rows: 0 })
  field().focus()
  expect(fireEvent.keyDown(field(), { key: 'ArrowDown' })).toBe(true)
  expect(document.activeElement).toBe(field())
})

test('selects all rows on Ctrl+A in a row, but leaves Ctrl+A in the search field to the browser', () => {
  const pressed = show()
  expect(fireEvent.keyDown(field(), { key: 'a', ctrlKey: true })).toBe(true)
  expect(pressed).toEqual([])
  expect(fireEvent.keyDown(screen.getByText('Row 1'), { key: 'a', ctrlKey: true })).toBe(false)
  expect(pressed).toEqual(['all'])
  expect(fireEvent.keyDown(screen.getByText('Row 1'), { key: 'a' })).toBe(true)
  expect(pressed).toEqual(['all'])
})

test('keeps all rows selected on a second Ctrl+A', () => {
  const pressed = show({ isAll: true })
  expect(fireEvent.keyDown(screen.getByText('Row 1'), { key: 'a', metaKey: true })).toBe(false)
  expect(pressed).toEqual([])
})
