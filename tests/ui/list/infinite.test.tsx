// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import '../kit/support.ts'
import { answer, firstIs, names, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()

/** Brings the end of the rows into sight. */
let reach = () => {}
beforeEach(() => {
  reach = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reach = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

test('an infinite list loads its next page as its end comes into sight', async () => {
  const { address } = showList(thingList({ paging: 'infinite' }))
  await firstIs('Thing 01')
  expect(screen.getByText('10 of 25')).toBeTruthy()
  act(() => reach())
  await waitFor(() => expect(names().length).toBe(20))
  act(() => reach())
  await waitFor(() => expect(names().length).toBe(25))
  expect(address.entries).toEqual([{}])
})

test('an infinite list whose next rows do not come keeps those it has, and asks again for those alone', async () => {
  const asked: number[] = []
  const loadPage = async (query: ListQuery) => {
    asked.push(query.page)
    if (asked.length === 2) throw new ApiError('FETCH_ERROR', 'things')
    return answer(query)
  }
  showList(thingList({ paging: 'infinite', loadPage }))
  await firstIs('Thing 01')
  act(() => reach())
  expect((await screen.findByRole('alert')).textContent).toContain('The next rows didn’t load.')
  expect(names().length).toBe(10)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(names().length).toBe(20))
  expect(asked).toEqual([1, 2, 2])
})

test('Back to an entry of the history brings an infinite list as far as it was', async () => {
  const asked: number[] = []
  const loadPage = async (query: ListQuery) => {
    asked.push(query.page)
    return answer(query)
  }
  const list = thingList({ paging: 'infinite', loadPage })
  const { unmount } = showList(list, {}, 'entry 1')
  await firstIs('Thing 01')
  act(() => reach())
  await waitFor(() => expect(names().length).toBe(20))
  const scroller = screen.getByRole('region', { name: 'Things' })
  scroller.scrollTop = 640
  fireEvent.scroll(scroller)
  unmount()
  asked.length = 0
  showList(list, {}, 'entry 1')
  await waitFor(() => expect(names().length).toBe(20))
  expect(asked).toEqual([1, 2])
  expect(screen.getByRole('region', { name: 'Things' }).scrollTop).toBe(640)
})
