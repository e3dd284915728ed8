// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectFirstRow, setUpLists, showList, type Thing, thingList } from './list-fixture.tsx'

setUpLists()

const opened: string[] = []
const createPreviewList = (change: Parameters<typeof thingList>[0] = {}) =>
  thingList({
    preview: 'preview',
    open: ({ name }: Thing) => opened.push(name),
    dialogs: {
      preview: ({ row, onClose }) => (
        <aside aria-label={`Preview of ${row?.name}`}>
          <button type="button" onClick={onClose}>
            Close preview
          </button>
        </aside>
      ),
    },
    ...change,
  })

const previewLabel = () => screen.queryByRole('complementary')?.getAttribute('aria-label') ?? null
const link = (name: string) => screen.getByRole('link', { name })

test('toggles the preview on Space, and follows the focused row', async () => {
  showList(createPreviewList())
  await expectFirstRow('Thing 01')
  act(() => link('Thing 02').focus())
  expect(fireEvent.keyDown(link('Thing 02'), { key: ' ' })).toBe(false)
  expect(previewLabel()).toBe('Preview of Thing 02')
  fireEvent.keyDown(link('Thing 02'), { key: 'ArrowDown' })
  await waitFor(() => expect(previewLabel()).toBe('Preview of Thing 03'))
  expect(document.activeElement).toBe(link('Thing 03'))
  fireEvent.keyDown(link('Thing 03'), { key: ' ' })
  expect(previewLabel()).toBeNull()
  act(() => link('Thing 04').focus())
  expect(previewLabel()).toBeNull()
})

test('adds Space to the typed letters if a row name continues with a space, else opens the preview', async () => {
  showList(createPreviewList())
  await expectFirstRow('Thing 01')
  act(() => link('Thing 01').focus())
  // Gives all key events the same time, so that type-ahead combines the letters into one word.
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(100)
  for (const key of ['t', 'h', 'i', 'n', 'g', ' ', '0', '4']) fireEvent.keyDown(document.activeElement!, { key })
  expect([document.activeElement, previewLabel()]).toEqual([link('Thing 04'), null])
  fireEvent.keyDown(document.activeElement!, { key: ' ' })
  expect(previewLabel()).toBe('Preview of Thing 04')
})

test('opens the preview, and not the row, on a press of the picture', async () => {
  const { columns } = thingList()
  showList(
    createPreviewList({
      columns: columns.map((column) =>
        column.field === 'size' ? { ...column, cell: () => <span data-previews="">picture</span> } : column,
      ) as typeof columns,
    }),
  )
  await expectFirstRow('Thing 01')
  opened.length = 0
  fireEvent.click(screen.getAllByText('picture')[4]!)
  expect([previewLabel(), opened]).toEqual(['Preview of Thing 05', []])
  fireEvent.click(screen.getByRole('button', { name: 'Close preview' }))
  expect(previewLabel()).toBeNull()
  fireEvent.click(screen.getAllByText('picture')[4]!.closest('tr')!)
  expect([previewLabel(), opened]).toEqual([null, ['Thing 05']])
})

test('closes the preview when its row is no longer on the page', async () => {
  showList(createPreviewList())
  await expectFirstRow('Thing 01')
  fireEvent.keyDown(link('Thing 02'), { key: ' ' })
  expect(previewLabel()).toBe('Preview of Thing 02')
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  await expectFirstRow('Thing 11')
  expect(previewLabel()).toBeNull()
})

test('does not prevent the default action of Space in a list without preview', async () => {
  showList(thingList())
  await expectFirstRow('Thing 01')
  expect(fireEvent.keyDown(link('Thing 02'), { key: ' ' })).toBe(true)
})
