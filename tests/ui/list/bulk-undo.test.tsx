// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { flushDelayedWork } from '../../../src/ui/delayed-work.ts'
import type { BulkRequest } from '../../../src/ui/list/bulk-action.ts'
import { queueListAction } from '../../../src/ui/list/state/queued-action.ts'
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
  thingList,
  things,
  toolbarButton,
  visibleRange,
} from './list-fixture.tsx'

setUpLists()

const headTotal = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent

describe('actions on several rows', () => {
  test('let the list restore its scroll position, even after an action emptied the page and was undone', async () => {
    const { revert: _, ...withoutRevert } = markAction()
    const list = thingList({ bulk: [withoutRevert] })
    const scroller = () => screen.getByRole('region', { name: 'Things' })
    const { unmount } = showList(list, {}, 'emptied')
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await toolbarButton('Mark'))
    await waitFor(() => expect(rowNames()).toEqual([]))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expectFirstRow('Thing 01')
    scroller().scrollTop = 333
    fireEvent.scroll(scroller())
    unmount()
    showList(list, {}, 'emptied')
    await expectFirstRow('Thing 01')
    expect(scroller().scrollTop).toBe(333)
  })

  test('reduce the totals in head and foot during a pending deletion, and never show the rows again', async () => {
    const deletedIds = new Set<string>()
    const pendingResponses: (() => void)[] = []
    let isSlow = false
    const loadPage = async (query: ListQuery) => {
      const { data, pagination } = listPageFor({ ...query, page: 1, limit: 25 })
      const remaining = data.filter(({ id }) => !deletedIds.has(id))
      if (isSlow) await new Promise<void>((resolve) => pendingResponses.push(resolve))
      return {
        data: remaining.slice((query.page - 1) * 10, query.page * 10),
        pagination: { ...pagination, page: query.page, totalPages: 3, totalDocs: remaining.length, hasNextPage: true },
      }
    }
    const perform = async (request: BulkRequest) => {
      for (const { id } of request.items) deletedIds.add(id)
      return changeAll(request)
    }
    const { revert: _, ...withoutRevert } = markAction({ perform, done: literalText('{n} deleted') })
    showList(thingList({ loadPage, bulk: [withoutRevert] }))
    await expectFirstRow('Thing 01')
    expect([headTotal(), visibleRange()]).toEqual(['25', '1–10 of 25'])
    fireEvent.click(checkboxOf('01'))
    fireEvent.click(checkboxOf('03'))
    fireEvent.click(await toolbarButton('Mark'))
    // The toast's timer pauses while the toast has the focus.
    const close = await screen.findByRole('button', { name: 'Close' })
    act(() => close.focus())
    await expectFirstRow('Thing 02')
    expect([headTotal(), visibleRange()]).toEqual(['23', '1–8 of 23'])
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await expectFirstRow('Thing 11')
    expect([headTotal(), visibleRange()]).toEqual(['23', '11–20 of 23'])
    fireEvent.click(screen.getByRole('button', { name: 'Page 1' }))
    await expectFirstRow('Thing 02')
    expect([headTotal(), visibleRange()]).toEqual(['23', '1–8 of 23'])
    isSlow = true
    const states = new Set<unknown>()
    const observer = new MutationObserver(() => states.add(`${headTotal()} ${rowNames().slice(0, 2)}`))
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    fireEvent.click(close)
    await waitFor(() => expect(pendingResponses.length).toBeGreaterThan(0))
    expect([headTotal(), visibleRange()]).toEqual(['23', '1–8 of 23'])
    isSlow = false
    for (const respond of pendingResponses) respond()
    await waitFor(() => expect([headTotal(), visibleRange()]).toEqual(['23', '1–10 of 23']))
    observer.disconnect()
    expect([...states]).toEqual(['23 Thing 02,Thing 04'])
  })

  test('show that everything on the page was deleted, instead of the message of an empty list', async () => {
    const { revert: _, ...withoutRevert } = markAction()
    showList(thingList({ bulk: [withoutRevert] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await toolbarButton('Mark'))
    expect(await screen.findByText('Everything on this page was deleted.')).toBeTruthy()
    expect(screen.queryByText('No items found')).toBe(null)
    expect([headTotal(), visibleRange()]).toEqual(['15', '0 of 15'])
  })

  test('continue a deletion from a detail page: the row is hidden from first paint until Undo', async () => {
    const cache = createQueryCache()
    const perform = vi.fn(changeAll)
    const { revert: _, ...withoutRevert } = markAction({ id: 'delete', done: literalText('{name} deleted'), perform })
    const queued = { action: 'delete', rows: [things[2]!] }
    expect([queueListAction(cache, 'things', queued), queueListAction(undefined, 'things', queued)]).toEqual([
      true,
      false,
    ])
    const states = new Set<unknown>()
    const observer = new MutationObserver(() => rowNames().length > 0 && states.add(rowNames().includes('Thing 03')))
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    const { unmount } = showList(thingList({ bulk: [withoutRevert] }), {}, undefined, { cache })
    expect(await screen.findByText('Thing 03 deleted')).toBeTruthy()
    expect([[...states], headTotal()]).toEqual([[false], '24'])
    observer.disconnect()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(rowNames()).toContain('Thing 03'))
    unmount()
    showList(thingList({ bulk: [withoutRevert] }), {}, undefined, { cache })
    await expectFirstRow('Thing 01')
    expect([rowNames().includes('Thing 03'), perform.mock.calls]).toEqual([true, []])
  })

  test('run before a sign-out even while Undo is offered, and never in the session of another account', async () => {
    const done: string[] = []
    const perform = (request: BulkRequest) => {
      done.push(request.items.map(({ name }) => name).join())
      return changeAll(request)
    }
    const { revert: _, ...withoutRevert } = markAction({ perform })
    let _id = 'one'
    const session = createActor(sessionMachine)
    const signedOut = session.getSnapshot()
    session.getSnapshot = () => ({
      ...signedOut,
      context: { ...signedOut.context, data: { _id, email: 'a@b.example' } as never },
    })
    const { unmount } = showList(thingList({ bulk: [withoutRevert] }), {}, undefined, { session })
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('01'))
    fireEvent.click(await toolbarButton('Mark'))
    await expectFirstRow('Thing 02')
    await act(flushDelayedWork)
    expect(done).toEqual(['Thing 01'])
    // The stubbed server does not delete the row, so the next response contains it again.
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('02'))
    fireEvent.click(await toolbarButton('Mark'))
    await waitFor(() => expect(rowNames()).not.toContain('Thing 02'))
    _id = 'other'
    unmount()
    expect(done).toEqual(['Thing 01'])
  })

  test('run even if the list unmounts before Undo is offered', async () => {
    const done: string[] = []
    const perform = (request: BulkRequest) => {
      done.push(request.items.map(({ name }) => name).join())
      return changeAll(request)
    }
    const { revert: _, ...withoutRevert } = markAction({ perform })
    const { unmount } = showList(thingList({ bulk: [withoutRevert] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('01'))
    const button = await toolbarButton('Mark')
    act(() => {
      button.click()
      unmount()
    })
    await waitFor(() => expect(done).toEqual(['Thing 01']))
  })

  test('without a revert function hide their rows, run when the list unmounts, and never run after Undo', async () => {
    const done: string[][] = []
    const perform = (request: BulkRequest) => {
      done.push(request.items.map(({ id }) => id))
      return changeAll(request)
    }
    const { revert: _, ...withoutRevert } = markAction({ perform })
    const { unmount } = showList(thingList({ bulk: [withoutRevert] }))
    await expectFirstRow('Thing 01')
    fireEvent.click(checkboxOf('01'))
    fireEvent.click(await toolbarButton('Mark'))
    await expectFirstRow('Thing 02')
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expectFirstRow('Thing 01')
    expect(done).toEqual([])
    fireEvent.click(checkboxOf('01'))
    fireEvent.click(await toolbarButton('Mark'))
    await expectFirstRow('Thing 02')
    unmount()
    expect(done).toEqual([['t1']])
  })
})
