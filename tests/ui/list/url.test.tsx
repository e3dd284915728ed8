// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import '../kit/support.ts'
import { expectFirstRow, listPageFor, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

const sortButton = () => within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button')
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

describe('the URL of a list', () => {
  test('mirrors order and page, and Back restores them exactly', async () => {
    const { address } = showList(thingList())
    await expectFirstRow('Thing 01')
    fireEvent.click(sortButton())
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
    await expectFirstRow('Thing 25')
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await expectFirstRow('Thing 15')
    await waitFor(() => expect(address.entries).toEqual([{}, { order: '-name' }, { order: '-name', page: 2 }]))
    act(() => address.go(-1))
    await expectFirstRow('Thing 25')
    act(() => address.go(-1))
    await expectFirstRow('Thing 01')
    act(() => address.go(1))
    await expectFirstRow('Thing 25')
    expect(address.entries.length).toBe(3)
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  })

  test('gets one history entry for a whole word typed in the search field', async () => {
    const { address } = showList(thingList(), { page: 3 })
    await expectFirstRow('Thing 21')
    for (const text of ['T', 'Thing 1', 'Thing 12']) type(text)
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('Thing 12')
    await expectFirstRow('Thing 12')
    expect(address.entries).toEqual([{ page: 3 }, { filter: { search: 'Thing 12' } }])
    act(() => address.go(-1))
    await expectFirstRow('Thing 21')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  })

  test('never reverts typed text, however slow the router is', async () => {
    const { address } = showList(thingList())
    await expectFirstRow('Thing 01')
    address.isSlow = true
    for (const text of ['T', 'Thing 2', 'Thing 25']) type(text)
    for (const _ of [1, 2, 3]) {
      act(() => address.applyOldest())
      expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('Thing 25')
    }
    await expectFirstRow('Thing 25')
    expect(address.entries).toEqual([{}, { filter: { search: 'Thing 25' } }])
  })

  test('sets the initial query of the list', async () => {
    const queries: ListQuery[] = []
    const loadPage = async (query: ListQuery) => {
      queries.push(query)
      return listPageFor(query)
    }
    showList(thingList({ loadPage }), { filter: { parity: '0' }, order: '-name', page: 2 })
    await expectFirstRow('Thing 04')
    expect(queries).toEqual([{ page: 2, limit: 10, order: { name: 'desc' }, filter: { parity: '0' } }])
  })

  test('stays unchanged if the list does not store its state in the URL', async () => {
    const { address } = showList(thingList({ inUrl: false }), { page: 2 })
    await expectFirstRow('Thing 01')
    fireEvent.click(sortButton())
    await expectFirstRow('Thing 25')
    expect(address.entries).toEqual([{ page: 2 }])
  })
})
