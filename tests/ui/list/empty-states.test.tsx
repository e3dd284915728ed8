// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ApiError, createApiError } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import '../kit/support.ts'
import { literalText } from '../../support/literal-text.ts'
import { expectFirstRow, listPageFor, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

describe('a list without rows', () => {
  test('shows its own empty text if no filter is set', async () => {
    const loadNothing = async (query: ListQuery) => listPageFor({ ...query, filter: { search: 'none' } })
    showList(thingList({ loadPage: loadNothing, empty: { text: literalText('Add one.') } }))
    expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy()
    expect(screen.getByText('Add one.')).toBeTruthy()
    expect(screen.getByText('0 items')).toBeTruthy()
  })

  test('shows that no row matches the filters, and shows all rows after Clear Filters', async () => {
    const { address } = showList(thingList(), { filter: { search: 'velvet', parity: '0' } })
    expect(await screen.findByRole('heading', { name: 'No listings matched your search query' })).toBeTruthy()
    expect(screen.getByText('Filtered by “velvet” and Even.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await expectFirstRow('Thing 01')
    await waitFor(() => expect(address.entries).toEqual([{ filter: { parity: '0', search: 'velvet' } }, {}]))
  })

  test('hides Views, Columns and Export if the list is empty, but not if only the filters match no row', async () => {
    const tools = () => ['Views', 'Columns', 'Export'].filter((name) => screen.queryByRole('button', { name }))
    const loadNothing = async (query: ListQuery) => listPageFor({ ...query, filter: { search: 'none' } })
    const first = showList(thingList({ loadPage: loadNothing, empty: { text: literalText('Add one.') } }))
    expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy()
    expect(tools()).toEqual([])
    first.unmount()
    showList(thingList({ loadPage: loadNothing }), { filter: { search: 'none' } })
    expect(await screen.findByText('No listings matched your search query')).toBeTruthy()
    expect(tools()).toEqual(['Views', 'Columns', 'Export'])
  })

  test('shows the error of a failed load, keeps the filters, and loads again on Retry', async () => {
    const attempts: number[] = []
    const loadPage = async (query: ListQuery) => {
      attempts.push(query.page)
      if (attempts.length === 1) throw new ApiError('TIMEOUT_ERROR', 'things')
      return listPageFor(query)
    }
    showList(thingList({ loadPage, failed: literalText('The things didn’t load') }), { filter: { search: '2' } })
    expect(await screen.findByRole('heading', { name: 'The things didn’t load' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain(
      'The service took too long to respond. Your filters are still set.',
    )
    expect(screen.getByText('TIMEOUT_ERROR · things')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await expectFirstRow('Thing 02')
  })
})

test('explains a missing permission and offers no retry', async () => {
  showList(thingList({ loadPage: () => Promise.reject(createApiError('things', 'FORBIDDEN')) }), {})
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You don’t have permission to do thisAn admin can give it to you.',
  )
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('search')).toBe(null)
})

test('explains filters that the service refuses, and offers to clear the filters', async () => {
  const loadPage = async (query: ListQuery) => {
    if (query.filter['search']) throw createApiError('things', 'INVALID_INPUT')
    return listPageFor(query)
  }
  showList(thingList({ loadPage }), { filter: { search: '2' } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('These filters don’t work here.')
  expect(alert.textContent).not.toContain('form')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await expectFirstRow('Thing 01')
})

test('loads the rows again after a failure as soon as the browser is online', async () => {
  let isOnline = false
  const loadPage = async (query: ListQuery) => {
    if (!isOnline) throw new ApiError('FETCH_ERROR', 'things')
    return listPageFor(query)
  }
  showList(thingList({ loadPage }))
  expect(await screen.findByRole('heading', { name: 'The list didn’t load' })).toBeTruthy()
  isOnline = true
  act(() => void window.dispatchEvent(new Event('online')))
  await expectFirstRow('Thing 01')
})
