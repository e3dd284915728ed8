// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ApiError, refusal } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import '../kit/support.ts'
import { answer, firstIs, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()

describe('instead of rows', () => {
  test('nothing exists', async () => {
    const nothing = async (query: ListQuery) => answer({ ...query, filter: { search: 'none' } })
    showList(thingList({ loadPage: nothing, empty: { text: 'Add one.' } }))
    expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy()
    expect(screen.getByText('Add one.')).toBeTruthy()
    expect(screen.getByText('0 items')).toBeTruthy()
  })

  test('nothing matched, and Clear Filters brings everything back', async () => {
    const { address } = showList(thingList(), { filter: { search: 'velvet', parity: '0' } })
    expect(await screen.findByRole('heading', { name: 'No listings matched your search query' })).toBeTruthy()
    expect(screen.getByText('Filtered by “velvet” and Even.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await firstIs('Thing 01')
    await waitFor(() => expect(address.entries).toEqual([{ filter: { parity: '0', search: 'velvet' } }, {}]))
  })

  test('where nothing exists there is nothing to arrange or to export; where nothing matched there is', async () => {
    const tools = () => ['Views', 'Columns', 'Export'].filter((name) => screen.queryByRole('button', { name }))
    const nothing = async (query: ListQuery) => answer({ ...query, filter: { search: 'none' } })
    const first = showList(thingList({ loadPage: nothing, empty: { text: 'Add one.' } }))
    expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy()
    expect(tools()).toEqual([])
    first.unmount()
    showList(thingList({ loadPage: nothing }), { filter: { search: 'none' } })
    expect(await screen.findByText('No listings matched your search query')).toBeTruthy()
    expect(tools()).toEqual(['Views', 'Columns', 'Export'])
  })

  test('it did not load: the sentence of the error, the filters untouched, and another try', async () => {
    const tries: number[] = []
    const loadPage = async (query: ListQuery) => {
      tries.push(query.page)
      if (tries.length === 1) throw new ApiError('TIMEOUT_ERROR', 'things')
      return answer(query)
    }
    showList(thingList({ loadPage, failed: 'The things didn’t load' }), { filter: { search: '2' } })
    expect(await screen.findByRole('heading', { name: 'The things didn’t load' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain(
      'The service took too long to answer. Your filters are still set.',
    )
    expect(screen.getByText('TIMEOUT_ERROR · things')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await firstIs('Thing 02')
  })
})

test('a missing permission says who grants it and offers nothing that could not help', async () => {
  showList(thingList({ loadPage: () => Promise.reject(refusal('things', 'FORBIDDEN')) }), {})
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You don’t have permission to do thisAn admin can give it to you.',
  )
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('search')).toBe(null)
})

test('filters that the service refuses are told in words of a list, and the way out is to clear them', async () => {
  const loadPage = async (query: ListQuery) => {
    if (query.filter['search']) throw refusal('things', 'INVALID_INPUT')
    return answer(query)
  }
  showList(thingList({ loadPage }), { filter: { search: '2' } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('These filters don’t work here.')
  expect(alert.textContent).not.toContain('form')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await firstIs('Thing 01')
})

test('a list that failed tries again by itself once the browser is online', async () => {
  let isOnline = false
  const loadPage = async (query: ListQuery) => {
    if (!isOnline) throw new ApiError('FETCH_ERROR', 'things')
    return answer(query)
  }
  showList(thingList({ loadPage }))
  expect(await screen.findByRole('heading', { name: 'The list didn’t load' })).toBeTruthy()
  isOnline = true
  act(() => void window.dispatchEvent(new Event('online')))
  await firstIs('Thing 01')
})
