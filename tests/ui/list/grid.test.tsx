// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { literalText } from '../../support/literal-text.ts'
import {
  checkboxOf,
  expectFirstRow,
  listPageFor,
  markAction,
  menuOf,
  showList,
  type Thing,
  thingList,
  things,
} from './list-fixture.tsx'

/** Number of columns, stubbed because jsdom has no layout. */
const COLUMNS = 4

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  const { getComputedStyle: original } = globalThis
  const grid: Record<PropertyKey, string> = {
    gridTemplateColumns: Array(COLUMNS).fill('164px').join(' '),
    rowGap: '20px',
  }
  vi.stubGlobal('getComputedStyle', (element: Element, pseudo?: string) => {
    const style = original(element, pseudo)
    if (!(element instanceof HTMLUListElement)) return style
    return new Proxy(style, {
      get: (target, name) => {
        const value = grid[name] ?? Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  })
})

const layoutButton = (name: string) =>
  within(screen.getByRole('group', { name: 'Layout' })).getByRole('button', { name })
const grid = () => screen.findByRole('list', { name: 'Things' })
const gridList = (change: Partial<ReturnType<typeof thingList>> = {}) => thingList({ hasGrid: true, ...change })

async function showGrid(list = gridList(), cache = createQueryCache()) {
  const view = showList(list, {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  fireEvent.click(layoutButton('Grid'))
  await grid()
  return { ...view, cache }
}

const link = (n: string) => screen.getByRole('link', { name: `Thing ${n}` })

test('offers a switch between table and grid only in lists with pictures, and stores the choice', async () => {
  const { cache, unmount } = await showGrid()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  expect(layoutButton('Grid').getAttribute('aria-pressed')).toBe('true')
  unmount()
  showList(gridList(), {}, undefined, { cache })
  await grid()
  fireEvent.click(layoutButton('Table'))
  expect(await screen.findByRole('table')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Columns' })).toBeDefined()
  cleanup()
  showList(thingList(), {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  expect(screen.queryByRole('group', { name: 'Layout' })).toBeNull()
})

test('moves the focus between cards by arrow keys, and between the controls of a card by Tab', async () => {
  await showGrid(gridList({ bulk: [markAction()] }))
  const steps: [key: string, to: string][] = [
    ['ArrowRight', '02'],
    ['ArrowDown', '06'],
    ['ArrowDown', '10'],
    ['ArrowDown', '10'],
    ['ArrowLeft', '09'],
    ['ArrowUp', '05'],
    ['End', '10'],
    ['Home', '01'],
    ['ArrowUp', '01'],
    ['t', '02'],
  ]
  link('01').focus()
  for (const [key, to] of steps) {
    fireEvent.keyDown(document.activeElement!, { key })
    await waitFor(() => expect(document.activeElement).toBe(link(to)))
  }
  const item = link('02').closest('li')!
  expect([...item.querySelectorAll<HTMLElement>('a, button, input')].map(({ tabIndex }) => tabIndex)).toEqual([0, 0, 0])
  const other = link('03').closest('li')!
  expect([...other.querySelectorAll<HTMLElement>('a, button, input')].map(({ tabIndex }) => tabIndex)).toEqual([
    -1, 0, -1,
  ])
})

test('selects, sorts and previews cards and opens their menus, like table rows', async () => {
  const opened: string[] = []
  const dialogs = { preview: ({ row }: { row: Thing | null }) => <aside aria-label="Preview">{row?.name}</aside> }
  const actions = menuOf({ id: 'see', title: literalText('See'), run: ({ name }) => void opened.push(name) })
  await showGrid(gridList({ bulk: [markAction()], preview: 'preview', dialogs, actions }))
  fireEvent.click(checkboxOf('02'))
  fireEvent.click(checkboxOf('04'), { shiftKey: true })
  expect((await screen.findByRole('toolbar', { name: 'Selection' })).textContent).toContain('3 selected')
  link('03').focus()
  fireEvent.keyDown(link('03'), { key: ' ' })
  await waitFor(() => expect(screen.getByRole('complementary', { name: 'Preview' }).textContent).toBe('Thing 03'))
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 03' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'See' }))
  expect(opened).toEqual(['Thing 03'])
  fireEvent.click(screen.getByRole('button', { name: /^Sort/ }))
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Name' }))
  await expectFirstRow('Thing 25')
})

test('renders only grid lines near the viewport, each with all its cards', async () => {
  const many = Array.from({ length: 102 }, (_, at): Thing => ({ ...things[0]!, id: `m${at}`, name: `Thing ${at}` }))
  const { pagination } = listPageFor({ page: 1, limit: 200, order: {}, filter: {} })
  const loadPage = async () => ({ data: many, pagination: { ...pagination, totalDocs: many.length } })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(240)
  showList(gridList({ loadPage, limit: 200 }), {}, undefined, { cache: createQueryCache() })
  const renderedNames = () => screen.queryAllByText(/^Thing \d+$/, { selector: 'a' }).map((it) => it.textContent)
  await waitFor(() => expect(renderedNames()[0]).toBe('Thing 0'))
  fireEvent.click(screen.getByLabelText('Grid'))
  await waitFor(() => expect(document.querySelector('ul[aria-label="Things"]')).not.toBeNull())
  await waitFor(() => expect(renderedNames().length).toBeLessThan(80))
  expect(renderedNames().length % COLUMNS).toBe(0)
  const first = screen.getByText('Thing 0', { selector: 'a' })
  first.focus()
  fireEvent.keyDown(first, { key: 'End' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thing 101'))
  expect(renderedNames().slice(-2)).toEqual(['Thing 100', 'Thing 101'])
  vi.restoreAllMocks()
})
