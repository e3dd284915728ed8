// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { answer, box, firstIs, mark, menuOf, showList, type Thing, thingList, things } from './bench.tsx'

/** How many pictures stand side by side, which a page without a layout does not know. */
const COLUMNS = 4

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollTo = () => {}
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  const { getComputedStyle: plain } = globalThis
  const grid: Record<PropertyKey, string> = {
    gridTemplateColumns: Array(COLUMNS).fill('164px').join(' '),
    rowGap: '20px',
  }
  vi.stubGlobal('getComputedStyle', (element: Element, pseudo?: string) => {
    const style = plain(element, pseudo)
    if (!(element instanceof HTMLUListElement)) return style
    return new Proxy(style, {
      get: (of, name) => {
        const value = grid[name] ?? Reflect.get(of, name, of)
        return typeof value === 'function' ? value.bind(of) : value
      },
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const look = (name: string) => within(screen.getByRole('group', { name: 'Layout' })).getByRole('button', { name })
const grid = () => screen.findByRole('list', { name: 'Things' })
const pictured = (change: Partial<ReturnType<typeof thingList>> = {}) => thingList({ hasGrid: true, ...change })

async function showGrid(list = pictured(), kept = createCache()) {
  const view = showList(list, {}, undefined, { kept })
  await firstIs('Thing 01')
  fireEvent.click(look('Grid'))
  await grid()
  return { ...view, kept }
}

/** The link of Thing `n`. */
const link = (n: string) => screen.getByRole('link', { name: `Thing ${n}` })

test('the rows are a table or pictures, which is kept; only a list with pictures has the choice', async () => {
  const { kept, unmount } = await showGrid()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  expect(look('Grid').getAttribute('aria-pressed')).toBe('true')
  unmount()
  showList(pictured(), {}, undefined, { kept })
  await grid()
  fireEvent.click(look('Table'))
  expect(await screen.findByRole('table')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Columns' })).toBeDefined()
  cleanup()
  showList(thingList(), {}, undefined, { kept })
  await firstIs('Thing 01')
  expect(screen.queryByRole('group', { name: 'Layout' })).toBeNull()
})

test('arrows lead to the picture beside, above and below; the Tab key to what belongs to one', async () => {
  await showGrid(pictured({ bulk: [mark()] }))
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

test('pictures are selected, sorted, previewed and have their menu as rows have', async () => {
  const seen: string[] = []
  const questions = { look: ({ row }: { row: Thing | null }) => <aside aria-label="Look">{row?.name}</aside> }
  const actions = menuOf({ id: 'see', title: 'See', run: ({ name }) => void seen.push(name) })
  await showGrid(pictured({ bulk: [mark()], preview: 'look', questions, actions }))
  fireEvent.click(box('02'))
  fireEvent.click(box('04'), { shiftKey: true })
  expect((await screen.findByRole('toolbar', { name: 'Selection' })).textContent).toContain('3 selected')
  link('03').focus()
  fireEvent.keyDown(link('03'), { key: ' ' })
  await waitFor(() => expect(screen.getByRole('complementary', { name: 'Look' }).textContent).toBe('Thing 03'))
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 03' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'See' }))
  expect(seen).toEqual(['Thing 03'])
  fireEvent.click(screen.getByRole('button', { name: /^Sort/ }))
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Name' }))
  await firstIs('Thing 25')
})

test('of very many pictures only the lines near the view are drawn, the last line whole', async () => {
  const many = Array.from({ length: 102 }, (_, at): Thing => ({ ...things[0]!, id: `m${at}`, name: `Thing ${at}` }))
  const { pagination } = answer({ page: 1, limit: 200, order: {}, filter: {} })
  const loadPage = async () => ({ data: many, pagination: { ...pagination, totalDocs: many.length } })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(240)
  showList(pictured({ loadPage, limit: 200 }), {}, undefined, { kept: createCache() })
  const drawn = () => screen.queryAllByText(/^Thing \d+$/, { selector: 'a' }).map((it) => it.textContent)
  await waitFor(() => expect(drawn()[0]).toBe('Thing 0'))
  fireEvent.click(screen.getByLabelText('Grid'))
  await waitFor(() => expect(document.querySelector('ul[aria-label="Things"]')).not.toBeNull())
  await waitFor(() => expect(drawn().length).toBeLessThan(80))
  expect(drawn().length % COLUMNS).toBe(0)
  const first = screen.getByText('Thing 0', { selector: 'a' })
  first.focus()
  fireEvent.keyDown(first, { key: 'End' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Thing 101'))
  expect(drawn().slice(-2)).toEqual(['Thing 100', 'Thing 101'])
  vi.restoreAllMocks()
})
