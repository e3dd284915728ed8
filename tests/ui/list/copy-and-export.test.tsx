// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { refusal } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import { press } from '../kit/support.ts'
import { answer, firstIs, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()

describe('what a cell holds', () => {
  const menuOfRow = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    press(await screen.findByRole('menuitem', { name: 'Copy' }), 'ArrowRight')
    // The menu beside is there for good once it has the focus.
    const first = await screen.findByRole('menuitem', { name: 'Name' })
    await waitFor(() => expect(document.activeElement).toBe(first))
  }

  test('is copied as it would be exported, from any row', async () => {
    const written: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void written.push(text) },
    })
    const { columns } = thingList()
    const size = { ...columns[1]!, text: (value: number) => [value, 'cm'] } as (typeof columns)[number]
    showList(thingList({ columns: [columns[0]!, size] }))
    await menuOfRow('Thing 02')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Size' }))
    expect(await screen.findByText('“2; cm” copied')).toBeTruthy()
    expect(written).toEqual(['2; cm'])
  })

  test('says so where it cannot be copied', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
    showList(thingList())
    await menuOfRow('Thing 02')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Name' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t copy')
  })
})

test('an export that fails says why and is tried again', async () => {
  let isDown = false
  const asked: number[] = []
  const loadPage = async (query: ListQuery) => {
    if (query.limit === 100) {
      asked.push(query.page)
      if (isDown) throw refusal('assets', 'INTERNAL')
    }
    return answer(query)
  }
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  showList(thingList({ loadPage }))
  await firstIs('Thing 01')
  isDown = true
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'As JSON' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The export didn’t finish')
  expect(saved).toEqual([])
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(saved).toEqual(['things.json']))
  expect(asked).toEqual([1, 1])
})
