// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createApiError } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import { pressKey } from '../kit/support.ts'
import { expectFirstRow, listPageFor, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

describe('a cell', () => {
  const menuOfRow = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    pressKey(await screen.findByRole('menuitem', { name: 'Copy' }), 'ArrowRight')
    // Waits until the submenu has the focus, because the submenu then stays open.
    const first = await screen.findByRole('menuitem', { name: 'Name' })
    await waitFor(() => expect(document.activeElement).toBe(first))
  }

  test('is copied as text in the export format through the menu of its row', async () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    })
    const { columns } = thingList()
    const size = { ...columns[1]!, text: (value: number) => [value, 'cm'] } as (typeof columns)[number]
    showList(thingList({ columns: [columns[0]!, size] }))
    await menuOfRow('Thing 02')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Size' }))
    expect(await screen.findByText('“2; cm” copied')).toBeTruthy()
    expect(copied).toEqual(['2; cm'])
  })

  test('shows an error if the copy fails', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
    showList(thingList())
    await menuOfRow('Thing 02')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Name' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t copy')
  })
})

test('shows why an export failed, and repeats the export on Retry', async () => {
  let isDown = false
  const pages: number[] = []
  const loadPage = async (query: ListQuery) => {
    if (query.limit === 100) {
      pages.push(query.page)
      if (isDown) throw createApiError('assets', 'INTERNAL')
    }
    return listPageFor(query)
  }
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  showList(thingList({ loadPage }))
  await expectFirstRow('Thing 01')
  isDown = true
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'As JSON' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The export didn’t finish')
  expect(saved).toEqual([])
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(saved).toEqual(['things.json']))
  expect(pages).toEqual([1, 1])
})

test('offers no Retry for an export that the server refuses', async () => {
  const loadPage = async (query: ListQuery) => {
    if (query.limit === 100) throw createApiError('assets', 'FORBIDDEN')
    return listPageFor(query)
  }
  showList(thingList({ loadPage }))
  await expectFirstRow('Thing 01')
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'As JSON' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The export didn’t finish')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
