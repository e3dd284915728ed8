// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import { getLastList } from '../../../src/ui/list/state/last-list.ts'
import '../kit/support.ts'
import { literalText } from '../../support/literal-text.ts'
import { expectFirstRow, rowNames, setUpLists, showList, type Thing, thingList } from './list-fixture.tsx'

setUpLists()

describe('rows', () => {
  test('appear in a table with an announced count, range and pages', async () => {
    showList(thingList())
    expect(screen.getByRole('table', { name: 'Things' }).getAttribute('aria-busy')).toBe('true')
    await expectFirstRow('Thing 01')
    expect(rowNames().length).toBe(10)
    expect(screen.getByText('1–10 of 25')).toBeTruthy()
    expect(screen.getByText('Page 1 of 3. 25 items').getAttribute('aria-live')).toBe('polite')
    expect(screen.getByRole('button', { name: 'Page 3' })).toBeTruthy()
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false')
  })

  test('appear as skeletons hidden from screen readers while loading, as many as the page limit', () => {
    const { container } = showList(thingList({ limit: 7, loadPage: () => new Promise(() => {}) }))
    expect(container.querySelectorAll('tbody tr[aria-hidden="true"]').length).toBe(7)
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  })

  test('open when pressed, but not when a control in the row is pressed', async () => {
    const opened: string[] = []
    showList(thingList({ open: ({ id }) => opened.push(id) }))
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByText('Thing 02'))
    fireEvent.click(screen.getAllByRole('cell')[1]!)
    fireEvent.click(screen.getAllByRole('cell')[1]!, { metaKey: true })
    expect(opened).toEqual(['t1'])
  })

  test('move the focus by arrow keys, Home and End', async () => {
    showList(thingList())
    await expectFirstRow('Thing 01')
    screen.getByText('Thing 01').focus()
    const focused = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowDown', 'Home'].map((key) => {
      fireEvent.keyDown(document.activeElement!, { key })
      return document.activeElement?.textContent
    })
    expect(focused).toEqual(['Thing 02', 'Thing 03', 'Thing 02', 'Thing 10', 'Thing 10', 'Thing 01'])
  })
})

test('announces loading of another page, then its number and the total', async () => {
  const announcements: string[] = []
  showList(thingList())
  await expectFirstRow('Thing 01')
  const region = screen.getByText('Page 1 of 3. 25 items')
  const observer = new MutationObserver(() => announcements.push(region.textContent ?? ''))
  observer.observe(region, { childList: true, characterData: true, subtree: true })
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  await expectFirstRow('Thing 21')
  await waitFor(() => expect(announcements).toEqual(['Loading', 'Page 3 of 3. 25 items']))
  expect(region.getAttribute('aria-live')).toBe('polite')
  observer.disconnect()
})

test('announces only the number of rows for a single page', async () => {
  showList(thingList(), { filter: { search: '07' } })
  await expectFirstRow('Thing 07')
  expect(await screen.findByText('1 item')).toBeTruthy()
})

test('shows the tooltip of an unsortable column head on focus', async () => {
  const columns: Column<Thing>[] = [
    { field: 'name', headerName: literalText('Name'), cell: (name) => <a href="#x">{name}</a> },
    { field: 'size', headerName: literalText('Size'), tooltip: literalText('In metres.'), headerAlign: 'right' },
  ]
  showList(thingList({ columns }))
  await expectFirstRow('Thing 01')
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => screen.getByText('Size').focus())
  expect((await screen.findByRole('tooltip')).textContent).toBe('In metres.')
})

test('rejects a column for an unknown field at compile time', () => {
  const validColumn: Column<Thing> = { field: 'size', headerName: literalText('Size'), cell: (size) => size.toFixed(1) }
  // @ts-expect-error a Thing has no colour
  const invalidColumn: Column<Thing> = { field: 'colour', headerName: literalText('Colour') }
  render(<p>{[validColumn, invalidColumn].map(({ headerName }) => headerName)}</p>)
  expect(screen.getByText('SizeColour')).toBeTruthy()
})

test('caches query and rows of the list on unmount, for the detail page of an item', async () => {
  const cache = createQueryCache()
  showList(thingList(), { page: 2 }, undefined, { cache })
  await screen.findAllByText('Thing 11')
  expect(getLastList(cache, 'things')).toBe(undefined)
  cleanup()
  const lastList = getLastList(cache, 'things')
  expect([lastList?.query.page, lastList?.page.data[0]?.id, lastList?.page.pagination.totalDocs]).toEqual([
    2,
    't11',
    25,
  ])
})
