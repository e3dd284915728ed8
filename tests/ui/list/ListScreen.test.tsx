// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import { leftList } from '../../../src/ui/list/left-list.ts'
import '../kit/support.ts'
import { firstIs, names, setUpLists, showList, type Thing, thingList } from './bench.tsx'

setUpLists()

describe('rows', () => {
  test('stand in a table, counted aloud, with the range and the pages below', async () => {
    showList(thingList())
    expect(screen.getByRole('table', { name: 'Things' }).getAttribute('aria-busy')).toBe('true')
    await firstIs('Thing 01')
    expect(names().length).toBe(10)
    expect(screen.getByText('1–10 of 25')).toBeTruthy()
    expect(screen.getByText('Page 1 of 3. 25 items').getAttribute('aria-live')).toBe('polite')
    expect(screen.getByRole('button', { name: 'Page 3' })).toBeTruthy()
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false')
  })

  test('are announced by as many skeletons as the limit, hidden from screen readers', () => {
    const { container } = showList(thingList({ limit: 7, loadPage: () => new Promise(() => {}) }))
    expect(container.querySelectorAll('tbody tr[aria-hidden="true"]').length).toBe(7)
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  })

  test('open by a press, but not by one on a control in them', async () => {
    const opened: string[] = []
    showList(thingList({ open: ({ id }) => opened.push(id) }))
    await firstIs('Thing 01')
    fireEvent.click(screen.getByText('Thing 02'))
    fireEvent.click(screen.getAllByRole('cell')[1]!)
    fireEvent.click(screen.getAllByRole('cell')[1]!, { metaKey: true })
    expect(opened).toEqual(['t1'])
  })

  test('lead to each other by the arrow keys, Home and End', async () => {
    showList(thingList())
    await firstIs('Thing 01')
    screen.getByText('Thing 01').focus()
    const focused = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowDown', 'Home'].map((key) => {
      fireEvent.keyDown(document.activeElement!, { key })
      return document.activeElement?.textContent
    })
    expect(focused).toEqual(['Thing 02', 'Thing 03', 'Thing 02', 'Thing 10', 'Thing 10', 'Thing 01'])
  })
})

test('another page is announced: that it loads, then which of how many it is', async () => {
  const said: string[] = []
  showList(thingList())
  await firstIs('Thing 01')
  const region = screen.getByText('Page 1 of 3. 25 items')
  const listen = new MutationObserver(() => said.push(region.textContent ?? ''))
  listen.observe(region, { childList: true, characterData: true, subtree: true })
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  await firstIs('Thing 21')
  await waitFor(() => expect(said).toEqual(['Loading', 'Page 3 of 3. 25 items']))
  expect(region.getAttribute('aria-live')).toBe('polite')
  listen.disconnect()
})

test('a list of one page is announced by its rows alone', async () => {
  showList(thingList(), { filter: { search: '07' } })
  await firstIs('Thing 07')
  expect(await screen.findByText('1 item')).toBeTruthy()
})

test('a head that cannot be sorted by tells its tip on focus', async () => {
  const columns: Column<Thing>[] = [
    { field: 'name', headerName: 'Name', cell: (name) => <a href="#x">{name}</a> },
    { field: 'size', headerName: 'Size', tooltip: 'In metres.', headerAlign: 'right' },
  ]
  showList(thingList({ columns }))
  await firstIs('Thing 01')
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => screen.getByText('Size').focus())
  expect((await screen.findByRole('tooltip')).textContent).toBe('In metres.')
})

test('a column that names no field of the row does not compile', () => {
  const fine: Column<Thing> = { field: 'size', headerName: 'Size', cell: (size) => size.toFixed(1) }
  // @ts-expect-error a Thing has no colour
  const wrong: Column<Thing> = { field: 'colour', headerName: 'Colour' }
  render(<p>{[fine, wrong].map(({ headerName }) => headerName)}</p>)
  expect(screen.getByText('SizeColour')).toBeTruthy()
})

test('what it showed as it was left is kept for the page of a thing opened from it', async () => {
  const kept = createCache()
  showList(thingList(), { page: 2 }, undefined, { kept })
  await screen.findAllByText('Thing 11')
  expect(leftList(kept, 'things')).toBe(undefined)
  cleanup()
  const left = leftList(kept, 'things')
  expect([left?.query.page, left?.page.data[0]?.id, left?.page.pagination.totalDocs]).toEqual([2, 't11', 25])
})
