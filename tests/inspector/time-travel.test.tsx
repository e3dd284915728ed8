// @vitest-environment jsdom

import { act, fireEvent, render, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { expect, test, vi } from 'vitest'
import { type ActorRefFrom, createActor } from 'xstate'
import { registerActor } from '../../src/actor-registry.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import { createActorSuspender } from '../../src/inspector/actor-suspender.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { restoreContext } from '../../src/inspector/restore-context.ts'
import { TimeTravelBar } from '../../src/inspector/TimeTravelBar.tsx'
import { createTimeTravel, type TimeTravel } from '../../src/inspector/time-travel.ts'
import { menuMachine } from '../../src/machines/list/menu.machine.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import type { Language } from '../../src/ui/language.ts'
import { useTimeTravel } from '../../src/ui/time-travel.ts'
import { createTranslateFor } from '../support/translate.ts'

function View({ menu }: { menu: ActorRefFrom<typeof menuMachine> }) {
  const actor = useTimeTravel(menu)
  const { dialog } = useSelector(actor, ({ context }) => context)
  return (
    <button type="button" onClick={() => actor.send({ type: 'dialog.opened', name: 'x', row: { id: 'b' } })}>
      {dialog?.name ?? 'nothing'}
    </button>
  )
}

/** Renders a menu whose dialog was opened and closed, and the time-travel bar. `n` is the step that opened the dialog. */
function renderPanel(language: Language = 'en') {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const menu = createActor(menuMachine, { inspect: recorder.record }).start()
  menu.send({ type: 'dialog.opened', name: 'rename', row: { id: 'a' } })
  const { n } = recorder.read().steps.at(-1)!
  menu.send({ type: 'dialog.closed' })
  const travel = createTimeTravel(recorder)
  const suspension = createActorSuspender()
  const container = document.createElement('div')
  render(<View menu={menu} />)
  document.body.append(container)
  const atelier = { translate: createTranslateFor(language), language } as Atelier
  render(
    <AtelierContext value={atelier}>
      <TimeTravelBar travel={travel} suspension={suspension} page={container} />
    </AtelierContext>,
    { container },
  )
  return { recorder, menu, travel, suspension, n, page: container }
}

const show = (travel: TimeTravel, n: number | null) => act(() => travel.show(n))

test('displays a past state in a view that opted in, without effects on actors', () => {
  const { menu, travel, n, recorder } = renderPanel()
  expect(travel.canShow(menu.sessionId)).toBe(true)
  const before = [menu.getSnapshot(), recorder.read().steps.length]
  show(travel, n)
  expect(screen.getByText('rename')).toBeTruthy()
  fireEvent.click(screen.getByText('rename'))
  expect([menu.getSnapshot(), recorder.read().steps.length]).toEqual(before)
  show(travel, null)
  expect(screen.getByText('nothing')).toBeTruthy()
})

test('makes the page inert while a past state is shown, and returns to the present on Escape', () => {
  const { travel, n, page } = renderPanel()
  const listener = vi.fn()
  addEventListener('keydown', listener)
  show(travel, n)
  expect(screen.getByRole('status').textContent).toMatch(/^You are looking at step \d+\. /)
  const inertStates = () =>
    [...document.body.children].filter((element) => element !== page).map((element) => (element as HTMLElement).inert)
  expect(inertStates()).toEqual([true])
  expect(page.inert).not.toBe(true)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Back to the present' }), { key: '?' })
  expect(listener).not.toHaveBeenCalled()
  // The shortcut reaches the handler that closes the inspector.
  fireEvent.keyDown(document.body, { key: 'i', ctrlKey: true })
  expect(listener).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(travel.at()).toBeNull()
  expect(inertStates()).toEqual([false])
  expect(listener).toHaveBeenCalledTimes(1)
  removeEventListener('keydown', listener)
})

test('makes a suspended page inert, shows the number of queued events, and resumes on Escape', () => {
  const { suspension, page } = renderPanel()
  const otherActor = createActor(menuMachine)
  registerActor(otherActor)
  otherActor.start()
  act(() => suspension.suspend(true))
  expect(screen.getByRole('region', { name: 'The app is paused' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/^The app is paused\. /)
  expect([...document.body.children].every((element) => element === page || (element as HTMLElement).inert)).toBe(true)
  act(() => otherActor.send({ type: 'dialog.opened', name: 'rename', row: { id: 'a' } }))
  expect(screen.getByText('1 event queued.')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([suspension.queuedEvents(), otherActor.getSnapshot().context.dialog?.name]).toEqual([null, 'rename'])
  expect(screen.queryByRole('status')).toBeNull()
  expect([...document.body.children].some((element) => (element as HTMLElement).inert)).toBe(false)
})

test('closes a past state and ends a suspension with one button', () => {
  const { travel, suspension, n } = renderPanel('de')
  show(travel, n)
  act(() => suspension.suspend(true))
  expect(screen.getByRole('status').textContent).toMatch(/^Zu sehen ist Schritt \d+\. .*Die App ist angehalten\./)
  fireEvent.click(screen.getByRole('button', { name: 'Zurück in die Gegenwart' }))
  expect([travel.at(), suspension.queuedEvents()]).toEqual([null, null])
})

test('restores functions, API errors and sets, and lists without the note about their omitted items', () => {
  const { copy } = createRecorder({ version: 'a', page: () => '/' })
  const sorting = { fieldsOf: () => ['name'] }
  const error = new ApiError('http', 'assets', { status: 404, body: undefined as never })
  const context = { sorting, error, ids: new Set(['a']), rows: Array.from({ length: 201 }, (_, id) => ({ id })) }
  const revived = restoreContext(copy(context), { ...context, purpose: undefined, error: null, rows: [] })
  expect(revived).toMatchObject({ sorting, ids: new Set(['a']), error: { status: 404, message: error.message } })
  expect(revived['error']).toBeInstanceOf(ApiError)
  expect(revived['rows']).toHaveLength(200)
  expect('purpose' in revived).toBe(true)
})
