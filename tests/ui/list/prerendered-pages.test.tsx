// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type {
  PrerenderTrigger,
  usePrerenderedPage as UsePrerenderedPage,
} from '../../../src/ui/list/table/use-prerendered-page.ts'

let usePrerenderedPage: typeof UsePrerenderedPage
beforeEach(async () => {
  // Loads a fresh module, because the module caches which features the browser supports.
  vi.resetModules()
  ;({ usePrerenderedPage } = await import('../../../src/ui/list/table/use-prerendered-page.ts'))
})

const page = (name: string, count = 2) => Array.from({ length: count }, (_, at) => `${name}${at}`)
const trigger: PrerenderTrigger = { current: null }

function Table({ rows, nextRows }: { rows: readonly string[]; nextRows?: readonly string[] }) {
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { renderedPages } = usePrerenderedPage(table, body, rows, nextRows, trigger)
  return (
    <table ref={table}>
      {renderedPages.map(({ body: tbody, rows }, at) =>
        createPortal(
          rows.map((row, index) => (
            <tr key={row} data-index={index}>
              <td>
                <a href="/">{row}</a>
              </td>
            </tr>
          )),
          tbody,
          `${at}`,
        ),
      )}
    </table>
  )
}

/** Returns the rows of each table body, and whether the body is hidden. */
const bodies = () =>
  [...document.querySelectorAll('tbody')].map((it) => [it.textContent, it.ariaHidden === 'true', 'aside' in it.dataset])

const [first, second, third] = [page('a'), page('b'), page('c')]

test('prerenders the next page of rows, hidden and outside the Tab order, while its trigger is on', () => {
  render(<Table rows={first} nextRows={second} />)
  expect(bodies()).toEqual([['a0a1', false, false]])
  trigger.current!(true)
  const expected = [
    ['a0a1', false, false],
    ['b0b1', true, true],
  ]
  expect(bodies()).toEqual(expected)
  expect([...document.querySelectorAll('a')].map(({ tabIndex }) => tabIndex)).toEqual([0, 0, -1, -1])
  trigger.current!(false)
  expect(bodies()).toEqual([['a0a1', false, false]])
})

test('shows prerendered rows without moving their DOM nodes, then prerenders the following page hidden', () => {
  const { rerender } = render(<Table rows={first} nextRows={second} />)
  trigger.current!(true)
  const prerenderedBody = document.querySelectorAll('tbody')[1]!
  const observer = new MutationObserver(() => {})
  observer.observe(prerenderedBody.parentNode!, { childList: true })
  rerender(<Table rows={second} nextRows={second} />)
  expect(bodies()).toEqual([['b0b1', false, false]])
  expect(document.querySelector('tbody')).toBe(prerenderedBody)
  // The table body was not moved, because moving it would repeat its layout.
  expect(observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])).toEqual([])
  rerender(<Table rows={second} nextRows={third} />)
  expect(bodies()).toEqual([
    ['b0b1', false, false],
    ['c0c1', true, true],
  ])
})

test('prerenders no page of over 25 rows, and none in browsers where a table body cannot collapse', () => {
  const { rerender } = render(<Table rows={first} nextRows={page('b', 26)} />)
  trigger.current!(true)
  expect(bodies()).toHaveLength(1)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(160)
  rerender(<Table rows={first} nextRows={second} />)
  expect(bodies()).toHaveLength(1)
  vi.restoreAllMocks()
  trigger.current!(true)
  expect(bodies()).toHaveLength(1)
})

test('removes the hidden rows on Ctrl+F, so that find-in-page does not match their text', () => {
  render(<Table rows={first} nextRows={second} />)
  trigger.current!(true)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(bodies()).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  expect(bodies()).toHaveLength(1)
})
