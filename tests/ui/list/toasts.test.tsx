// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { TOAST_DURATION_MS } from '../../../src/ui/kit/feedback/toasts.ts'
import { createPageToasts, type PageToasts } from '../../../src/ui/list/page-toasts.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

let pageToasts: PageToasts
let shellToasts: PageToasts
beforeEach(() => {
  vi.useFakeTimers()
  pageToasts = createPageToasts('list.notices')
  shellToasts = createPageToasts('watch.jobs')
})
afterEach(() => {
  for (const toasts of [pageToasts, shellToasts]) toasts.deactivate()
  cleanup()
  vi.useRealTimers()
})

const show = (...mounted: PageToasts[]) => (
  <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
    <input aria-label="Name" />
    {mounted.includes(shellToasts) && <shellToasts.Region />}
    {mounted.includes(pageToasts) && <pageToasts.Region />}
  </AtelierContext>
)
const run = (work: () => void) => act(async () => work())
const texts = () => screen.queryAllByRole('alertdialog').map((it) => it.textContent?.replace(/Undo$/, ''))
const createUndoToast = (text: string, events: string[]) => ({
  ...{ text, label: 'Undo' },
  onUndo: () => void events.push(`${text} undone`),
  onClosed: () => void events.push(`${text} gone`),
})
const key = (target: Element = document.body) =>
  act(async () => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))

test('shows toasts of page and shell in one stack of three, and closes only page toasts with the page', async () => {
  const { rerender } = render(show(shellToasts, pageToasts))
  await run(() => {
    shellToasts.error({ text: 'Morph failed' })
    for (const n of [1, 2, 3]) pageToasts.success({ text: `Copied ${n}` })
  })
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(texts()).toEqual(['Copied 3', 'Copied 2', 'Copied 1'])
  rerender(show(shellToasts))
  await run(pageToasts.deactivate)
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(texts()).toEqual(['Morph failed'])
  // A closed page shows no toast, because the next page would display that toast.
  const events: string[] = []
  await run(() => pageToasts.undo(createUndoToast('Cap deleted', events)))
  expect([texts(), events]).toEqual([['Morph failed'], ['Cap deleted gone']])
  await run(() => {
    pageToasts.activate()
    pageToasts.info({ text: 'Nothing to do' })
  })
  expect(texts()).toEqual(['Nothing to do', 'Morph failed'])
  await act(() => vi.advanceTimersByTimeAsync(TOAST_DURATION_MS))
  expect(texts()).toEqual(['Morph failed'])
})

test('each Ctrl Z undoes the newest toast that offers Undo, but not while the user types', async () => {
  const events: string[] = []
  render(show(shellToasts, pageToasts))
  await run(() => {
    for (const name of ['Cap', 'Hat']) pageToasts.undo(createUndoToast(`${name} deleted`, events))
    shellToasts.success({ text: 'Icon done' })
  })
  await key(screen.getByLabelText('Name'))
  expect(events).toEqual([])
  await key()
  expect(events).toEqual(['Hat deleted undone', 'Hat deleted gone'])
  await key()
  await key()
  expect(events.slice(2)).toEqual(['Cap deleted undone', 'Cap deleted gone'])
  expect(texts()).toEqual(['Icon done'])
})
