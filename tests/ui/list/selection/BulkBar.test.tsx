// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createQueryCache } from '../../../../src/api/query-cache.ts'
import { type Atelier, AtelierContext } from '../../../../src/ui/context.ts'
import { ToastRegion } from '../../../../src/ui/kit/feedback/ToastRegion.tsx'
import { createToasts } from '../../../../src/ui/kit/feedback/toasts.ts'
import type { BulkAction, BulkChoice } from '../../../../src/ui/list/bulk-action.ts'
import { BulkBar } from '../../../../src/ui/list/selection/BulkBar.tsx'
import { createTranslateFor } from '../../../support/translate.ts'
import '../../kit/support.ts'
import { literalText } from '../../../support/literal-text.ts'

interface PendingRequest {
  signal: AbortSignal
  respond: (...labels: string[]) => Promise<void>
  fail: () => Promise<void>
}

const cache = createQueryCache()
let requests: PendingRequest[]
let events: unknown[]
beforeEach(() => {
  requests = []
  events = []
  cache.clear()
})

const tag: BulkAction<{ id: string }> = {
  id: 'tag',
  title: literalText('Tag'),
  icon: null,
  choices: (signal) =>
    new Promise<readonly BulkChoice[]>((resolve, reject) =>
      requests.push({
        signal,
        respond: (...labels) =>
          act(async () => resolve(labels.map((label) => ({ id: label[0]!, label: { text: label } })))),
        fail: () => act(async () => reject(new Error('gone'))),
      }),
    ),
  perform: async () => ({ changed: [], failures: [] }),
  done: literalText('done'),
  failed: literalText('failed'),
}

const lock: BulkAction<{ id: string }> = {
  ...{ id: 'lock', title: literalText('Lock'), icon: null, done: literalText('done'), failed: literalText('failed') },
  remark: { title: 'assets.bulkLock.title', label: literalText('Reason'), why: literalText('Why'), maxLength: 5 },
  perform: async () => ({ changed: [], failures: [] }),
}

const fit: BulkAction<{ id: string }> = {
  ...tag,
  id: 'fit',
  title: literalText('Fit'),
  multiChoice: { title: 'assets.bulkFit.title', why: literalText('Why'), none: literalText('No bodies') },
}

const bar = (onClear = () => {}, isChoiceAvailable?: BulkAction<{ id: string }>['isChoiceAvailable']) => (
  <AtelierContext value={{ cache, translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
    <BulkBar
      actions={[isChoiceAvailable ? { ...tag, isChoiceAvailable } : tag, lock, fit]}
      rows={[{ id: 'one' }]}
      pictureOf={() => null}
      onRun={(action, choice) => events.push([action.id, choice])}
      onClear={onClear}
      more={{ n: 30, isAll: true, onSelect: () => events.push('more') }}
    />
  </AtelierContext>
)

const open = async () => {
  await act(async () => screen.getByRole('button', { name: 'Tag' }).click())
  await screen.findByRole('menu')
}
const close = () => act(async () => void fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' }))
const lines = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)

test('loads the choices when the menu opens, and runs the action with the selected choice', async () => {
  render(bar())
  expect(requests.length).toBe(0)
  await open()
  expect(lines()).toEqual(['Loading'])
  await requests[0]!.respond('autumn', 'winter')
  expect(lines()).toEqual(['autumn', 'winter'])
  await act(async () => screen.getByRole('menuitem', { name: 'winter' }).click())
  expect(events).toEqual([['tag', 'w']])
})

test('shows a message in the menu when an action has no choices', async () => {
  render(bar())
  await open()
  await requests[0]!.respond()
  expect(lines()).toEqual([createTranslateFor('en')('list.noResults')])
})

test('shows a failed load of choices in the menu, and retries when the menu opens again', async () => {
  render(bar())
  await open()
  await requests[0]!.fail()
  expect(lines()).toEqual([createTranslateFor('en')('list.choicesFailed')])
  await close()
  await open()
  expect(lines()).toEqual(['Loading'])
  await requests[1]!.respond('autumn')
  expect(lines()).toEqual(['autumn'])
})

test('shows cached choices when the menu opens again, and revalidates them', async () => {
  const { unmount } = render(bar())
  await open()
  await requests[0]!.respond('autumn')
  await close()
  await open()
  expect(lines()).toEqual(['autumn'])
  await requests[1]!.respond('autumn', 'winter')
  expect(lines()).toEqual(['autumn', 'winter'])
  unmount()
  render(bar())
  await open()
  expect(lines()).toEqual(['autumn', 'winter'])
  await requests[2]!.fail()
  expect(lines()).toEqual(['autumn', 'winter'])
})

test('aborts loading choices when the toolbar unmounts, and caches nothing for the next user', async () => {
  const { unmount } = render(bar())
  await open()
  unmount()
  expect(requests[0]!.signal.aborted).toBe(true)
  cache.clear()
  await requests[0]!.respond('autumn')
  render(bar())
  await open()
  expect(lines()).toEqual(['Loading'])
})

test('clears the selection on Escape by the callback of the latest render', () => {
  const cleared: string[] = []
  const { rerender } = render(bar(() => cleared.push('first')))
  rerender(bar(() => cleared.push('second')))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(cleared).toEqual(['second'])
})

test('offers only choices that apply to the selected rows', async () => {
  render(bar(undefined, (choice, rows) => choice === 'w' && rows.length === 1))
  await open()
  await requests[0]!.respond('autumn', 'winter')
  expect(lines()).toEqual(['winter'])
})

test('opens a dialog for an optional remark before the action; Escape cancels the action', async () => {
  let cleared = 0
  render(bar(() => void cleared++))
  const openDialog = async () => {
    await act(async () => screen.getByRole('button', { name: 'Lock' }).click())
    return screen.findByRole('textbox', { name: 'Reason' })
  }
  const field = await openDialog()
  expect(screen.getByRole('dialog', { name: 'Lock 1 asset' })).toBeTruthy()
  expect(field.getAttribute('maxlength')).toBe('5')
  await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }))
  expect([screen.queryByRole('dialog'), events, cleared]).toEqual([null, [], 0])
  fireEvent.change(await openDialog(), { target: { value: ' sold ' } })
  await act(async () => void fireEvent.submit(screen.getByRole('textbox')))
  await openDialog()
  await act(async () => void fireEvent.submit(screen.getByRole('textbox')))
  expect(events).toEqual([
    ['lock', 'sold'],
    ['lock', undefined],
  ])
})

