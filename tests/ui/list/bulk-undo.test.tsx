// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { createCache } from '../../../src/api/cache.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { finishHeldWork } from '../../../src/ui/held-work.ts'
import type { BulkWork } from '../../../src/ui/list/bulk.ts'
import { handOver } from '../../../src/ui/list/hand-over.ts'
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
  thingList,
  things,
  whole,
} from './bench.tsx'

setUpLists()

/** The number beside the title. */
const headTotal = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent

describe('actions on several rows', () => {
  test('that empty a page lose the place it was scrolled to no more than their Undo does', async () => {
    const { revert: _, ...held } = mark()
    const list = thingList({ bulk: [held] })
    const scroller = () => screen.getByRole('region', { name: 'Things' })
    const { unmount } = showList(list, {}, 'emptied')
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await barButton('Mark'))
    await waitFor(() => expect(names()).toEqual([]))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await firstIs('Thing 01')
    scroller().scrollTop = 333
    fireEvent.scroll(scroller())
    unmount()
    showList(list, {}, 'emptied')
    await firstIs('Thing 01')
    expect(scroller().scrollTop).toBe(333)
  })

  test('that delete count alike in head and foot while they wait, and their rows never come back', async () => {
    const gone = new Set<string>()
    const waiting: (() => void)[] = []
    let isSlow = false
    const loadPage = async (query: ListQuery) => {
      const { data, pagination } = answer({ ...query, page: 1, limit: 25 })
      const left = data.filter(({ id }) => !gone.has(id))
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      return {
        data: left.slice((query.page - 1) * 10, query.page * 10),
        pagination: { ...pagination, page: query.page, totalPages: 3, totalDocs: left.length, hasNextPage: true },
      }
    }
    const perform = async (work: BulkWork) => {
      for (const { id } of work.items) gone.add(id)
      return whole(work)
    }
    const { revert: _, ...held } = mark({ perform, done: '{n} deleted' })
    showList(thingList({ loadPage, bulk: [held] }))
    await firstIs('Thing 01')
    expect([headTotal(), range()]).toEqual(['25', '1–10 of 25'])
    fireEvent.click(box('01'))
    fireEvent.click(box('03'))
    fireEvent.click(await barButton('Mark'))
    // Its time stands still while the focus is in it.
    const close = await screen.findByRole('button', { name: 'Close' })
    act(() => close.focus())
    await firstIs('Thing 02')
    expect([headTotal(), range()]).toEqual(['23', '1–8 of 23'])
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await firstIs('Thing 11')
    expect([headTotal(), range()]).toEqual(['23', '11–20 of 23'])
    fireEvent.click(screen.getByRole('button', { name: 'Page 1' }))
    await firstIs('Thing 02')
    expect([headTotal(), range()]).toEqual(['23', '1–8 of 23'])
    isSlow = true
    const seen = new Set<unknown>()
    const look = new MutationObserver(() => seen.add(`${headTotal()} ${names().slice(0, 2)}`))
    look.observe(document.body, { childList: true, subtree: true, characterData: true })
    fireEvent.click(close)
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    expect([headTotal(), range()]).toEqual(['23', '1–8 of 23'])
    isSlow = false
    for (const answerNow of waiting) answerNow()
    await waitFor(() => expect([headTotal(), range()]).toEqual(['23', '1–10 of 23']))
    look.disconnect()
    expect([...seen]).toEqual(['23 Thing 02,Thing 04'])
  })

  test('that delete a whole page say so, and never that there is nothing', async () => {
    const { revert: _, ...held } = mark()
    showList(thingList({ bulk: [held] }))
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await barButton('Mark'))
    expect(await screen.findByText('Everything on this page was deleted.')).toBeTruthy()
    expect(screen.queryByText('No items found')).toBe(null)
    expect([headTotal(), range()]).toEqual(['15', '0 of 15'])
  })

  test('are taken over from the page of one thing: gone from the first picture on, with Undo', async () => {
    const kept = createCache()
    const perform = vi.fn(whole)
    const { revert: _, ...held } = mark({ id: 'delete', done: '{name} deleted', perform })
    const given = { action: 'delete', rows: [things[2]!] }
    expect([handOver(kept, 'things', given), handOver(undefined, 'things', given)]).toEqual([true, false])
    const seen = new Set<unknown>()
    const look = new MutationObserver(() => names().length > 0 && seen.add(names().includes('Thing 03')))
    look.observe(document.body, { childList: true, subtree: true, characterData: true })
    const { unmount } = showList(thingList({ bulk: [held] }), {}, undefined, { kept })
    expect(await screen.findByText('Thing 03 deleted')).toBeTruthy()
    expect([[...seen], headTotal()]).toEqual([[false], '24'])
    look.disconnect()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(names()).toContain('Thing 03'))
    unmount()
    showList(thingList({ bulk: [held] }), {}, undefined, { kept })
    await firstIs('Thing 01')
    expect([names().includes('Thing 03'), perform.mock.calls]).toEqual([true, []])
  })

  test('that wait are done before their account signs out, and never in the name of another', async () => {
    const done: string[] = []
    const perform = (work: BulkWork) => {
      done.push(work.items.map(({ name }) => name).join())
      return whole(work)
    }
    const { revert: _, ...held } = mark({ perform })
    let _id = 'one'
    const session = createActor(sessionMachine)
    const nobody = session.getSnapshot()
    session.getSnapshot = () => ({
      ...nobody,
      context: { ...nobody.context, data: { _id, email: 'a@b.example' } as never },
    })
    const { unmount } = showList(thingList({ bulk: [held] }), {}, undefined, { session })
    await firstIs('Thing 01')
    fireEvent.click(box('01'))
    fireEvent.click(await barButton('Mark'))
    await firstIs('Thing 02')
    await act(finishHeldWork)
    expect(done).toEqual(['Thing 01'])
    // These things are not kept by anybody: the next answer has it again.
    await firstIs('Thing 01')
    fireEvent.click(box('02'))
    fireEvent.click(await barButton('Mark'))
    await waitFor(() => expect(names()).not.toContain('Thing 02'))
    _id = 'other'
    unmount()
    expect(done).toEqual(['Thing 01'])
  })

  test('of which the list is left before Undo could be offered are done all the same', async () => {
    const done: string[] = []
    const perform = (work: BulkWork) => {
      done.push(work.items.map(({ name }) => name).join())
      return whole(work)
    }
    const { revert: _, ...held } = mark({ perform })
    const { unmount } = showList(thingList({ bulk: [held] }))
    await firstIs('Thing 01')
    fireEvent.click(box('01'))
    const button = await barButton('Mark')
    act(() => {
      button.click()
      unmount()
    })
    await waitFor(() => expect(done).toEqual(['Thing 01']))
  })

  test('that cannot be taken back wait, with their rows out of sight, until the list is left', async () => {
    const done: string[][] = []
    const perform = (work: BulkWork) => {
      done.push(work.items.map(({ id }) => id))
      return whole(work)
    }
    const { revert: _, ...held } = mark({ perform })
    const { unmount } = showList(thingList({ bulk: [held] }))
    await firstIs('Thing 01')
    fireEvent.click(box('01'))
    fireEvent.click(await barButton('Mark'))
    await firstIs('Thing 02')
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await firstIs('Thing 01')
    expect(done).toEqual([])
    fireEvent.click(box('01'))
    fireEvent.click(await barButton('Mark'))
    await firstIs('Thing 02')
    unmount()
    expect(done).toEqual([['t1']])
  })
})
