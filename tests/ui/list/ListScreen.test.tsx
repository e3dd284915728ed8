// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { ApiError, refusal } from '../../../src/api/contract/errors.ts'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import { leftList } from '../../../src/ui/list/left-list.ts'
import '../kit/support.ts'
import { answer, firstIs, mark, menuOf, names, showList, type Thing, thingList, whole } from './bench.tsx'

vi.setConfig({ testTimeout: 30_000 })

let isPhone = false
beforeEach(() => {
  isPhone = false
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollTo = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sortButton = () => within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button')
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

describe('rows', () => {
  test('stand in a table, counted aloud, with the range and the pages below', async () => {
    showList(thingList())
    expect(screen.getByRole('table', { name: 'Things' }).getAttribute('aria-busy')).toBe('true')
    await firstIs('Thing 01')
    expect(names().length).toBe(10)
    expect(screen.getByText('1–10 of 25')).toBeTruthy()
    expect(screen.getByText('Page 1 of 3. 25 items').getAttribute('aria-live')).toBe('polite')
    expect(screen.getByRole('button', { name: 'Page 3' })).toBeTruthy()
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false')
  })

  test('are announced by as many skeletons as the limit, hidden from screen readers', () => {
    const { container } = showList(thingList({ limit: 7, loadPage: () => new Promise(() => {}) }))
    expect(container.querySelectorAll('tbody tr[aria-hidden="true"]').length).toBe(7)
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  })

  test('open by a press, but not by one on a control in them', async () => {
    const opened: string[] = []
    showList(thingList({ open: ({ id }) => opened.push(id) }))
    await firstIs('Thing 01')
    fireEvent.click(screen.getByText('Thing 02'))
    fireEvent.click(screen.getAllByRole('cell')[1]!)
    fireEvent.click(screen.getAllByRole('cell')[1]!, { metaKey: true })
    expect(opened).toEqual(['t1'])
  })

  test('lead to each other by the arrow keys, Home and End', async () => {
    showList(thingList())
    await firstIs('Thing 01')
    screen.getByText('Thing 01').focus()
    const focused = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowDown', 'Home'].map((key) => {
      fireEvent.keyDown(document.activeElement!, { key })
      return document.activeElement?.textContent
    })
    expect(focused).toEqual(['Thing 02', 'Thing 03', 'Thing 02', 'Thing 10', 'Thing 10', 'Thing 01'])
  })
})

describe('keys', () => {
  const focused = () => document.activeElement?.textContent
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name })

  test('letters lead to the next row whose name begins with them, page keys pass eight rows', async () => {
    const words = ['Birch', 'Alder', 'Ash', 'Beech', 'Ashen', 'Cedar', 'Cherry', 'Elm', 'Fir', 'Hazel']
    const data = words.map((name, index) => ({ id: `w${index}`, name, size: index }))
    const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 10, hasNextPage: false }
    showList(thingList({ loadPage: async () => ({ data, pagination }) }))
    await firstIs('Birch')
    screen.getByText('Birch').focus()
    const led = [['a'], ['a'], ['Home', 'a', 's', 'h', 'e'], ['Home', 'PageDown'], ['PageUp']].map((keys) => {
      for (const name of keys) key(name)
      return focused()
    })
    expect(led).toEqual(['Alder', 'Ash', 'Ashen', 'Fir', 'Birch'])
  })

  test('to the side lead to the controls of the row and back', async () => {
    showList(thingList({ actions: menuOf({ id: 'open', title: 'Open', run: () => undefined }) }))
    await firstIs('Thing 01')
    screen.getByText('Thing 02').focus()
    key('ArrowRight')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Thing 02')
    key('ArrowLeft')
    expect(focused()).toBe('Thing 02')
  })

  test('a stroke leads to the search', async () => {
    showList(thingList())
    await firstIs('Thing 01')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('a stroke does nothing where single keys are turned off', async () => {
    localStorage.setItem('atelier:single-keys', 'off')
    showList(thingList())
    await firstIs('Thing 01')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(document.body)
    localStorage.clear()
  })
})

