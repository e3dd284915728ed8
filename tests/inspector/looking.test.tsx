// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { Dock } from '../../src/inspector/Dock.tsx'
import { createDesk } from '../../src/inspector/desk.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { stateText, wayText } from '../../src/inspector/recording.ts'
import { createTravel } from '../../src/inspector/travel.ts'
import { menuMachine } from '../../src/machines/menu.machine.ts'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { translateIn } from '../support/translate.ts'

afterEach(cleanup)

/** The inspector over a session that was refused once and is signing in again, and a menu that was asked something. */
async function shown() {
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
    { inspect: recorder.hear },
  ).start()
  await vi.waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
  const submitted = { type: 'login.submitted', email: 'who@atelier.example', password: 'secret-4711' } as const
  session.send(submitted)
  await vi.waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
  const menu = createActor(menuMachine, { inspect: recorder.hear }).start()
  menu.send({ type: 'question.opened', name: 'rename', row: { id: 'a' } })
  session.send(submitted)
  render(
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as Atelier}>
      <Dock
        desk={createDesk(recorder, createTravel(recorder))}
        kept={Promise.resolve(null)}
        onClose={() => {}}
        onLeave={() => {}}
      />
    </AtelierContext>,
  )
  return { recorder, session, menu }
}

const log = () => screen.getByRole('grid', { name: 'Events' })
const lines = () => within(log()).getAllByRole('row')
const lineOf = (text: RegExp) => lines().find((line) => text.test(line.textContent!))!
const view = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const messages = () => screen.getAllByRole('listitem').map((it) => it.getAttribute('aria-label'))

test('a line says from where to where it led, of regions beside each other only those that changed', async () => {
  await shown()
  expect(lineOf(/^\S+login failed/).textContent).toContain('login → session · signingIn → signedOut')
  expect(lineOf(/question\.opened/).textContent).toContain('menu · question.closed → question.open')
  const value = { load: { success: 'resting' }, pace: 'calm', order: 'settled' }
  expect(wayText(null, value)).toBe(stateText(value))
  expect(wayText(value, value)).toBe(stateText(value))
  expect(wayText(value, { ...value, load: 'loading', pace: 'paging' })).toBe(
    'load.success.resting + pace.calm → load.loading + pace.paging',
  )
})

test('step by step leads through what is listed: with one actor alone, through its steps', async () => {
  await shown()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const chosen = () => lines().find((line) => line.getAttribute('aria-selected') === 'true')?.textContent
  fireEvent.click(lines()[0]!)
  press('Step back')
  expect(chosen()).toContain('question.opened')
  press('Step forward')
  fireEvent.click(screen.getByLabelText('Chosen actor only'))
  press('Step back')
  expect(chosen()).toContain('login failed')
  press('Step forward')
  expect(chosen()).toContain('login.submitted')
  press('Step forward')
  expect(chosen()).toBeUndefined()
})

test('the context of a step is shown with what the step changed marked', async () => {
  const { menu } = await shown()
  fireEvent.click(lineOf(/question\.opened/))
  const marks = [...log().querySelectorAll('mark')].map((mark) => mark.textContent!.trim())
  expect(marks).toEqual([expect.stringMatching(/^"question": \{\s+"name": "rename"/)])
  const whole = log().querySelector('details pre')!.textContent!
  expect(JSON.parse(whole)).toEqual({ ...menu.getSnapshot().context })
})

test('what is pressed in an open line leaves it open, and its keys are its own', async () => {
  await shown()
  fireEvent.click(lineOf(/question\.opened/))
  const about = () => log().querySelector('summary')!
  fireEvent.click(about())
  expect(about()).toBeTruthy()
  // Not prevented: it opens what it is about.
  expect(fireEvent.keyDown(about(), { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(log().querySelector('pre')!, { key: 'ArrowDown' })).toBe(true)
  expect(lineOf(/question\.opened/).getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(about(), { key: 'Escape' })
  expect(screen.getByRole('status').textContent).toBe('Recording')
})

test('a stretch of the log is taken by Shift, and its messages alone are drawn, of every actor in it', async () => {
  await shown()
  view('Sequence')
  fireEvent.click(lineOf(/login failed/))
  fireEvent.click(lineOf(/question\.opened/), { shiftKey: true })
  const taken = () => lines().filter((line) => line.getAttribute('aria-selected') === 'true').length
  expect(taken()).toBe(3)
  expect(messages()).toEqual(['login → session: login failed', 'Page → menu: start', 'Page → menu: question.opened'])
  fireEvent.keyDown(log(), { key: 'ArrowDown', shiftKey: true })
  expect([taken(), messages().length]).toEqual([2, 2])
  expect(screen.getByRole('status').textContent).toMatch(/^Looking at step/)
  fireEvent.keyDown(log(), { key: 'ArrowUp' })
  expect(taken()).toBe(1)
  expect(messages().every((message) => /menu/.test(message!))).toBe(true)
})

test('the life line of an actor that ended ends there', async () => {
  const { session } = await shown()
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

test('a copied test has e-mail addresses only where an export has them', async () => {
  await shown()
  fireEvent.click(within(screen.getByRole('tree', { name: 'Actors' })).getByText('session'))
  view('Recording')
  const copied = () => screen.getByRole('region', { name: 'The test' }).textContent!
  expect([copied().includes('login.submitted'), copied().includes('who@atelier.example')]).toEqual([true, false])
  fireEvent.click(screen.getByLabelText('Leave out e-mail addresses'))
  expect(copied()).toContain('who@atelier.example')
})

test('the frame of a machine is no lit state of it', async () => {
  await shown()
  fireEvent.click(within(screen.getByRole('tree', { name: 'Actors' })).getByText('menu'))
  const chart = screen.getByRole('tree', { name: 'Statechart of menu' })
  const lit = [...chart.querySelectorAll('[data-on]')].map((it) => it.getAttribute('data-id'))
  expect([lit.includes('menu'), lit.includes('menu.question.open')]).toEqual([false, true])
})
