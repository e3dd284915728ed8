// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { Move } from '../../../src/machines/rules/reorder.ts'
import type { BulkWork } from '../../../src/ui/list/bulk.ts'
import '../kit/support.ts'
import {
  answer,
  barButton,
  box,
  firstIs,
  mark,
  names,
  range,
  setUpLists,
  showList,
  type Thing,
  thingList,
  whole,
} from './bench.tsx'

setUpLists()

/** The rows whose box is ticked. */
const selectedNames = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select Thing/ })
    .filter((tick) => (tick as HTMLInputElement).checked)
    .map((tick) => tick.getAttribute('aria-label')?.replace('Select ', ''))

describe('actions on several rows', () => {
  test('all that match are selected by one more press, where a page holds them', async () => {
    showList(thingList({ bulk: [mark()] }))
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await barButton('All 25'))
    await waitFor(() => expect(selectedNames().length).toBe(25))
    expect(range()).toBe('1–25 of 25')
    expect(screen.queryByRole('button', { name: 'All 25' })).toBeNull()
  })

  test('rows selected are moved together where rows can be moved, and back by Undo', async () => {
    const moves: string[] = []
    const saveOrder = async ({ id, position }: Move) => void moves.push(`${id} to ${position}`)
    showList(thingList({ bulk: [mark()], saveOrder }))
    await firstIs('Thing 01')
    fireEvent.click(box('04'))
    fireEvent.click(box('06'))
    fireEvent.click(await barButton('Move to'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'To the top' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(moves).toEqual(['t4 to 1', 't6 to 2', 't6 to 6', 't4 to 4']))
  })

  test('are done to the rows selected, one by one or as a range, and can be taken back', async () => {
    const done: string[] = []
    const tell = (what: string) => async (work: BulkWork) => {
      done.push(`${what} ${work.items.map(({ id }) => id).join()}`)
      return whole(work)
    }
    showList(thingList({ bulk: [mark({ perform: tell('do'), revert: tell('undo') })] }))
    await firstIs('Thing 01')
    fireEvent.click(box('02'))
    fireEvent.click(box('04'), { shiftKey: true })
    fireEvent.click(box('03'))
    fireEvent.click(await barButton('Mark'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(done).toEqual(['do t2,t4', 'undo t2,t4']))
    expect(selectedNames()).toEqual(['Thing 02', 'Thing 04'])
  })

  test('leave their rows where they are, as the answer says they stand, and ask for nothing', async () => {
    const asked: ListQuery[] = []
    const loadPage = async (query: ListQuery) => {
      asked.push(query)
      return answer(query)
    }
    const renamed = (suffix: string) => async (work: BulkWork) => ({
      ...(await whole(work)),
      rows: work.items.map(({ id }) => ({ id, name: `Thing ${suffix} ${id}`, size: 0 })),
    })
    showList(thingList({ loadPage, bulk: [mark({ perform: renamed('new'), revert: renamed('old') })] }))
    await firstIs('Thing 01')
    fireEvent.click(box('03'))
    fireEvent.click(await barButton('Mark'))
    await waitFor(() => expect(names()[2]).toBe('Thing new t3'))
    expect(selectedNames()).toEqual(['Thing new t3'])
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(names()[2]).toBe('Thing old t3'))
    expect(selectedNames()).toEqual(['Thing old t3'])
    expect(names()).toHaveLength(10)
    expect(asked).toHaveLength(1)
  })

  test('tell Undo how old each row was', async () => {
    const reverted: unknown[] = []
    const revert = async (work: BulkWork) => {
      reverted.push(...work.items.map(({ id, version }) => [id, version]))
      return whole(work)
    }
    const loadPage = async (query: ListQuery) => {
      const page = answer(query)
      return { ...page, data: page.data.map((row) => ({ ...row, updatedAt: `before ${row.id}` })) }
    }
    showList(thingList({ loadPage, bulk: [mark({ revert })] }))
    await firstIs('Thing 01')
    fireEvent.click(box('02'))
    fireEvent.click(await barButton('Mark'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(reverted).toEqual([['t2', 'before t2']]))
  })

  test('show the first rows they are for', async () => {
    const phone = ({ name, size }: Thing) => ({ name, line: '', ...(size !== 2 && { picture: <b>{name}</b> }) })
    showList(thingList({ bulk: [mark()], phone }))
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    const bar = await screen.findByRole('toolbar')
    expect([...bar.querySelectorAll('b')].map((picture) => picture.textContent)).toEqual(['Thing 01', 'Thing 03'])
  })

  test('tell row by row what was refused, and leave out what does not fit', async () => {
    const perform = async ({ items: [one, ...others] }: BulkWork) => ({
      changed: others,
      failures: [{ item: one!, error: refusal('things', 'ASSET_LOCKED') }],
    })
    const fits = ({ size }: Thing) => size !== 3
    showList(thingList({ bulk: [mark({ perform, fits, leftOut: '{n} do not fit' })] }))
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await barButton('Mark'))
    expect(await screen.findByText('1 not marked')).toBeTruthy()
    expect(screen.getByText('Thing 01: This asset is locked.')).toBeTruthy()
  })

  test('that fit none of the rows say so without alarm: nothing failed', async () => {
    const fits = ({ size }: Thing) => size !== 1
    showList(thingList({ bulk: [mark({ fits, leftOut: '{n} marked already' })] }))
    await firstIs('Thing 01')
    fireEvent.click(box('01'))
    fireEvent.click(await barButton('Mark'))
    const said = await screen.findByText('1 marked already')
    expect(said.closest('[data-tone]')?.getAttribute('data-tone')).toBe('note')
    expect(said.closest('[role="alert"]')).toBe(null)
  })
})
