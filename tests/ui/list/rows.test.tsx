// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AnyActorRef } from 'xstate'
import type { AssetEvent, ListenToEvents } from '../../../src/api/contract/events.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import {
  checkboxOf,
  expectFirstRow,
  listPageFor,
  markAction,
  rowNames,
  setUpLists,
  showList,
  type Thing,
  thingList,
  things,
} from './list-fixture.tsx'

setUpLists()

test('shows cached rows immediately and revalidates them', async () => {
  const cache = createQueryCache()
  const first = showList(thingList(), {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  first.unmount()
  showList(thingList({ loadPage: () => new Promise(() => {}) }), {}, undefined, { cache })
  expect(rowNames()[0]).toBe('Thing 01')
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  cache.clear()
})

test('does not report preselected filters as a change when a list mounts', async () => {
  const eventTypes: string[] = []
  const inspect = ({ system }: AnyActorRef) => {
    system.inspect((event) => {
      if (event.type === '@xstate.event') eventTypes.push(event.event.type)
    })
  }
  showList(thingList(), {}, undefined, { registerActor: inspect })
  await expectFirstRow('Thing 01')
  expect(eventTypes).toContain('rows.shown')
  expect(eventTypes).not.toContain('preselection.changed')
})

test('shows the prefetched next page immediately when its page button is pressed', async () => {
  const pages: number[] = []
  let isSlow = false
  const loadPage = async (query: ListQuery) => {
    pages.push(query.page)
    return isSlow ? new Promise<never>(() => {}) : listPageFor(query)
  }
  const cache = createQueryCache()
  showList(thingList({ loadPage }), {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  await waitFor(() => expect(pages).toEqual([1, 2]))
  isSlow = true
  await act(async () => {})
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(rowNames()[0]).toBe('Thing 11')
  expect(screen.getByText('11–20 of 25')).toBeTruthy()
  await waitFor(() => expect(pages).toEqual([1, 2, 2]))
  cache.clear()
})

test('prefetches the next page even after a render with a new list definition', async () => {
  const pages: number[] = []
  const list = () =>
    thingList({
      loadPage: async (query: ListQuery) => {
        pages.push(query.page)
        return listPageFor(query)
      },
    })
  const cache = createQueryCache()
  const { rerenderList } = showList(list(), {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  rerenderList(list())
  await waitFor(() => expect(pages).toEqual([1, 2]))
  cache.clear()
})

test('prefetches neither the next page nor another sort order while data saving is on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const queries: [page: number, order: unknown][] = []
  const loadPage = async (query: ListQuery) => {
    queries.push([query.page, query.order])
    return listPageFor(query)
  }
  const hoverSortButton = async () => {
    fireEvent.pointerMove(screen.getByRole('button', { name: /^Name/ }), { pointerType: 'mouse' })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
  }
  for (const [saveData, expectedPages] of [
    [true, [1]],
    [false, [1, 2, 1]],
  ] as const) {
    vi.stubGlobal('navigator', { ...navigator, onLine: true, languages: ['en'], connection: { saveData } })
    queries.length = 0
    const cache = createQueryCache()
    const view = showList(thingList({ loadPage }), {}, undefined, { cache })
    await expectFirstRow('Thing 01')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await hoverSortButton()
    expect(queries.map(([page]) => page)).toEqual(expectedPages)
    view.unmount()
    cache.clear()
  }
  expect(queries[2]?.[1]).not.toEqual(queries[0]?.[1])
  vi.useRealTimers()
})

test('renders each row once, prefetched rows before their page opens, and again only if a row changes', async () => {
  const renderedIds: string[] = []
  const takeRendered = () => renderedIds.splice(0)
  const [first, ...others] = thingList().columns
  const pages: number[] = []
  const cache = createQueryCache()
  const list = thingList({
    bulk: [markAction()],
    columns: [
      {
        ...first!,
        cell: (name: unknown, { id }: Thing) => {
          renderedIds.push(id)
          return <a href={`#${id}`}>{String(name)}</a>
        },
      },
      ...others,
    ] as Column<Thing>[],
    // Returns new objects, as a real response does.
    loadPage: async (query) => {
      pages.push(query.page)
      return structuredClone(listPageFor(query))
    },
  })
  const idsFrom = (start: number) => Array.from({ length: 10 }, (_, at) => `t${start + at}`)
  showList(list, {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  await waitFor(() => expect(pages).toEqual([1, 2]))
  await waitFor(() => expect(renderedIds).toEqual([...idsFrom(1), ...idsFrom(11)]))
  // The rows rendered in advance are not in the document.
  expect([rowNames().length, document.querySelectorAll('tbody').length]).toEqual([10, 1])
  takeRendered()
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(rowNames()).toEqual(idsFrom(11).map((id) => `Thing ${id.slice(1)}`))
  await waitFor(() => expect(pages).toEqual([1, 2, 2, 3]))
  await waitFor(() => expect(renderedIds).toEqual(['t21', 't22', 't23', 't24', 't25']))
  takeRendered()
  fireEvent.click(checkboxOf('12'))
  expect(takeRendered()).toEqual(['t12'])
  // The shortcut keys work in the rows, and each row is one Tab stop.
  const links = screen.getAllByRole('link')
  links[0]!.focus()
  fireEvent.keyDown(links[0]!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(links[1])
  expect(checkboxOf('12').tabIndex).toBe(-1)
  cache.clear()
})

test('counts changes newer than the shown rows, reloads on Show, and counts a gap in the event stream', async () => {
  let emit: (event: AssetEvent | 'gap') => void = () => {}
  const listen: ListenToEvents = (listener) => {
    emit = listener
    return () => {}
  }
  const createDatedRow = (at: string) => ({ ...things[0]!, updatedAt: at })
  let loads = 0
  const loadPage = async () => {
    loads += 1
    return {
      ...listPageFor({ page: 1, limit: 10, order: {}, filter: {} }),
      data: [createDatedRow('2026-11-01T08:00:05.000Z')],
    }
  }
  showList(thingList({ isLive: true, loadPage }), {}, undefined, { listenToEvents: listen })
  await expectFirstRow('Thing 01')
  const event = (id: string, second: number) =>
    ({ key: 'asset.v1.updated', id, at: `2026-11-01T08:00:0${second}.000Z` }) as const
  act(() => {
    emit(event('t1', 5))
    emit(event('t1', 7))
    emit(event('other', 8))
  })
  fireEvent.click(await screen.findByRole('button', { name: '2 changed · Show' }))
  await waitFor(() => expect(loads).toBe(2))
  expect(screen.queryByRole('button', { name: /changed/ })).toBe(null)
  act(() => emit('gap'))
  expect(await screen.findByRole('button', { name: '1 changed · Show' })).toBeTruthy()
})

test('renders only rows near the viewport, each with its index', async () => {
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
  await expectFirstRow('Many 0')
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-rowcount')).toBe('1001')
  await waitFor(() => expect(rowNames().length).toBeLessThan(80))
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

test('renders the visible rows of a new sort order first, and rows below the viewport after the paint', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  const many = Array.from({ length: 100 }, (_, at): Thing => ({ id: `m${at}`, name: `Many ${at}`, size: at }))
  const pagination = { page: 1, limit: 100, totalPages: 1, totalDocs: 100, hasNextPage: false }
  const loadPage = async ({ order }: ListQuery) => ({ data: order['name'] ? many.toReversed() : many, pagination })
  showList(thingList({ limit: 100, loadPage }))
  await expectFirstRow('Many 0')
  const runFrames = () =>
    act(async () => {
      for (const run of frames.splice(0)) run()
    })
  await runFrames()
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  const before = rowNames().length
  fireEvent.click(screen.getByRole('columnheader', { name: 'Name' }).querySelector('button')!)
  await expectFirstRow('Many 99')
  expect(rowNames().length).toBeLessThan(before)
  await runFrames()
  await waitFor(() => expect(rowNames().length).toBe(before))
})

test('reloads stale rows in place without a loading state', async () => {
  let size = 1
  let [isSlow, hasReloaded] = [false, false]
  const rowSizes: number[] = []
  showList(
    thingList({
      loadPage: async (query) => {
        if (isSlow) {
          hasReloaded = true
          return new Promise<never>(() => {})
        }
        const page = listPageFor(query)
        return { ...page, data: page.data.map((thing, at) => (at === 0 ? { ...thing, size } : thing)) }
      },
      staleAfterMs: (rows) => {
        rowSizes.push(rows[0]!.size)
        return 10
      },
    }),
  )
  await expectFirstRow('Thing 01')
  const row = screen.getByRole('row', { name: /Thing 01/ })
  size = 99
  await waitFor(() => expect(row.textContent).toContain('99'))
  expect(row.isConnected).toBe(true)
  expect(rowSizes.at(-1)).toBe(99)
  isSlow = true
  await waitFor(() => expect(hasReloaded).toBe(true))
  expect(screen.getByRole('table').getAttribute('aria-busy')).not.toBe('true')
})
