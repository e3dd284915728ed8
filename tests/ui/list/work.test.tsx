// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { refusal } from '../../../src/api/contract/errors.ts'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { BulkOutcome } from '../../../src/machines/bulk.machine.ts'
import type { Listen } from '../../../src/ui/context.ts'
import type { BulkAction, BulkWork } from '../../../src/ui/list/bulk.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import { press } from '../kit/support.ts'
import { answer, showList, type Thing, thingList, things } from './bench.tsx'

vi.setConfig({ testTimeout: 40_000 })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollTo = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const names = () => screen.queryAllByRole('link').map((link) => link.textContent)
const firstIs = (name: string) => waitFor(() => expect(names()[0]).toBe(name))
const box = (n: string) => screen.getByRole('checkbox', { name: `Select Thing ${n}` })
const barButton = async (name: string) => within(await screen.findByRole('toolbar')).getByRole('button', { name })

const whole = async ({ items }: BulkWork): Promise<BulkOutcome> => ({ changed: items, failures: [] })
const mark = (change: Partial<BulkAction<Thing>> = {}): BulkAction<Thing> => ({
  id: 'mark',
  title: 'Mark',
  icon: null,
  perform: whole,
  revert: whole,
  done: '{n} marked',
  failed: '{n} not marked',
  ...change,
})

describe('deeds on several rows', () => {
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
    expect(screen.queryByRole('toolbar')).toBe(null)
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
})

test('on a phone a row’s menu begins a selection, presses go on with it, and deeds end it', async () => {
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
  const clear = await barButton('Clear the selection')
  clear.focus()
  fireEvent.click(clear)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Things' })))
})

test('a list without deeds has no boxes', async () => {
  showList(thingList())
  await firstIs('Thing 01')
  expect(screen.queryByRole('checkbox')).toBe(null)
})

test('rows of a moment ago stand at once while they are asked for again', async () => {
  const kept = createCache()
  const first = showList(thingList(), {}, undefined, { kept })
  await firstIs('Thing 01')
  first.unmount()
  showList(thingList({ loadPage: () => new Promise(() => {}) }), {}, undefined, { kept })
  expect(names()[0]).toBe('Thing 01')
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  kept.clear()
})

test('the page after the one looked at stands at once when it is wanted', async () => {
  const asked: number[] = []
  let isSlow = false
  const loadPage = async (query: ListQuery) => {
    asked.push(query.page)
    return isSlow ? new Promise<never>(() => {}) : answer(query)
  }
  const kept = createCache()
  showList(thingList({ loadPage }), {}, undefined, { kept })
  await firstIs('Thing 01')
  await waitFor(() => expect(asked).toEqual([1, 2]))
  isSlow = true
  await act(async () => {})
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(names()[0]).toBe('Thing 11')
  expect(screen.getByText('11–20 of 25')).toBeTruthy()
  await waitFor(() => expect(asked).toEqual([1, 2, 2]))
  kept.clear()
})

test('the page after is asked for too where the list is told otherwise once its rows are there', async () => {
  const asked: number[] = []
  const told = () =>
    thingList({
      loadPage: async (query: ListQuery) => {
        asked.push(query.page)
        return answer(query)
      },
    })
  const kept = createCache()
  const { rerenderList } = showList(told(), {}, undefined, { kept })
  await firstIs('Thing 01')
  rerenderList(told())
  await waitFor(() => expect(asked).toEqual([1, 2]))
  kept.clear()
})

test('a row is drawn once, and again only when it changed', async () => {
  const drawn: string[] = []
  const sinceThen = () => drawn.splice(0)
  const [first, ...others] = thingList().columns
  const asked: number[] = []
  const kept = createCache()
  const list = thingList({
    bulk: [mark()],
    columns: [
      {
        ...first!,
        cell: (name: unknown, { id }: Thing) => {
          drawn.push(id)
          return <a href={`#${id}`}>{String(name)}</a>
        },
      },
      ...others,
    ] as Column<Thing>[],
    // As new as what comes over the wire.
    loadPage: async (query) => {
      asked.push(query.page)
      return structuredClone(answer(query))
    },
  })
  const idsFrom = (start: number) => Array.from({ length: 10 }, (_, at) => `t${start + at}`)
  showList(list, {}, undefined, { kept })
  await firstIs('Thing 01')
  await waitFor(() => expect(asked).toEqual([1, 2]))
  await act(async () => {})
  expect(sinceThen()).toEqual(idsFrom(1))
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(asked).toEqual([1, 2, 2]))
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false'))
  expect(sinceThen()).toEqual(idsFrom(11))
  fireEvent.click(box('12'))
  expect(sinceThen()).toEqual(['t12'])
  kept.clear()
})

test('others’ changes are counted and shown when asked for; one’s own are none', async () => {
  let tell: (news: AssetEvent | 'gap') => void = () => {}
  const listen: Listen = (listener) => {
    tell = listener
    return () => {}
  }
  const dated = (at: string) => ({ ...things[0]!, updatedAt: at })
  let loads = 0
  const loadPage = async () => {
    loads += 1
    return { ...answer({ page: 1, limit: 10, order: {}, filter: {} }), data: [dated('2026-11-01T08:00:05.000Z')] }
  }
  showList(thingList({ isLive: true, loadPage }), {}, undefined, { listen })
  await firstIs('Thing 01')
  const event = (id: string, second: number) =>
    ({ key: 'asset.v1.updated', id, at: `2026-11-01T08:00:0${second}.000Z` }) as const
  act(() => {
    tell(event('t1', 5))
    tell(event('t1', 7))
    tell(event('other', 8))
  })
  fireEvent.click(await screen.findByRole('button', { name: '2 changed · Show' }))
  await waitFor(() => expect(loads).toBe(2))
  expect(screen.queryByRole('button', { name: /changed/ })).toBe(null)
  act(() => tell('gap'))
  expect(await screen.findByRole('button', { name: '1 changed · Show' })).toBeTruthy()
})

test('of very many rows only those near the view are drawn, and each says which it is', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const many = Array.from(
    { length: 1000 },
    (_, at): Thing => ({ id: `m${at}`, name: at === 700 ? 'Zephyr' : `Many ${at}`, size: at }),
  )
  const pagination = { page: 1, limit: 1000, totalPages: 1, totalDocs: 1000, hasNextPage: false }
  showList(thingList({ limit: 1000, loadPage: async () => ({ data: many, pagination }) }))
  await firstIs('Many 0')
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-rowcount')).toBe('1001')
  await waitFor(() => expect(names().length).toBeLessThan(80))
  expect(screen.getAllByRole('row')[1]!.getAttribute('aria-rowindex')).toBe('2')
  screen.getByRole('link', { name: 'Many 0' }).focus()
  fireEvent.keyDown(document.activeElement!, { key: 'End' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Many 999'))
  expect(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')).toBe('1001')
  fireEvent.keyDown(document.activeElement!, { key: 'z' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Zephyr'))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Many 701'))
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
    expect((await screen.findByRole('alert')).textContent).toBe('That couldn’t be copied')
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
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
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
  await waitFor(() => expect(kept.get('list/Things/layout')).toMatchObject({ widths: { size: 260 } }))
})