test('opens a dialog to pick some or all choices before the action', async () => {
  render(bar())
  const openDialog = () => act(async () => screen.getByRole('button', { name: 'Fit' }).click())
  const checkbox = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement
  const press = (name: string) => fireEvent.click(checkbox(name))
  const fitButton = () => screen.getAllByRole('button', { name: 'Fit' }).at(-1) as HTMLButtonElement
  await openDialog()
  await screen.findByRole('dialog', { name: 'Fit 1 asset to other bodies' })
  await requests[0]!.respond('small', 'tall')
  expect(fitButton().disabled).toBe(true)
  press('All')
  expect([checkbox('small').checked, checkbox('tall').checked, fitButton().disabled]).toEqual([true, true, false])
  press('small')
  expect([checkbox('All').checked, checkbox('All').indeterminate]).toEqual([false, true])
  await act(async () => fitButton().click())
  expect(events).toEqual([['fit', 't']])
  await openDialog()
  press('All')
  await act(async () => fitButton().click())
  expect(events.at(-1)).toEqual(['fit', 's t'])
})

test('retries a failed load of choices in the dialog, and shows a message if there are no choices', async () => {
  render(bar())
  await act(async () => screen.getByRole('button', { name: 'Fit' }).click())
  await screen.findByRole('dialog')
  await requests[0]!.fail()
  await act(async () => screen.getByRole('button', { name: createTranslateFor('en')('action.retry') }).click())
  await requests[1]!.respond()
  expect(screen.getByRole('dialog').textContent).toContain('No bodies')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('reports a press of the button that selects all matching rows beyond the page', () => {
  render(bar())
  fireEvent.click(screen.getByRole('button', { name: 'All 30' }))
  expect(events).toEqual(['more'])
})

test('moves the focus with F6 into the toolbar, to the toasts and back', async () => {
  const stack = createToasts()
  render(
    <>
      {bar()}
      <ToastRegion toasts={stack} label="Notices" dismissLabel="Close" />
    </>,
  )
  act(() => void stack.error({ text: 'Not locked' }))
  const toasts = await screen.findByRole('region', { name: 'Notices' })
  const toolbar = screen.getByRole('toolbar', { name: 'Selection' })
  const buttons = within(toolbar).getAllByRole('button')
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  expect(press('F6')).toBe(false)
  expect(document.activeElement).toBe(buttons[0])
  press('ArrowRight')
  expect(document.activeElement).toBe(buttons[1])
  press('F6')
  expect(toasts.contains(document.activeElement)).toBe(true)
  press('F6')
  expect(document.activeElement).toBe(buttons[1])
})

test('focuses a button by typed letters, and the first or last button by Home or End', () => {
  render(bar())
  const focusedName = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const press = (key: string, more: KeyboardEventInit = {}) => {
    fireEvent.keyDown(document.activeElement!, { key, ...more })
    return focusedName()
  }
  act(() => screen.getByRole('button', { name: 'Tag' }).focus())
  expect(['f', 'i', 'End', 'l', 'Home', 't', 'q'].map((key) => press(key))).toEqual([
    ...['Fit', 'Fit', 'Clear selection', 'Lock', 'All 30', 'Tag', 'Tag'],
  ])
  press('Home')
  press('t')
  expect([press('l', { ctrlKey: true }), press('l', { altKey: true }), press('l', { metaKey: true })]).toEqual([
    'Tag',
    'Tag',
    'Tag',
  ])
  expect(events).toEqual([])
})

test('ignores letters typed outside the toolbar', () => {
  render(
    <>
      <input aria-label="Other field" />
      {bar()}
    </>,
  )
  act(() => screen.getByLabelText('Other field').focus())
  fireEvent.keyDown(document.activeElement!, { key: 'f' })
  expect(document.activeElement).toBe(screen.getByLabelText('Other field'))
})