describe('the address', () => {
  test('mirrors order and page, and Back restores them exactly', async () => {
    const { address } = showList(thingList())
    await firstIs('Thing 01')
    fireEvent.click(sortButton())
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
    await firstIs('Thing 25')
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await firstIs('Thing 15')
    await waitFor(() => expect(address.entries).toEqual([{}, { order: '-name' }, { order: '-name', page: 2 }]))
    act(() => address.go(-1))
    await firstIs('Thing 25')
    act(() => address.go(-1))
    await firstIs('Thing 01')
    act(() => address.go(1))
    await firstIs('Thing 25')
    expect(address.entries.length).toBe(3)
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  })

  test('takes one entry for a whole word', async () => {
    const { address } = showList(thingList(), { page: 3 })
    await firstIs('Thing 21')
    for (const text of ['T', 'Thing 1', 'Thing 12']) type(text)
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('Thing 12')
    await firstIs('Thing 12')
    expect(address.entries).toEqual([{ page: 3 }, { filter: { search: 'Thing 12' } }])
    act(() => address.go(-1))
    await firstIs('Thing 21')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  })

  test('never takes back what was typed, however far the router is behind', async () => {
    const { address } = showList(thingList())
    await firstIs('Thing 01')
    address.isSlow = true
    for (const text of ['T', 'Thing 2', 'Thing 25']) type(text)
    for (const _ of [1, 2, 3]) {
      act(() => address.deliver())
      expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('Thing 25')
    }
    await firstIs('Thing 25')
    expect(address.entries).toEqual([{}, { filter: { search: 'Thing 25' } }])
  })

  test('starts the list where it points', async () => {
    const asked: ListQuery[] = []
    const loadPage = async (query: ListQuery) => {
      asked.push(query)
      return answer(query)
    }
    showList(thingList({ loadPage }), { filter: { parity: '0' }, order: '-name', page: 2 })
    await firstIs('Thing 04')
    expect(asked).toEqual([{ page: 2, limit: 10, order: { name: 'desc' }, filter: { parity: '0' } }])
  })

  test('is left alone where the list is not kept in it', async () => {
    const { address } = showList(thingList({ inUrl: false }), { page: 2 })
    await firstIs('Thing 01')
    fireEvent.click(sortButton())
    await firstIs('Thing 25')
    expect(address.entries).toEqual([{ page: 2 }])
  })
})

