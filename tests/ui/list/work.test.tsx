// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { createCache } from '../../../src/api/cache.ts'
import { refusal } from '../../../src/api/contract/errors.ts'
import type { AssetEvent, Listen } from '../../../src/api/contract/events.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { Move } from '../../../src/machines/rules/reorder.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { finishHeldWork } from '../../../src/ui/held-work.ts'
import type { BulkWork } from '../../../src/ui/list/bulk.ts'
import { handOver } from '../../../src/ui/list/hand-over.ts'
import { press } from '../kit/support.ts'
import { answer, box, firstIs, mark, menuOf, names, showList, type Thing, thingList, things, whole } from './bench.tsx'

vi.setConfig({ testTimeout: 40_000 })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollTo = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const barButton = async (name: string) => within(await screen.findByRole('toolbar')).getByRole('button', { name })

/** The rows whose box is ticked. */
const selectedNames = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select Thing/ })
    .filter((tick) => (tick as HTMLInputElement).checked)
    .map((tick) => tick.getAttribute('aria-label')?.replace('Select ', ''))
const range = () => screen.getByText(/^\d+(–\d+)? of \d+$/).textContent
/** The number beside the title. */
const headTotal = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent

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
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
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

  test('show the first rows they are for', async () => {
    const phone = ({ name, size }: Thing) => ({ name, line: '', ...(size !== 2 && { picture: <b>{name}</b> }) })
    showList(thingList({ bulk: [mark()], phone }))
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    const bar = await screen.findByRole('toolbar')
    expect([...bar.querySelectorAll('b')].map((picture) => picture.textContent)).toEqual(['Thing 01', 'Thing 03'])
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

test('on a phone a row’s menu begins a selection, presses go on with it, and actions end it', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const done: string[] = []
  const opened: string[] = []
  const perform = async (work: BulkWork) => {
    done.push(...work.items.map(({ id }) => id))
    return whole(work)
  }
  showList(thingList({ bulk: [mark({ perform })], open: ({ id }) => opened.push(id) }))
  await firstIs('Thing 01')
  expect(screen.queryByRole('checkbox')).toBe(null)
  press(screen.getByRole('button', { name: 'Actions for Thing 02' }), 'Enter')
  press(await screen.findByRole('menuitem', { name: 'Select' }), 'Enter')
  expect((await screen.findByRole('toolbar')).textContent).toContain('1 selected')
  expect([...document.querySelectorAll('[aria-live]')].map((it) => it.textContent)).toContain('1 selected')
  const pressed = (how: MouseEventInit) => !fireEvent.click(screen.getByRole('link', { name: 'Thing 04' }), how)
  expect([pressed({ detail: 0 }), pressed({ detail: 1, ctrlKey: true })]).toEqual([false, false])
  expect(pressed({ detail: 1 })).toBe(true)
  fireEvent.click(screen.getByText('Size 5'), { detail: 1 })
  fireEvent.click(box('04'))
  fireEvent.click(await barButton('Mark'))
  await waitFor(() => expect(done).toEqual(['t2', 't5']))
  expect(screen.getByRole('toolbar').textContent).toContain('2 selected')
  fireEvent.click(await barButton('Clear selection'))
  expect(screen.queryByRole('checkbox')).toBe(null)
  expect(opened).toEqual([])
  fireEvent.click(screen.getByText('Size 5'), { detail: 1 })
  expect(opened).toEqual(['t5'])
})

test('the focus stays in the list when a selection ends, and arrows lead past its boxes', async () => {
  showList(thingList({ bulk: [mark()] }))
  await firstIs('Thing 01')
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name })
  screen.getByText('Thing 02').focus()
  key('ArrowLeft')
  expect(document.activeElement).toBe(box('02'))
  key('ArrowRight')
  expect(document.activeElement?.textContent).toBe('Thing 02')
  fireEvent.click(box('02'))
  const clear = await barButton('Clear selection')
  clear.focus()
  fireEvent.click(clear)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Things' })))
})

test('a list without actions has no boxes', async () => {
  showList(thingList())
  await firstIs('Thing 01')
  expect(screen.queryByRole('checkbox')).toBe(null)
})

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

test('the edge of a head makes its column wider, which is kept', async () => {
  const kept = createCache()
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  showList(thingList(), {}, undefined, { kept })
  await firstIs('Thing 01')
  const head = screen.getByRole('columnheader', { name: 'Size' })
  const edge = head.querySelector<HTMLElement>('[data-edge]')!
  edge.setPointerCapture = () => {}
  // A pointer's event, which jsdom makes without a place.
  const point = (type: string, clientX: number) =>
    fireEvent(edge, Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerId: 1 }))
  point('pointerdown', 500)
  point('pointermove', 560)
  // jsdom knows no logical sizes: only what is kept can be seen.
  point('pointerup', 560)
  await waitFor(() => expect(kept.get('list/things/layout')).toMatchObject({ widths: { size: 260 } }))
})
