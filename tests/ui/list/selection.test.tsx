// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BulkWork } from '../../../src/ui/list/bulk.ts'
import { press } from '../kit/support.ts'
import { barButton, box, firstIs, mark, setUpLists, showList, thingList, whole } from './bench.tsx'

setUpLists()

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
