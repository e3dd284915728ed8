// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AnyActorRef } from 'xstate'
import { createCache } from '../../../src/api/cache.ts'
import type { AssetEvent, Listen } from '../../../src/api/contract/events.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import { answer, box, firstIs, mark, names, setUpLists, showList, type Thing, thingList, things } from './bench.tsx'

setUpLists()

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

test('a list that begins is told of nothing that it was begun with', async () => {
  const told: string[] = []
  const watch = ({ system }: AnyActorRef) => {
    system.inspect((event) => {
      if (event.type === '@xstate.event') told.push(event.event.type)
    })
  }
  showList(thingList(), {}, undefined, { watch })
  await firstIs('Thing 01')
  expect(told).toContain('rows.shown')
  expect(told).not.toContain('preselection.changed')
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

test('where data is to be saved nothing is asked for that nobody wanted: no page behind, no order that a pointer rests on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked: [page: number, order: unknown][] = []
  const loadPage = async (query: ListQuery) => {
    asked.push([query.page, query.order])
    return answer(query)
  }
  const rest = async () => {
    fireEvent.pointerMove(screen.getByRole('button', { name: /^Name/ }), { pointerType: 'mouse' })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
  }
  for (const [saveData, wanted] of [
    [true, [1]],
    [false, [1, 2, 1]],
  ] as const) {
    vi.stubGlobal('navigator', { ...navigator, onLine: true, languages: ['en'], connection: { saveData } })
    asked.length = 0
    const kept = createCache()
    const shown = showList(thingList({ loadPage }), {}, undefined, { kept })
    await firstIs('Thing 01')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await rest()
    expect(asked.map(([page]) => page)).toEqual(wanted)
    shown.unmount()
    kept.clear()
  }
  expect(asked[2]?.[1]).not.toEqual(asked[0]?.[1])
  vi.useRealTimers()
})

test('a row is drawn once, those of the page behind before it is wanted, and again only when it changed', async () => {
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
  await waitFor(() => expect(drawn).toEqual([...idsFrom(1), ...idsFrom(11)]))
  // They are not on the page.
  expect([names().length, document.querySelectorAll('tbody').length]).toEqual([10, 1])
  sinceThen()
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(names()).toEqual(idsFrom(11).map((id) => `Thing ${id.slice(1)}`))
  await waitFor(() => expect(asked).toEqual([1, 2, 2, 3]))
  await waitFor(() => expect(drawn).toEqual(['t21', 't22', 't23', 't24', 't25']))
  sinceThen()
  fireEvent.click(box('12'))
  expect(sinceThen()).toEqual(['t12'])
  // Its keys and its one stop of the Tab key are as any page's.
  const links = screen.getAllByRole('link')
  links[0]!.focus()
  fireEvent.keyDown(links[0]!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(links[1])
  expect(box('12').tabIndex).toBe(-1)
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

test('of many rows that are new to the view those in sight are drawn first, the others once these are on the screen', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  const many = Array.from({ length: 100 }, (_, at): Thing => ({ id: `m${at}`, name: `Many ${at}`, size: at }))
  const pagination = { page: 1, limit: 100, totalPages: 1, totalDocs: 100, hasNextPage: false }
  const loadPage = async ({ order }: ListQuery) => ({ data: order['name'] ? many.toReversed() : many, pagination })
  showList(thingList({ limit: 100, loadPage }))
  await firstIs('Many 0')
  const next = () =>
    act(async () => {
      for (const draw of frames.splice(0)) draw()
    })
  await next()
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  const before = names().length
  fireEvent.click(screen.getByRole('columnheader', { name: 'Name' }).querySelector('button')!)
  await firstIs('Many 99')
  expect(names().length).toBeLessThan(before)
  await next()
  await waitFor(() => expect(names().length).toBe(before))
})

test('rows that change by themselves are renewed where they stand, and nothing says that they load', async () => {
  let size = 1
  let [isSlow, asked] = [false, false]
  const aged: number[] = []
  showList(
    thingList({
      loadPage: async (query) => {
        if (isSlow) {
          asked = true
          return new Promise<never>(() => {})
        }
        const page = answer(query)
        return { ...page, data: page.data.map((thing, at) => (at === 0 ? { ...thing, size } : thing)) }
      },
      staleAfter: (rows) => {
        aged.push(rows[0]!.size)
        return 10
      },
    }),
  )
  await firstIs('Thing 01')
  const row = screen.getByRole('row', { name: /Thing 01/ })
  size = 99
  await waitFor(() => expect(row.textContent).toContain('99'))
  expect(row.isConnected).toBe(true)
  expect(aged.at(-1)).toBe(99)
  isSlow = true
  await waitFor(() => expect(asked).toBe(true))
  expect(screen.getByRole('table').getAttribute('aria-busy')).not.toBe('true')
})
