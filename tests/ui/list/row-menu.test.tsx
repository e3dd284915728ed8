// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import '../kit/support.ts'
import { answer, firstIs, mark, menuOf, names, setUpLists, showList, thingList, whole } from './bench.tsx'

setUpLists()

describe('a row’s menu', () => {
  const openMenu = async () => {
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 01' }))
  }

  test('acts, and the list refreshes with its rows in place', async () => {
    let asked = 0
    const loadPage = async (query: ListQuery) => {
      asked += 1
      return answer(query)
    }
    const onAction = vi.fn(async () => {})
    showList(thingList({ loadPage, actions: menuOf({ id: 'lock', title: 'Lock', run: onAction }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    await waitFor(() => expect(asked).toBe(2))
    expect(onAction).toHaveBeenCalledTimes(1)
    expect(names().length).toBe(10)
  })

  test('says in a sentence why an action failed', async () => {
    const onAction = () => Promise.reject(new ApiError('FETCH_ERROR', 'things'))
    showList(thingList({ actions: menuOf({ id: 'lock', title: 'Lock', run: onAction }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Atelier can’t reach the service.')
    expect(names().length).toBe(10)
  })

  test('deletes without a question, and Undo brings the row back', async () => {
    const perform = vi.fn(whole)
    const { revert: _, ...held } = mark({ id: 'delete', done: '{name} deleted', perform })
    showList(thingList({ bulk: [held], actions: menuOf({ id: 'delete', title: 'Delete', bulk: 'delete' }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await firstIs('Thing 02')
    expect(await screen.findByText('Thing 01 deleted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBe(null)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await firstIs('Thing 01')
    expect(perform).not.toHaveBeenCalled()
  })

  test('moves a row to a place, and back when that is not saved', async () => {
    const told: unknown[] = []
    const saveOrder = (move: unknown) => {
      told.push(move)
      return Promise.reject(new Error('no'))
    }
    showList(thingList({ saveOrder, actions: menuOf({ id: 'third', title: 'Third', position: 3 }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Third' }))
    await firstIs('Thing 01')
    expect(told).toEqual([{ id: 't1', position: 3, query: { page: 1, limit: 10, order: {}, filter: {} } }])
  })
})
