// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BulkRequest } from '../../../src/ui/list/bulk-action.ts'
import { pressKey } from '../kit/support.ts'
import {
  changeAll,
  checkboxOf,
  expectFirstRow,
  markAction,
  setUpLists,
  showList,
  thingList,
  toolbarButton,
} from './list-fixture.tsx'

setUpLists()

test('on a phone, a row menu starts a selection, presses select rows, and the toolbar clears the selection', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const markedIds: string[] = []
  const opened: string[] = []
  const perform = async (request: BulkRequest) => {
    markedIds.push(...request.items.map(({ id }) => id))
    return changeAll(request)
  }
  showList(thingList({ bulk: [markAction({ perform })], open: ({ id }) => opened.push(id) }))
  await expectFirstRow('Thing 01')
  expect(screen.queryByRole('checkbox')).toBe(null)
  pressKey(screen.getByRole('button', { name: 'Actions for Thing 02' }), 'Enter')
  pressKey(await screen.findByRole('menuitem', { name: 'Select' }), 'Enter')
  expect((await screen.findByRole('toolbar')).textContent).toContain('1 selected')
  expect([...document.querySelectorAll('[aria-live]')].map((it) => it.textContent)).toContain('1 selected')
  const selectsByPress = (init: MouseEventInit) =>
    !fireEvent.click(screen.getByRole('link', { name: 'Thing 04' }), init)
  expect([selectsByPress({ detail: 0 }), selectsByPress({ detail: 1, ctrlKey: true })]).toEqual([false, false])
  expect(selectsByPress({ detail: 1 })).toBe(true)
  fireEvent.click(screen.getByText('Size 5'), { detail: 1 })
  fireEvent.click(checkboxOf('04'))
  fireEvent.click(await toolbarButton('Mark'))
  await waitFor(() => expect(markedIds).toEqual(['t2', 't5']))
  expect(screen.getByRole('toolbar').textContent).toContain('2 selected')
  fireEvent.click(await toolbarButton('Clear selection'))
  expect(screen.queryByRole('checkbox')).toBe(null)
  expect(opened).toEqual([])
  fireEvent.click(screen.getByText('Size 5'), { detail: 1 })
  expect(opened).toEqual(['t5'])
})

test('moves the focus between row and checkbox by arrow keys, and to the list after Clear selection', async () => {
  showList(thingList({ bulk: [markAction()] }))
  await expectFirstRow('Thing 01')
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name })
  screen.getByText('Thing 02').focus()
  key('ArrowLeft')
  expect(document.activeElement).toBe(checkboxOf('02'))
  key('ArrowRight')
  expect(document.activeElement?.textContent).toBe('Thing 02')
  fireEvent.click(checkboxOf('02'))
  const clear = await toolbarButton('Clear selection')
  clear.focus()
  fireEvent.click(clear)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Things' })))
})

test('shows no checkboxes in a list without bulk actions', async () => {
  showList(thingList())
  await expectFirstRow('Thing 01')
  expect(screen.queryByRole('checkbox')).toBe(null)
})
