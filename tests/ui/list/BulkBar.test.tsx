// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { ToastRegion } from '../../../src/ui/kit/ToastRegion.tsx'
import { createToasts } from '../../../src/ui/kit/toasts.ts'
import { BulkBar } from '../../../src/ui/list/BulkBar.tsx'
import type { BulkAction, BulkChoice } from '../../../src/ui/list/bulk.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

interface Asked {
  signal: AbortSignal
  answer: (...labels: string[]) => Promise<void>
  fail: () => Promise<void>
}

const kept = createCache()
let asked: Asked[]
let done: unknown[]
beforeEach(() => {
  asked = []
  done = []
  kept.clear()
})
afterEach(cleanup)

const tag: BulkAction<{ id: string }> = {
  id: 'tag',
  title: 'Tag',
  icon: null,
  choices: (signal) =>
    new Promise<readonly BulkChoice[]>((resolve, reject) =>
      asked.push({
        signal,
        answer: (...labels) => act(async () => resolve(labels.map((label) => ({ id: label[0]!, label })))),
        fail: () => act(async () => reject(new Error('gone'))),
      }),
    ),
  perform: async () => ({ changed: [], failures: [] }),
  done: 'done',
  failed: 'failed',
}

const lock: BulkAction<{ id: string }> = {
  ...{ id: 'lock', title: 'Lock', icon: null, done: 'done', failed: 'failed' },
  remark: { title: 'assets.bulkLock.title', label: 'Reason', why: 'Why', most: 5 },
  perform: async () => ({ changed: [], failures: [] }),
}

const fit: BulkAction<{ id: string }> = {
  ...tag,
  id: 'fit',
  title: 'Fit',
  several: { title: 'assets.bulkFit.title', why: 'Why', none: 'No bodies' },
}

const bar = (onClear = () => {}, offers?: BulkAction<{ id: string }>['offers']) => (
  <AtelierContext value={{ kept, translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
    <BulkBar
      actions={[offers ? { ...tag, offers } : tag, lock, fit]}
      rows={[{ id: 'one' }]}
      pictureOf={() => null}
      onRun={(action, choice) => done.push([action.id, choice])}
      onClear={onClear}
      more={{ n: 30, isAll: true, onSelect: () => done.push('more') }}
    />
  </AtelierContext>
)

const open = async () => {
  await act(async () => screen.getByRole('button', { name: 'Tag' }).click())
  await screen.findByRole('menu')
}
const close = () => act(async () => void fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' }))
const lines = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)

test('what an action can be done with is asked for when its menu opens, and done with what is chosen', async () => {
  render(bar())
  expect(asked.length).toBe(0)
  await open()
  expect(lines()).toEqual(['Loading'])
  await asked[0]!.answer('autumn', 'winter')
  expect(lines()).toEqual(['autumn', 'winter'])
  await act(async () => screen.getByRole('menuitem', { name: 'winter' }).click())
  expect(done).toEqual([['tag', 'w']])
})

test('where there is nothing to choose, that is said', async () => {
  render(bar())
  await open()
  await asked[0]!.answer()
  expect(lines()).toEqual([translateIn('en')('list.noResults')])
})

test('what did not come is said in the menu, and asked for again when that opens again', async () => {
  render(bar())
  await open()
  await asked[0]!.fail()
  expect(lines()).toEqual([translateIn('en')('list.choicesFailed')])
  await close()
  await open()
  expect(lines()).toEqual(['Loading'])
  await asked[1]!.answer('autumn')
  expect(lines()).toEqual(['autumn'])
})

test('a menu that opens again, for another selection too, has its lines at once, and asks anew', async () => {
  const { unmount } = render(bar())
  await open()
  await asked[0]!.answer('autumn')
  await close()
  await open()
  expect(lines()).toEqual(['autumn'])
  await asked[1]!.answer('autumn', 'winter')
  expect(lines()).toEqual(['autumn', 'winter'])
  unmount()
  render(bar())
  await open()
  expect(lines()).toEqual(['autumn', 'winter'])
  await asked[2]!.fail()
  expect(lines()).toEqual(['autumn', 'winter'])
})

test('what was asked for is given up with the selection, and comes too late for who signs in next', async () => {
  const { unmount } = render(bar())
  await open()
  unmount()
  expect(asked[0]!.signal.aborted).toBe(true)
  kept.clear()
  await asked[0]!.answer('autumn')
  render(bar())
  await open()
  expect(lines()).toEqual(['Loading'])
})

test('Escape takes the selection back, by what that does now', () => {
  const cleared: string[] = []
  const { rerender } = render(bar(() => cleared.push('first')))
  rerender(bar(() => cleared.push('second')))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(cleared).toEqual(['second'])
})

test('only what makes sense for the selected rows is offered', async () => {
  render(bar(undefined, (choice, rows) => choice === 'w' && rows.length === 1))
  await open()
  await asked[0]!.answer('autumn', 'winter')
  expect(lines()).toEqual(['winter'])
})

test('an action that takes a remark asks for it first; it may be left out, and Escape asks for nothing more', async () => {
  let cleared = 0
  render(bar(() => void cleared++))
  const ask = async () => {
    await act(async () => screen.getByRole('button', { name: 'Lock' }).click())
    return screen.findByRole('textbox', { name: 'Reason' })
  }
  const field = await ask()
  expect(screen.getByRole('dialog', { name: 'Lock 1 asset' })).toBeTruthy()
  expect(field.getAttribute('maxlength')).toBe('5')
  await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }))
  expect([screen.queryByRole('dialog'), done, cleared]).toEqual([null, [], 0])
  fireEvent.change(await ask(), { target: { value: ' sold ' } })
  await act(async () => void fireEvent.submit(screen.getByRole('textbox')))
  await ask()
  await act(async () => void fireEvent.submit(screen.getByRole('textbox')))
  expect(done).toEqual([
    ['lock', 'sold'],
    ['lock', undefined],
  ])
})

