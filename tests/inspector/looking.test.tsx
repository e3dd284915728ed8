// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { Dock } from '../../src/inspector/Dock.tsx'
import { createInspectorController } from '../../src/inspector/inspector-controller.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { stateChangeText, stateText } from '../../src/inspector/recording.ts'
import { createTimeTravel } from '../../src/inspector/time-travel.ts'
import { menuMachine } from '../../src/machines/list/menu.machine.ts'
import { sessionMachine } from '../../src/machines/session/session.machine.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { createTranslateFor } from '../support/translate.ts'

/**
 * Renders the inspector with two recorded actors: a session whose first sign-in failed and whose second is pending, and a menu
 * whose dialog `rename` is open.
 */
async function renderPanel() {
  const time = { now: 1000 }
  const recorder = createRecorder({ version: 'a', page: () => '/', now: () => time.now++ })
  const login = vi
    .fn()
    .mockRejectedValueOnce(new Error('no'))
    .mockReturnValue(new Promise(() => {}))
  const session = createActor(
    sessionMachine.provide({
      actors: { restoreSession: fromPromise(async () => null), login: fromPromise(login) } as never,
    }),
    { inspect: recorder.record },
  ).start()
  await vi.waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
  const submitted = { type: 'login.submitted', email: 'who@atelier.example', password: 'secret-4711' } as const
  session.send(submitted)
  await vi.waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
  const menu = createActor(menuMachine, { inspect: recorder.record }).start()
  menu.send({ type: 'dialog.opened', name: 'rename', row: { id: 'a' } })
  session.send(submitted)
  render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as Atelier}>
      <Dock
        controller={createInspectorController(recorder, createTimeTravel(recorder))}
        previousRecording={Promise.resolve(null)}
        onClose={() => {}}
        onLeave={() => {}}
      />
    </AtelierContext>,
  )
  return { recorder, session, menu }
}

const log = () => screen.getByRole('grid', { name: 'Events' })
const lines = () => within(log()).getAllByRole('row')
const findLine = (text: RegExp) => lines().find((line) => text.test(line.textContent!))!
const view = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const messages = () => screen.getAllByRole('listitem').map((element) => element.getAttribute('aria-label'))

test('shows the state change of each step, and for parallel states only the changed regions', async () => {
  await renderPanel()
  expect(findLine(/^\S+login failed/).textContent).toContain('login → session · signingIn → signedOut')
  expect(findLine(/dialog\.opened/).textContent).toContain('menu · dialog.closed → dialog.open')
  const value = { load: { success: 'idle' }, pace: 'idle', order: 'settled' }
  expect(stateChangeText(null, value)).toBe(stateText(value))
  expect(stateChangeText(value, value)).toBe(stateText(value))
  expect(stateChangeText(value, { ...value, load: 'loading', pace: 'paging' })).toBe(
    'load.success.idle + pace.idle → load.loading + pace.paging',
  )
})

test('moves back and forward through all steps, or only through the steps of the selected actor', async () => {
  await renderPanel()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const selectedLineText = () => lines().find((line) => line.getAttribute('aria-selected') === 'true')?.textContent
  fireEvent.click(lines()[0]!)
  press('Step back')
  expect(selectedLineText()).toContain('dialog.opened')
  press('Step forward')
  fireEvent.click(screen.getByLabelText('Chosen actor only'))
  press('Step back')
  expect(selectedLineText()).toContain('login failed')
  press('Step forward')
  expect(selectedLineText()).toContain('login.submitted')
  press('Step forward')
  expect(selectedLineText()).toBeUndefined()
})

test('marks the changed parts of a step’s context', async () => {
  const { menu } = await renderPanel()
  fireEvent.click(findLine(/dialog\.opened/))
  const marks = [...log().querySelectorAll('mark')].map((mark) => mark.textContent!.trim())
  expect(marks).toEqual([expect.stringMatching(/^"dialog": \{\s+"name": "rename"/)])
  const fullText = log().querySelector('details pre')!.textContent!
  expect(JSON.parse(fullText)).toEqual({ ...menu.getSnapshot().context })
})

test('keeps an expanded row open on clicks inside, and leaves Enter and arrow keys to its content', async () => {
  await renderPanel()
  fireEvent.click(findLine(/dialog\.opened/))
  const summaryElement = () => log().querySelector('summary')!
  fireEvent.click(summaryElement())
  expect(summaryElement()).toBeTruthy()
  // The default action is not prevented, so the summary opens.
  expect(fireEvent.keyDown(summaryElement(), { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(log().querySelector('pre')!, { key: 'ArrowDown' })).toBe(true)
  expect(findLine(/dialog\.opened/).getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(summaryElement(), { key: 'Escape' })
  expect(screen.getByRole('status').textContent).toBe('Recording')
})

test('selects log rows with Shift, and shows only their messages in the sequence diagram', async () => {
  await renderPanel()
  view('Sequence')
  fireEvent.click(findLine(/login failed/))
  fireEvent.click(findLine(/dialog\.opened/), { shiftKey: true })
  const selectedCount = () => lines().filter((line) => line.getAttribute('aria-selected') === 'true').length
  expect(selectedCount()).toBe(3)
  expect(messages()).toEqual(['login → session: login failed', 'Page → menu: start', 'Page → menu: dialog.opened'])
  fireEvent.keyDown(log(), { key: 'ArrowDown', shiftKey: true })
  expect([selectedCount(), messages().length]).toEqual([2, 2])
  expect(screen.getByRole('status').textContent).toMatch(/^Looking at step/)
  fireEvent.keyDown(log(), { key: 'ArrowUp' })
  expect(selectedCount()).toBe(1)
  expect(messages().every((message) => /menu/.test(message!))).toBe(true)
})

test('ends the lifeline of an actor where the actor ended', async () => {
  const { session } = await renderPanel()
  act(() => session.send({ type: 'guest.requested' } as never))
  view('Sequence')
  fireEvent.click(within(screen.getByRole('tree', { name: 'Actors' })).getByText('session'))
  const drawing = screen.getByRole('list', { name: 'Sequence' })
  const [, ...ends] = [...drawing.querySelectorAll('g[aria-hidden] path')].map((path) => path.getAttribute('d')!)
  const bottoms = [...drawing.querySelectorAll('g[aria-hidden] path:first-of-type')].map((path) =>
    Number(/V(\d+)/.exec(path.getAttribute('d')!)![1]),
  )
  expect(Math.min(...bottoms)).toBeLessThan(Math.max(...bottoms))
  expect(ends.some((path) => path.endsWith('h10'))).toBe(true)
})

test('includes e-mail addresses in a copied test only if exports include them', async () => {
  await renderPanel()
  fireEvent.click(within(screen.getByRole('tree', { name: 'Actors' })).getByText('session'))
  view('Recording')
  const testCode = () => screen.getByRole('region', { name: 'The test' }).textContent!
  expect([testCode().includes('login.submitted'), testCode().includes('who@atelier.example')]).toEqual([true, false])
  fireEvent.click(screen.getByLabelText('Leave out e-mail addresses'))
  expect(testCode()).toContain('who@atelier.example')
})

test("highlights active states in the chart, but not the machine's own box", async () => {
  await renderPanel()
  fireEvent.click(within(screen.getByRole('tree', { name: 'Actors' })).getByText('menu'))
  const chart = screen.getByRole('tree', { name: 'Statechart of menu' })
  const lit = [...chart.querySelectorAll('[data-on]')].map((element) => element.getAttribute('data-id'))
  expect([lit.includes('menu'), lit.includes('menu.dialog.open')]).toEqual([false, true])
})
