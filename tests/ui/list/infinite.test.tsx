// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import '../kit/support.ts'
import { expectFirstRow, listPageFor, rowNames, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

/** Simulates that the end of the rows is scrolled into view. */
let scrollToEnd = () => {}
beforeEach(() => {
  scrollToEnd = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        scrollToEnd = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

test('loads the next page when the end of the rows becomes visible', async () => {
  const { address } = showList(thingList({ paging: 'infinite' }))
  await expectFirstRow('Thing 01')
  expect(screen.getByText('10 of 25')).toBeTruthy()
  act(() => scrollToEnd())
  await waitFor(() => expect(rowNames().length).toBe(20))
  act(() => scrollToEnd())
  await waitFor(() => expect(rowNames().length).toBe(25))
  expect(address.entries).toEqual([{}])
})

test('keeps the loaded rows when the next page fails to load, and requests only that page on Retry', async () => {
  const pages: number[] = []
  const loadPage = async (query: ListQuery) => {
    pages.push(query.page)
    if (pages.length === 2) throw new ApiError('FETCH_ERROR', 'things')
    return listPageFor(query)
  }
  showList(thingList({ paging: 'infinite', loadPage }))
  await expectFirstRow('Thing 01')
  act(() => scrollToEnd())
  expect((await screen.findByRole('alert')).textContent).toContain('The next rows didn’t load.')
  expect(rowNames().length).toBe(10)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(rowNames().length).toBe(20))
  expect(pages).toEqual([1, 2, 2])
})

test('restores the loaded pages and the scroll position on Back', async () => {
  const pages: number[] = []
  const loadPage = async (query: ListQuery) => {
    pages.push(query.page)
    return listPageFor(query)
  }
  const list = thingList({ paging: 'infinite', loadPage })
  const { unmount } = showList(list, {}, 'entry 1')
  await expectFirstRow('Thing 01')
  act(() => scrollToEnd())
  await waitFor(() => expect(rowNames().length).toBe(20))
  const scroller = screen.getByRole('region', { name: 'Things' })
  scroller.scrollTop = 640
  fireEvent.scroll(scroller)
  unmount()
  pages.length = 0
  showList(list, {}, 'entry 1')
  await waitFor(() => expect(rowNames().length).toBe(20))
  expect(pages).toEqual([1, 2])
  expect(screen.getByRole('region', { name: 'Things' }).scrollTop).toBe(640)
})
