// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { AssetEvent, ListenToEvents } from '../../../src/api/contract/events.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { BulkRequest } from '../../../src/ui/list/bulk-action.ts'
import { literalText } from '../../support/literal-text.ts'
import {
  changeAll,
  checkboxOf,
  expectFirstRow,
  listPageFor,
  markAction,
  menuOf,
  setUpLists,
  showList,
  type Thing,
  thingList,
  things,
  toolbarButton,
} from './list-fixture.tsx'

setUpLists()

describe('changes by other users', () => {
  const withUpdatedAt = (at: (id: string) => string) => async (query: ListQuery) => {
    const page = listPageFor(query)
    return { ...page, data: page.data.map((row) => ({ ...row, updatedAt: at(row.id) })) }
  }
  const EARLY = '2026-11-01T08:00:00.000Z'
  const LATE = '2026-11-01T09:00:00.000Z'
  /** Advances the clock by slightly more than one second, the time for which a list collects changes. */
  const passCollectionTime = () => act(() => vi.advanceTimersByTimeAsync(1100))
  const changesButton = () => screen.queryByRole('button', { name: /changed · Show/ })

  async function showLiveList(change: Parameters<typeof thingList>[0]) {
    const listeners = new Set<Parameters<ListenToEvents>[0]>()
    const listen: ListenToEvents = (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    showList(thingList({ isLive: true, loadPage: withUpdatedAt(() => EARLY), ...change }), {}, undefined, {
      listenToEvents: listen,
    })
    await expectFirstRow('Thing 01')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return (id: string, at = LATE, more: Partial<AssetEvent> = {}) => {
      for (const listener of listeners) listener({ key: 'asset.v1.updated', id, at, ...more })
    }
  }

  test('appear as a count in a button outside the rows', async () => {
    const emit = await showLiveList({})
    emit('t2')
    await passCollectionTime()
    expect(changesButton()?.textContent).toBe('1 changed · Show')
    expect(screen.getByRole('region', { name: 'Things' }).contains(changesButton())).toBe(false)
  })

  test('exclude the user’s own move of a row, both before and after the server’s response to the move', async () => {
    let save = (_: Thing & { updatedAt: string }) => {}
    const saveOrder = () =>
      new Promise((resolve) => {
        save = resolve
      })
    const emit = await showLiveList({
      saveOrder,
      actions: menuOf({ id: 'third', title: literalText('Third'), position: 3 }),
    })
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 01' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Third' }))
    await expectFirstRow('Thing 02')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    emit('t1')
    await passCollectionTime()
    expect(changesButton()).toBe(null)
    await act(async () => save({ ...things[0]!, updatedAt: LATE }))
    await passCollectionTime()
    expect(changesButton()).toBe(null)
    emit('t1', '2026-11-01T10:00:00.000Z')
    await passCollectionTime()
    expect(changesButton()?.textContent).toBe('1 changed · Show')
  })

  test('exclude a row restored by the user’s own Undo, but include a row that another user changed', async () => {
    const perform = async (request: BulkRequest) => ({
      ...(await changeAll(request)),
      rows: request.items.map(({ id }) => ({ ...things[0]!, id, updatedAt: LATE })),
    })
    const revert = async (request: BulkRequest) => ({
      ...(await changeAll(request)),
      rows: request.items.map(({ id, version }) => ({ ...things[0]!, id, updatedAt: version })),
    })
    const emit = await showLiveList({ bulk: [markAction({ perform, revert })] })
    vi.useRealTimers()
    fireEvent.click(checkboxOf('01'))
    fireEvent.click(await toolbarButton('Mark'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    emit('t1', LATE)
    emit('t5', LATE)
    fireEvent.click(undo)
    emit('t1', '2026-11-01T09:00:07.000Z', { updatedAt: EARLY })
    expect((await screen.findByRole('button', { name: /changed · Show/ })).textContent).toBe('1 changed · Show')
  })
})
