// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createApiError } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { RowMove } from '../../../src/machines/list/reorder.ts'
import type { BulkRequest } from '../../../src/ui/list/bulk-action.ts'
import '../kit/support.ts'
import { literalText } from '../../support/literal-text.ts'
import {
  changeAll,
  checkboxOf,
  expectFirstRow,
  listPageFor,
  markAction,
  rowNames,
  setUpLists,
  showList,
  type Thing,
  thingList,
  toolbarButton,
  visibleRange,
} from './list-fixture.tsx'

setUpLists()

const selectedNames = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select Thing/ })
    .filter((checkbox) => (checkbox as HTMLInputElement).checked)
    .map((checkbox) => checkbox.getAttribute('aria-label')?.replace('Select ', ''))

describe('actions on several rows', () => {
  test('“All 25” selects all matching rows if one page can hold these rows', async () => {
    showList(thingList({ bulk: [markAction()] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await toolbarButton('All 25'))
    await waitFor(() => expect(selectedNames().length).toBe(25))
    expect(visibleRange()).toBe('1–25 of 25')
    expect(screen.queryByRole('button', { name: 'All 25' })).toBeNull()
  })

  test('move the selected rows to the top in their order, and back to their positions by Undo', async () => {
    const moves: string[] = []
    const saveOrder = async ({ id, position }: RowMove) => void moves.push(`${id} to ${position}`)
    showList(thingList({ bulk: [markAction()], saveOrder }))
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('04'))
    fireEvent.click(checkboxOf('06'))
    fireEvent.click(await toolbarButton('Move to'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'To the top' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(moves).toEqual(['t4 to 1', 't6 to 2', 't6 to 6', 't4 to 4']))
  })

  test('run on rows selected one by one or as a range, with Undo', async () => {
    const done: string[] = []
    const record = (name: string) => async (request: BulkRequest) => {
      done.push(`${name} ${request.items.map(({ id }) => id).join()}`)
      return changeAll(request)
    }
    showList(thingList({ bulk: [markAction({ perform: record('do'), revert: record('undo') })] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('02'))
    fireEvent.click(checkboxOf('04'), { shiftKey: true })
    fireEvent.click(checkboxOf('03'))
    fireEvent.click(await toolbarButton('Mark'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(done).toEqual(['do t2,t4', 'undo t2,t4']))
    expect(selectedNames()).toEqual(['Thing 02', 'Thing 04'])
  })

  test('keep the position of updated rows without a reload', async () => {
    const queries: ListQuery[] = []
    const loadPage = async (query: ListQuery) => {
      queries.push(query)
      return listPageFor(query)
    }
    const renamed = (suffix: string) => async (request: BulkRequest) => ({
      ...(await changeAll(request)),
      rows: request.items.map(({ id }) => ({ id, name: `Thing ${suffix} ${id}`, size: 0 })),
    })
    showList(thingList({ loadPage, bulk: [markAction({ perform: renamed('new'), revert: renamed('old') })] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('03'))
    fireEvent.click(await toolbarButton('Mark'))
    await waitFor(() => expect(rowNames()[2]).toBe('Thing new t3'))
    expect(selectedNames()).toEqual(['Thing new t3'])
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(rowNames()[2]).toBe('Thing old t3'))
    expect(selectedNames()).toEqual(['Thing old t3'])
    expect(rowNames()).toHaveLength(10)
    expect(queries).toHaveLength(1)
  })

  test('pass the version of each row to Undo', async () => {
    const reverted: unknown[] = []
    const revert = async (request: BulkRequest) => {
      reverted.push(...request.items.map(({ id, version }) => [id, version]))
      return changeAll(request)
    }
    const loadPage = async (query: ListQuery) => {
      const page = listPageFor(query)
      return { ...page, data: page.data.map((row) => ({ ...row, updatedAt: `before ${row.id}` })) }
    }
    showList(thingList({ loadPage, bulk: [markAction({ revert })] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('02'))
    fireEvent.click(await toolbarButton('Mark'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(reverted).toEqual([['t2', 'before t2']]))
  })

  test('show the pictures of the first selected rows in the toolbar', async () => {
    const phone = ({ name, size }: Thing) => ({ name, line: '', ...(size !== 2 && { picture: <b>{name}</b> }) })
    showList(thingList({ bulk: [markAction()], phone }))
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    const bar = await screen.findByRole('toolbar')
    expect([...bar.querySelectorAll('b')].map((picture) => picture.textContent)).toEqual(['Thing 01', 'Thing 03'])
  })

  test('report a failure with the name of its row, and skip rows that the action does not apply to', async () => {
    const perform = async ({ items: [one, ...others] }: BulkRequest) => ({
      changed: others,
      failures: [{ item: one!, error: createApiError('things', 'ASSET_LOCKED') }],
    })
    const appliesTo = ({ size }: Thing) => size !== 3
    showList(thingList({ bulk: [markAction({ perform, appliesTo, skippedMessage: literalText('{n} do not fit') })] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await toolbarButton('Mark'))
    expect(await screen.findByText('1 not marked')).toBeTruthy()
    expect(screen.getByText('Thing 01: This asset is locked.')).toBeTruthy()
  })

  test('show a neutral note instead of an error if the action applies to no selected row', async () => {
    const appliesTo = ({ size }: Thing) => size !== 1
    showList(thingList({ bulk: [markAction({ appliesTo, skippedMessage: literalText('{n} marked already') })] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('01'))
    fireEvent.click(await toolbarButton('Mark'))
    const note = await screen.findByText('1 marked already')
    expect(note.closest('[data-tone]')?.getAttribute('data-tone')).toBe('note')
    expect(note.closest('[role="alert"]')).toBe(null)
  })
})
