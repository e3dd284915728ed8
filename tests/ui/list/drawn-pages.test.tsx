// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NearRows, useDrawnPages as UseDrawnPages } from '../../../src/ui/list/use-drawn-pages.ts'

let useDrawnPages: typeof UseDrawnPages
beforeEach(async () => {
  // What a browser can is learnt once.
  vi.resetModules()
  ;({ useDrawnPages } = await import('../../../src/ui/list/use-drawn-pages.ts'))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const page = (name: string, count = 2) => Array.from({ length: count }, (_, at) => `${name}${at}`)
const near: NearRows = { current: null }

function Table({ rows, ahead }: { rows: readonly string[]; ahead?: readonly string[] }) {
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { drawn } = useDrawnPages(table, body, rows, ahead, near)
  return (
    <table ref={table}>
      {drawn.map(({ place, rows }, at) =>
        createPortal(
          rows.map((row, index) => (
            <tr key={row} data-index={index}>
              <td>
                <a href="/">{row}</a>
              </td>
            </tr>
          )),
          place,
          `${at}`,
        ),
      )}
    </table>
  )
}

/** The bodies that stand in the table, each by its rows and whether it is aside. */
const bodies = () =>
  [...document.querySelectorAll('tbody')].map((it) => [it.textContent, it.ariaHidden === 'true', 'aside' in it.dataset])

const [first, second, third] = [page('a'), page('b'), page('c')]

test('rows that may come stand aside while somebody is near, and without a stop of the Tab key', () => {
  render(<Table rows={first} ahead={second} />)
  expect(bodies()).toEqual([['a0a1', false, false]])
  near.current!(true)
  const there = [
    ['a0a1', false, false],
    ['b0b1', true, true],
  ]
  expect(bodies()).toEqual(there)
  expect([...document.querySelectorAll('a')].map(({ tabIndex }) => tabIndex)).toEqual([0, 0, -1, -1])
  near.current!(false)
  expect(bodies()).toEqual([['a0a1', false, false]])
})

test('once they are wanted they are shown where they stand; those after them come behind', () => {
  const { rerender } = render(<Table rows={first} ahead={second} />)
  near.current!(true)
  const aside = document.querySelectorAll('tbody')[1]!
  const watch = new MutationObserver(() => {})
  watch.observe(aside.parentNode!, { childList: true })
  rerender(<Table rows={second} ahead={second} />)
  expect(bodies()).toEqual([['b0b1', false, false]])
  expect(document.querySelector('tbody')).toBe(aside)
  // Moved, it would be laid out anew.
  expect(watch.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])).toEqual([])
  rerender(<Table rows={second} ahead={third} />)
  expect(bodies()).toEqual([
    ['b0b1', false, false],
    ['c0c1', true, true],
  ])
})

test('many rows do not, nor do any where a body cannot collapse', () => {
  const { rerender } = render(<Table rows={first} ahead={page('b', 26)} />)
  near.current!(true)
  expect(bodies()).toHaveLength(1)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(160)
  rerender(<Table rows={first} ahead={second} />)
  expect(bodies()).toHaveLength(1)
  vi.restoreAllMocks()
  near.current!(true)
  expect(bodies()).toHaveLength(1)
})

test('who selects all or looks for words means what is seen', () => {
  render(<Table rows={first} ahead={second} />)
  near.current!(true)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(bodies()).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  expect(bodies()).toHaveLength(1)
})
