// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import '../kit/support.ts'
import { answer, firstIs, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()

const sortButton = () => within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button')
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

describe('the address', () => {
  test('mirrors order and page, and Back restores them exactly', async () => {
    const { address } = showList(thingList())
    await firstIs('Thing 01')
    fireEvent.click(sortButton())
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
    await firstIs('Thing 25')
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await firstIs('Thing 15')
    await waitFor(() => expect(address.entries).toEqual([{}, { order: '-name' }, { order: '-name', page: 2 }]))
    act(() => address.go(-1))
    await firstIs('Thing 25')
    act(() => address.go(-1))
    await firstIs('Thing 01')
    act(() => address.go(1))
    await firstIs('Thing 25')
    expect(address.entries.length).toBe(3)
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  })

  test('takes one entry for a whole word', async () => {
    const { address } = showList(thingList(), { page: 3 })
    await firstIs('Thing 21')
    for (const text of ['T', 'Thing 1', 'Thing 12']) type(text)
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('Thing 12')
    await firstIs('Thing 12')
    expect(address.entries).toEqual([{ page: 3 }, { filter: { search: 'Thing 12' } }])
    act(() => address.go(-1))
    await firstIs('Thing 21')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  })

  test('never takes back what was typed, however far the router is behind', async () => {
    const { address } = showList(thingList())
    await firstIs('Thing 01')
    address.isSlow = true
    for (const text of ['T', 'Thing 2', 'Thing 25']) type(text)
    for (const _ of [1, 2, 3]) {
      act(() => address.deliver())
      expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('Thing 25')
    }
    await firstIs('Thing 25')
    expect(address.entries).toEqual([{}, { filter: { search: 'Thing 25' } }])
  })

  test('starts the list where it points', async () => {
    const asked: ListQuery[] = []
    const loadPage = async (query: ListQuery) => {
      asked.push(query)
      return answer(query)
    }
    showList(thingList({ loadPage }), { filter: { parity: '0' }, order: '-name', page: 2 })
    await firstIs('Thing 04')
    expect(asked).toEqual([{ page: 2, limit: 10, order: { name: 'desc' }, filter: { parity: '0' } }])
  })

  test('is left alone where the list is not kept in it', async () => {
    const { address } = showList(thingList({ inUrl: false }), { page: 2 })
    await firstIs('Thing 01')
    fireEvent.click(sortButton())
    await firstIs('Thing 25')
    expect(address.entries).toEqual([{ page: 2 }])
  })
})
