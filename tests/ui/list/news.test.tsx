// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AssetEvent, Listen } from '../../../src/api/contract/events.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { BulkWork } from '../../../src/ui/list/bulk.ts'
import {
  answer,
  barButton,
  box,
  firstIs,
  mark,
  menuOf,
  setUpLists,
  showList,
  type Thing,
  thingList,
  things,
  whole,
} from './bench.tsx'

setUpLists()

describe('news', () => {
  const dated = (at: (id: string) => string) => async (query: ListQuery) => {
    const page = answer(query)
    return { ...page, data: page.data.map((row) => ({ ...row, updatedAt: at(row.id) })) }
  }
  const EARLY = '2026-11-01T08:00:00.000Z'
  const LATE = '2026-11-01T09:00:00.000Z'
  /** Lets the second pass in which news are gathered. */
  const gather = () => act(() => vi.advanceTimersByTimeAsync(1100))
  const told = () => screen.queryByRole('button', { name: /changed · Show/ })
  afterEach(() => void vi.useRealTimers())

  /** A list that hears events, with a clock of its own once its rows are there. */
  async function hearing(change: Parameters<typeof thingList>[0]) {
    const listeners = new Set<Parameters<Listen>[0]>()
    const listen: Listen = (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    showList(thingList({ isLive: true, loadPage: dated(() => EARLY), ...change }), {}, undefined, { listen })
    await firstIs('Thing 01')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return (id: string, at = LATE, more: Partial<AssetEvent> = {}) => {
      for (const listener of listeners) listener({ key: 'asset.v1.updated', id, at, ...more })
    }
  }

  test('tell of others’ changes in a place of their own, not over the rows', async () => {
    const tell = await hearing({})
    tell('t2')
    await gather()
    expect(told()?.textContent).toBe('1 changed · Show')
    expect(screen.getByRole('region', { name: 'Things' }).contains(told())).toBe(false)
  })

  test('do not tell of a row one moved, before its answer and after it', async () => {
    let save = (_: Thing & { updatedAt: string }) => {}
    const saveOrder = () =>
      new Promise((resolve) => {
        save = resolve
      })
    const tell = await hearing({
      saveOrder,
      actions: menuOf({ id: 'third', title: 'Third', position: 3 }),
    })
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 01' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Third' }))
    await firstIs('Thing 02')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    tell('t1')
    await gather()
    expect(told()).toBe(null)
    await act(async () => save({ ...things[0]!, updatedAt: LATE }))
    await gather()
    expect(told()).toBe(null)
    tell('t1', '2026-11-01T10:00:00.000Z')
    await gather()
    expect(told()?.textContent).toBe('1 changed · Show')
  })

  test('do not tell of an Undo of one’s own, and go on telling of others', async () => {
    const perform = async (work: BulkWork) => ({
      ...(await whole(work)),
      rows: work.items.map(({ id }) => ({ ...things[0]!, id, updatedAt: LATE })),
    })
    const revert = async (work: BulkWork) => ({
      ...(await whole(work)),
      rows: work.items.map(({ id, version }) => ({ ...things[0]!, id, updatedAt: version })),
    })
    const tell = await hearing({ bulk: [mark({ perform, revert })] })
    vi.useRealTimers()
    fireEvent.click(box('01'))
    fireEvent.click(await barButton('Mark'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    tell('t1', LATE)
    tell('t5', LATE)
    fireEvent.click(undo)
    tell('t1', '2026-11-01T09:00:07.000Z', { updatedAt: EARLY })
    expect((await screen.findByRole('button', { name: /changed · Show/ })).textContent).toBe('1 changed · Show')
  })
})