test('with what of several an action is done is asked first, and none, some or all of it can be picked', async () => {
  render(bar())
  const ask = () => act(async () => screen.getByRole('button', { name: 'Fit' }).click())
  const tick = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement
  const press = (name: string) => fireEvent.click(tick(name))
  const fitButton = () => screen.getAllByRole('button', { name: 'Fit' }).at(-1) as HTMLButtonElement
  await ask()
  await screen.findByRole('dialog', { name: 'Fit 1 asset to other bodies' })
  await asked[0]!.answer('small', 'tall')
  expect(fitButton().disabled).toBe(true)
  press('All')
  expect([tick('small').checked, tick('tall').checked, fitButton().disabled]).toEqual([true, true, false])
  press('small')
  expect([tick('All').checked, tick('All').indeterminate]).toEqual([false, true])
  await act(async () => fitButton().click())
  expect(done).toEqual([['fit', 't']])
  await ask()
  press('All')
  await act(async () => fitButton().click())
  expect(done.at(-1)).toEqual(['fit', 's t'])
})

test('what there is to pick may be nothing, or not come, and is asked for again', async () => {
  render(bar())
  await act(async () => screen.getByRole('button', { name: 'Fit' }).click())
  await screen.findByRole('dialog')
  await asked[0]!.fail()
  await act(async () => screen.getByRole('button', { name: translateIn('en')('action.retry') }).click())
  await asked[1]!.answer()
  expect(screen.getByRole('dialog').textContent).toContain('No bodies')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('what stands beyond the page can be selected too', () => {
  render(bar())
  fireEvent.click(screen.getByRole('button', { name: 'All 30' }))
  expect(done).toEqual(['more'])
})

test('F6 leads into the toolbar from wherever one is, and on to the toasts and back', async () => {
  const stack = createToasts()
  render(
    <>
      {bar()}
      <ToastRegion toasts={stack} label="Notices" dismissLabel="Close" />
    </>,
  )
  act(() => void stack.bad({ text: 'Not locked' }))
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

test('letters lead to the action whose name begins with them, Home and End to the ends', () => {
  render(bar())
  const inFocus = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const press = (key: string, more: KeyboardEventInit = {}) => {
    fireEvent.keyDown(document.activeElement!, { key, ...more })
    return inFocus()
  }
  act(() => screen.getByRole('button', { name: 'Tag' }).focus())
  expect(['f', 'i', 'End', 'l', 'Home', 't', 'q'].map((key) => press(key))).toEqual([
    ...['Fit', 'Fit', 'Clear selection', 'Lock', 'All 30', 'Tag', 'Tag'],
  ])
  // With another key held it is somebody else's.
  press('Home')
  press('t')
  expect([press('l', { ctrlKey: true }), press('l', { altKey: true }), press('l', { metaKey: true })]).toEqual([
    'Tag',
    'Tag',
    'Tag',
  ])
  expect(done).toEqual([])
})

test('letters that are typed beside the toolbar are not its own', () => {
  render(
    <>
      <input aria-label="Beside" />
      {bar()}
    </>,
  )
  act(() => screen.getByLabelText('Beside').focus())
  fireEvent.keyDown(document.activeElement!, { key: 'f' })
  expect(document.activeElement).toBe(screen.getByLabelText('Beside'))
})
