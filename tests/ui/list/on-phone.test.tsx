// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import '../kit/support.ts'
import { expectFirstRow, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} })),
)

describe('on a phone', () => {
  test('shows rows as list items, and next to All Filters only filters marked for phones', async () => {
    showList(thingList())
    await expectFirstRow('Thing 01')
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getAllByRole('listitem').length).toBe(10)
    expect(screen.getByRole('searchbox')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Parity' })).toBeNull()
  })

  test('renders only rows near the viewport, each with its position', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    const many = Array.from({ length: 400 }, (_, at) => ({ id: `m${at}`, name: `Thing ${at}`, size: at }))
    const pagination = { page: 1, limit: 400, totalPages: 1, totalDocs: 400, hasNextPage: false }
    showList(thingList({ loadPage: async () => ({ data: many, pagination }), paging: 'infinite' }))
    await expectFirstRow('Thing 0')
    const items = screen.getAllByRole('listitem')
    expect(items.length).toBeLessThan(60)
    expect([items[1]?.getAttribute('aria-posinset'), items[1]?.getAttribute('aria-setsize')]).toEqual(['2', '400'])
    fireEvent.keyDown(screen.getByRole('link', { name: 'Thing 0' }), { key: 'End' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Thing 399'))
    fireEvent.keyDown(screen.getByRole('link', { name: 'Thing 399' }), { key: 'PageUp' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Thing 391'))
  })

  test('applies edits made in the dialog All Filters only on Apply, and discards the edits on Cancel', async () => {
    const { address } = showList(thingList())
    await expectFirstRow('Thing 01')
    const openSheet = async () => {
      fireEvent.click(screen.getByRole('button', { name: /All Filters/ }))
      return screen.findByRole('dialog', { name: 'All Filters' })
    }
    const first = await openSheet()
    fireEvent.click(within(first).getByRole('radio', { name: 'Even' }))
    fireEvent.click(within(first).getByRole('button', { name: 'Cancel' }))
    expect(address.entries).toEqual([{}])
    const second = await openSheet()
    expect(within(second).getByRole('radio', { name: 'Any' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(within(second).getByRole('radio', { name: 'Even' }))
    fireEvent.click(within(second).getByRole('button', { name: 'Apply' }))
    await expectFirstRow('Thing 02')
    await waitFor(() => expect(address.entries).toEqual([{}, { filter: { parity: '0' } }]))
    expect(screen.getByRole('button', { name: 'All Filters 1' })).toBeTruthy()
  })
})
