// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { firstIs, setUpLists, showList, type Thing, thingList } from './bench.tsx'

setUpLists()
afterEach(() => vi.restoreAllMocks())

const opened: string[] = []
const previewed = (change: Parameters<typeof thingList>[0] = {}) =>
  thingList({
    preview: 'look',
    open: ({ name }: Thing) => opened.push(name),
    questions: {
      look: ({ row, onClose }) => (
        <aside aria-label={`Preview of ${row?.name}`}>
          <button type="button" onClick={onClose}>
            Close preview
          </button>
        </aside>
      ),
    },
    ...change,
  })

const shown = () => screen.queryByRole('complementary')?.getAttribute('aria-label') ?? null
const link = (name: string) => screen.getByRole('link', { name })

test('Space on a row shows it beside the list and the row that has the focus takes its place; Space again closes it', async () => {
  showList(previewed())
  await firstIs('Thing 01')
  act(() => link('Thing 02').focus())
  expect(fireEvent.keyDown(link('Thing 02'), { key: ' ' })).toBe(false)
  expect(shown()).toBe('Preview of Thing 02')
  fireEvent.keyDown(link('Thing 02'), { key: 'ArrowDown' })
  await waitFor(() => expect(shown()).toBe('Preview of Thing 03'))
  expect(document.activeElement).toBe(link('Thing 03'))
  fireEvent.keyDown(link('Thing 03'), { key: ' ' })
  expect(shown()).toBeNull()
  act(() => link('Thing 04').focus())
  expect(shown()).toBeNull()
})

test('Space within a word that is typed is a letter of it where a name goes on so, and shows the row where none does', async () => {
  showList(previewed())
  await firstIs('Thing 01')
  act(() => link('Thing 01').focus())
  // All within the second in which letters make a word.
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(100)
  for (const key of ['t', 'h', 'i', 'n', 'g', ' ', '0', '4']) fireEvent.keyDown(document.activeElement!, { key })
  expect([document.activeElement, shown()]).toEqual([link('Thing 04'), null])
  fireEvent.keyDown(document.activeElement!, { key: ' ' })
  expect(shown()).toBe('Preview of Thing 04')
})

test('a press on what in a row previews shows the row and does not open it', async () => {
  const { columns } = thingList()
  showList(
    previewed({
      columns: columns.map((column) =>
        column.field === 'size' ? { ...column, cell: () => <span data-previews="">picture</span> } : column,
      ) as typeof columns,
    }),
  )
  await firstIs('Thing 01')
  opened.length = 0
  fireEvent.click(screen.getAllByText('picture')[4]!)
  expect([shown(), opened]).toEqual(['Preview of Thing 05', []])
  fireEvent.click(screen.getByRole('button', { name: 'Close preview' }))
  expect(shown()).toBeNull()
  fireEvent.click(screen.getAllByText('picture')[4]!.closest('tr')!)
  expect([shown(), opened]).toEqual([null, ['Thing 05']])
})

test('a preview goes with its row', async () => {
  showList(previewed())
  await firstIs('Thing 01')
  fireEvent.keyDown(link('Thing 02'), { key: ' ' })
  expect(shown()).toBe('Preview of Thing 02')
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  await firstIs('Thing 11')
  expect(shown()).toBeNull()
})

test('where a list has no preview, Space on a row is the page’s own', async () => {
  showList(thingList())
  await firstIs('Thing 01')
  expect(fireEvent.keyDown(link('Thing 02'), { key: ' ' })).toBe(true)
})
