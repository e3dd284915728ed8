// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { TOAST_MS } from '../../../src/ui/kit/toasts.ts'
import { createToastKit, type ToastKit } from '../../../src/ui/list/ListToasts.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

let page: ToastKit
let frame: ToastKit
beforeEach(() => {
  vi.useFakeTimers()
  page = createToastKit('list.notices')
  frame = createToastKit('watch.jobs')
})
afterEach(() => {
  for (const kit of [page, frame]) kit.leave()
  cleanup()
  vi.useRealTimers()
})

const show = (...kits: ToastKit[]) => (
  <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
    <input aria-label="Name" />
    {kits.includes(frame) && <frame.Region />}
    {kits.includes(page) && <page.Region />}
  </AtelierContext>
)
const tell = (work: () => void) => act(async () => work())
const said = () => screen.queryAllByRole('alertdialog').map((it) => it.textContent?.replace(/Undo$/, ''))
const undoable = (text: string, told: string[]) => ({
  ...{ text, label: 'Undo' },
  onUndo: () => void told.push(`${text} undone`),
  onGone: () => void told.push(`${text} gone`),
})
const key = (target: Element = document.body) =>
  act(async () => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))

test('what page and frame tell is one stack in one place, three at a time; the page’s goes with it and the frame’s stays', async () => {
  const { rerender } = render(show(frame, page))
  await tell(() => {
    frame.bad({ text: 'Morph failed' })
    for (const n of [1, 2, 3]) page.ok({ text: `Copied ${n}` })
  })
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(said()).toEqual(['Copied 3', 'Copied 2', 'Copied 1'])
  rerender(show(frame))
  await tell(page.leave)
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(said()).toEqual(['Morph failed'])
  // What comes late to a page that was left would stand on the next.
  const told: string[] = []
  await tell(() => page.undo(undoable('Cap deleted', told)))
  expect([said(), told]).toEqual([['Morph failed'], ['Cap deleted gone']])
  await tell(() => {
    page.enter()
    page.note({ text: 'Nothing to do' })
  })
  expect(said()).toEqual(['Nothing to do', 'Morph failed'])
  await act(() => vi.advanceTimersByTimeAsync(TOAST_MS))
  expect(said()).toEqual(['Morph failed'])
})

test('Ctrl Z takes back the newest that can be, one after the other, but not where something is typed', async () => {
  const told: string[] = []
  render(show(frame, page))
  await tell(() => {
    for (const name of ['Cap', 'Hat']) page.undo(undoable(`${name} deleted`, told))
    frame.ok({ text: 'Icon done' })
  })
  await key(screen.getByLabelText('Name'))
  expect(told).toEqual([])
  await key()
  expect(told).toEqual(['Hat deleted undone', 'Hat deleted gone'])
  await key()
  await key()
  expect(told.slice(2)).toEqual(['Cap deleted undone', 'Cap deleted gone'])
  expect(said()).toEqual(['Icon done'])
})