describe('instead of rows', () => {
  test('nothing exists', async () => {
    const nothing = async (query: ListQuery) => answer({ ...query, filter: { search: 'none' } })
    showList(thingList({ loadPage: nothing, empty: { text: 'Add one.' } }))
    expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy()
    expect(screen.getByText('Add one.')).toBeTruthy()
    expect(screen.getByText('0 items')).toBeTruthy()
  })

  test('nothing matched, and Clear Filters brings everything back', async () => {
    const { address } = showList(thingList(), { filter: { search: 'velvet', parity: '0' } })
    expect(await screen.findByRole('heading', { name: 'No listings matched your search query' })).toBeTruthy()
    expect(screen.getByText('Filtered by “velvet” and Even.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await firstIs('Thing 01')
    await waitFor(() => expect(address.entries).toEqual([{ filter: { parity: '0', search: 'velvet' } }, {}]))
  })

  test('where nothing exists there is nothing to arrange or to export; where nothing matched there is', async () => {
    const tools = () => ['Views', 'Columns', 'Export'].filter((name) => screen.queryByRole('button', { name }))
    const nothing = async (query: ListQuery) => answer({ ...query, filter: { search: 'none' } })
    const first = showList(thingList({ loadPage: nothing, empty: { text: 'Add one.' } }))
    expect(await screen.findByRole('heading', { name: 'No items found' })).toBeTruthy()
    expect(tools()).toEqual([])
    first.unmount()
    showList(thingList({ loadPage: nothing }), { filter: { search: 'none' } })
    expect(await screen.findByText('No listings matched your search query')).toBeTruthy()
    expect(tools()).toEqual(['Views', 'Columns', 'Export'])
  })

  test('it did not load: the sentence of the error, the filters untouched, and another try', async () => {
    const tries: number[] = []
    const loadPage = async (query: ListQuery) => {
      tries.push(query.page)
      if (tries.length === 1) throw new ApiError('TIMEOUT_ERROR', 'things')
      return answer(query)
    }
    showList(thingList({ loadPage, failed: 'The things didn’t load' }), { filter: { search: '2' } })
    expect(await screen.findByRole('heading', { name: 'The things didn’t load' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain(
      'The service took too long to answer. Your filters are still set.',
    )
    expect(screen.getByText('TIMEOUT_ERROR · things')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await firstIs('Thing 02')
  })
})

test('a missing permission says who grants it and offers nothing that could not help', async () => {
  showList(thingList({ loadPage: () => Promise.reject(refusal('things', 'FORBIDDEN')) }), {})
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You don’t have permission to do thisAn admin can give it to you.',
  )
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('search')).toBe(null)
})

test('filters that the service refuses are told in words of a list, and the way out is to clear them', async () => {
  const loadPage = async (query: ListQuery) => {
    if (query.filter['search']) throw refusal('things', 'INVALID_INPUT')
    return answer(query)
  }
  showList(thingList({ loadPage }), { filter: { search: '2' } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('These filters don’t work here.')
  expect(alert.textContent).not.toContain('form')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await firstIs('Thing 01')
})

test('a list that failed tries again by itself once the browser is online', async () => {
  let isOnline = false
  const loadPage = async (query: ListQuery) => {
    if (!isOnline) throw new ApiError('FETCH_ERROR', 'things')
    return answer(query)
  }
  showList(thingList({ loadPage }))
  expect(await screen.findByRole('heading', { name: 'The list didn’t load' })).toBeTruthy()
  isOnline = true
  act(() => void window.dispatchEvent(new Event('online')))
  await firstIs('Thing 01')
})

test('another page is announced: that it loads, then which of how many it is', async () => {
  const said: string[] = []
  showList(thingList())
  await firstIs('Thing 01')
  const region = screen.getByText('Page 1 of 3. 25 items')
  const listen = new MutationObserver(() => said.push(region.textContent ?? ''))
  listen.observe(region, { childList: true, characterData: true, subtree: true })
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  await firstIs('Thing 21')
  await waitFor(() => expect(said).toEqual(['Loading', 'Page 3 of 3. 25 items']))
  expect(region.getAttribute('aria-live')).toBe('polite')
  listen.disconnect()
})

test('a list of one page is announced by its rows alone', async () => {
  showList(thingList(), { filter: { search: '07' } })
  await firstIs('Thing 07')
  expect(await screen.findByText('1 item')).toBeTruthy()
})

describe('a row’s menu', () => {
  const openMenu = async () => {
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 01' }))
  }

  test('acts, and the list refreshes with its rows in place', async () => {
    let asked = 0
    const loadPage = async (query: ListQuery) => {
      asked += 1
      return answer(query)
    }
    const onAction = vi.fn(async () => {})
    showList(thingList({ loadPage, actions: menuOf({ id: 'lock', title: 'Lock', run: onAction }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    await waitFor(() => expect(asked).toBe(2))
    expect(onAction).toHaveBeenCalledTimes(1)
    expect(names().length).toBe(10)
  })

  test('says in a sentence why an action failed', async () => {
    const onAction = () => Promise.reject(new ApiError('FETCH_ERROR', 'things'))
    showList(thingList({ actions: menuOf({ id: 'lock', title: 'Lock', run: onAction }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Atelier can’t reach the service.')
    expect(names().length).toBe(10)
  })

  test('deletes without a question, and Undo brings the row back', async () => {
    const perform = vi.fn(whole)
    const { revert: _, ...held } = mark({ id: 'delete', done: '{name} deleted', perform })
    showList(thingList({ bulk: [held], actions: menuOf({ id: 'delete', title: 'Delete', bulk: 'delete' }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await firstIs('Thing 02')
    expect(await screen.findByText('Thing 01 deleted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBe(null)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await firstIs('Thing 01')
    expect(perform).not.toHaveBeenCalled()
  })

  test('moves a row to a place, and back when that is not saved', async () => {
    const told: unknown[] = []
    const saveOrder = (move: unknown) => {
      told.push(move)
      return Promise.reject(new Error('no'))
    }
    showList(thingList({ saveOrder, actions: menuOf({ id: 'third', title: 'Third', position: 3 }) }))
    await openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Third' }))
    await firstIs('Thing 01')
    expect(told).toEqual([{ id: 't1', position: 3, query: { page: 1, limit: 10, order: {}, filter: {} } }])
  })
})

describe('on a phone', () => {
  test('rows are items, and only the filters marked for it stand beside All Filters', async () => {
    isPhone = true
    showList(thingList())
    await firstIs('Thing 01')
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getAllByRole('listitem').length).toBe(10)
    expect(screen.getByRole('searchbox')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Parity' })).toBeNull()
  })

  test('of many rows only those near the view are drawn, each telling its place', async () => {
    isPhone = true
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    const many = Array.from({ length: 400 }, (_, at) => ({ id: `m${at}`, name: `Thing ${at}`, size: at }))
    const pagination = { page: 1, limit: 400, totalPages: 1, totalDocs: 400, hasNextPage: false }
    showList(thingList({ loadPage: async () => ({ data: many, pagination }), paging: 'infinite' }))
    await firstIs('Thing 0')
    const items = screen.getAllByRole('listitem')
    expect(items.length).toBeLessThan(60)
    expect([items[1]?.getAttribute('aria-posinset'), items[1]?.getAttribute('aria-setsize')]).toEqual(['2', '400'])
    fireEvent.keyDown(screen.getByRole('link', { name: 'Thing 0' }), { key: 'End' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Thing 399'))
    fireEvent.keyDown(screen.getByRole('link', { name: 'Thing 399' }), { key: 'PageUp' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Thing 391'))
  })

  test('All Filters holds its edits until Apply, and Cancel drops them', async () => {
    isPhone = true
    const { address } = showList(thingList())
    await firstIs('Thing 01')
    const openSheet = async () => {
      fireEvent.click(screen.getByRole('button', { name: /All Filters/ }))
      return screen.findByRole('dialog', { name: 'All Filters' })
    }
    const first = await openSheet()
    fireEvent.click(within(first).getByRole('radio', { name: 'Even' }))
    fireEvent.click(within(first).getByRole('button', { name: 'Cancel' }))
    expect(address.entries).toEqual([{}])
    const second = await openSheet()
    expect(within(second).getByRole('radio', { name: 'Any' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(within(second).getByRole('radio', { name: 'Even' }))
    fireEvent.click(within(second).getByRole('button', { name: 'Apply' }))
    await firstIs('Thing 02')
    await waitFor(() => expect(address.entries).toEqual([{}, { filter: { parity: '0' } }]))
    expect(screen.getByRole('button', { name: 'All Filters 1' })).toBeTruthy()
  })
})

test('an infinite list loads its next page as its end comes into sight', async () => {
  let reach = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reach = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const { address } = showList(thingList({ paging: 'infinite' }))
  await firstIs('Thing 01')
  expect(screen.getByText('10 of 25')).toBeTruthy()
  act(() => reach())
  await waitFor(() => expect(names().length).toBe(20))
  act(() => reach())
  await waitFor(() => expect(names().length).toBe(25))
  expect(address.entries).toEqual([{}])
})

test('an infinite list whose next rows do not come keeps those it has, and asks again for those alone', async () => {
  let reach = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reach = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const asked: number[] = []
  const loadPage = async (query: ListQuery) => {
    asked.push(query.page)
    if (asked.length === 2) throw new ApiError('FETCH_ERROR', 'things')
    return answer(query)
  }
  showList(thingList({ paging: 'infinite', loadPage }))
  await firstIs('Thing 01')
  act(() => reach())
  expect((await screen.findByRole('alert')).textContent).toContain('The next rows didn’t load.')
  expect(names().length).toBe(10)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(names().length).toBe(20))
  expect(asked).toEqual([1, 2, 2])
})

test('Back to an entry of the history brings an infinite list as far as it was', async () => {
  const asked: number[] = []
  const loadPage = async (query: ListQuery) => {
    asked.push(query.page)
    return answer(query)
  }
  let reach = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        reach = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const list = thingList({ paging: 'infinite', loadPage })
  const { unmount } = showList(list, {}, 'entry 1')
  await firstIs('Thing 01')
  act(() => reach())
  await waitFor(() => expect(names().length).toBe(20))
  const scroller = screen.getByRole('region', { name: 'Things' })
  scroller.scrollTop = 640
  fireEvent.scroll(scroller)
  unmount()
  asked.length = 0
  showList(list, {}, 'entry 1')
  await waitFor(() => expect(names().length).toBe(20))
  expect(asked).toEqual([1, 2])
  expect(screen.getByRole('region', { name: 'Things' }).scrollTop).toBe(640)
})

test('a head that cannot be sorted by tells its tip on focus', async () => {
  const columns: Column<Thing>[] = [
    { field: 'name', headerName: 'Name', cell: (name) => <a href="#x">{name}</a> },
    { field: 'size', headerName: 'Size', tooltip: 'In metres.', headerAlign: 'right' },
  ]
  showList(thingList({ columns }))
  await firstIs('Thing 01')
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => screen.getByText('Size').focus())
  expect((await screen.findByRole('tooltip')).textContent).toBe('In metres.')
})

test('a column that names no field of the row does not compile', () => {
  const fine: Column<Thing> = { field: 'size', headerName: 'Size', cell: (size) => size.toFixed(1) }
  // @ts-expect-error a Thing has no colour
  const wrong: Column<Thing> = { field: 'colour', headerName: 'Colour' }
  render(<p>{[fine, wrong].map(({ headerName }) => headerName)}</p>)
  expect(screen.getByText('SizeColour')).toBeTruthy()
})

test('what it showed as it was left is kept for the page of a thing opened from it', async () => {
  const kept = createCache()
  showList(thingList(), { page: 2 }, undefined, { kept })
  await screen.findAllByText('Thing 11')
  expect(leftList(kept, 'things')).toBe(undefined)
  cleanup()
  const left = leftList(kept, 'things')
  expect([left?.query.page, left?.page.data[0]?.id, left?.page.pagination.totalDocs]).toEqual([2, 't11', 25])
})
