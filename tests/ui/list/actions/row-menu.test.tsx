// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../../src/api/contract/list.ts'
import '../../kit/support.ts'
import { literalText } from '../../../support/literal-text.ts'
import {
  changeAll,
  expectFirstRow,
  listPageFor,
  markAction,
  menuOf,
  rowNames,
  setUpLists,
  showList,
  thingList,
} from '../list-fixture.tsx'

setUpLists()

describe('a row’s menu', () => {
  const openMenu = async () => {
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 01' }))
  }

  test('runs an action and reloads the rows in place', async () => {
    let loads = 0
    const loadPage = async (query: ListQuery) => {
      loads += 1
      return listPageFor(query)
    }
    const onAction = vi.fn(async () => {})
    showList(thingList({ loadPage, actions: menuOf({ id: 'lock', title: literalText('Lock'), run: onAction }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    await waitFor(() => expect(loads).toBe(2))
    expect(onAction).toHaveBeenCalledTimes(1)
    expect(rowNames().length).toBe(10)
  })

  test('shows why an action failed', async () => {
    const onAction = () => Promise.reject(new ApiError('FETCH_ERROR', 'things'))
    showList(thingList({ actions: menuOf({ id: 'lock', title: literalText('Lock'), run: onAction }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Atelier can’t reach the service.')
    expect(rowNames().length).toBe(10)
  })

  test('deletes the row without a confirmation dialog, and Undo restores the row', async () => {
    const perform = vi.fn(changeAll)
    const { revert: _, ...withoutRevert } = markAction({ id: 'delete', done: literalText('{name} deleted'), perform })
    showList(
      thingList({
        bulk: [withoutRevert],
        actions: menuOf({ id: 'delete', title: literalText('Delete'), bulk: 'delete' }),
      }),
    )
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await expectFirstRow('Thing 02')
    expect(await screen.findByText('Thing 01 deleted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBe(null)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await expectFirstRow('Thing 01')
    expect(perform).not.toHaveBeenCalled()
  })

  test('saves the new position of the row, and restores the old order if saving fails', async () => {
    const moves: unknown[] = []
    const saveOrder = (move: unknown) => {
      moves.push(move)
      return Promise.reject(new Error('no'))
    }
    showList(thingList({ saveOrder, actions: menuOf({ id: 'third', title: literalText('Third'), position: 3 }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Third' }))
    await expectFirstRow('Thing 01')
    expect(moves).toEqual([{ id: 't1', position: 3, query: { page: 1, limit: 10, order: {}, filter: {} } }])
  })
})
