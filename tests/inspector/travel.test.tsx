// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type ActorRefFrom, createActor } from 'xstate'
import { ApiError } from '../../src/api/contract/errors.ts'
import { enlist } from '../../src/inspect-seam.ts'
import { Past } from '../../src/inspector/Past.tsx'
import { createRecorder } from '../../src/inspector/record.ts'
import { revive } from '../../src/inspector/revive.ts'
import { createSuspension } from '../../src/inspector/suspend.ts'
import { createTravel, type Travel } from '../../src/inspector/travel.ts'
import { menuMachine } from '../../src/machines/menu.machine.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import type { Language } from '../../src/ui/language.ts'
import { useMoment } from '../../src/ui/moment.ts'
import { translateIn } from '../support/translate.ts'

afterEach(cleanup)

function View({ menu }: { menu: ActorRefFrom<typeof menuMachine> }) {
  const actor = useMoment(menu)
  const { question } = useSelector(actor, ({ context }) => context)
  return (
    <button type="button" onClick={() => actor.send({ type: 'question.opened', name: 'x', row: { id: 'b' } })}>
      {question?.name ?? 'nothing'}
    </button>
  )
}

/** A menu that asked for a name, and then for nothing; its view; and the way into its past. */
function shown(language: Language = 'en') {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const menu = createActor(menuMachine, { inspect: recorder.hear }).start()
  menu.send({ type: 'question.opened', name: 'rename', row: { id: 'a' } })
  const { n } = recorder.read().steps.at(-1)!
  menu.send({ type: 'question.closed' })
  const travel = createTravel(recorder)
  const suspension = createSuspension()
  const place = document.createElement('div')
  render(<View menu={menu} />)
  document.body.append(place)
  const atelier = { translate: translateIn(language), language } as Atelier
  render(
    <AtelierContext value={atelier}>
      <Past travel={travel} suspension={suspension} place={place} />
    </AtelierContext>,
    { container: place },
  )
  return { recorder, menu, travel, suspension, n, place }
}

const show = (travel: Travel, n: number | null) => act(() => travel.show(n))

test('a view that opted in shows the past, and what it does there reaches nobody', () => {
  const { menu, travel, n, recorder } = shown()
  expect(travel.canShow(menu.sessionId)).toBe(true)
  const before = [menu.getSnapshot(), recorder.read().steps.length]
  show(travel, n)
  expect(screen.getByText('rename')).toBeTruthy()
  fireEvent.click(screen.getByText('rename'))
  expect([menu.getSnapshot(), recorder.read().steps.length]).toEqual(before)
  show(travel, null)
  expect(screen.getByText('nothing')).toBeTruthy()
})

test('the page is held meanwhile, keys are heard by the inspector alone, and Escape leads back', () => {
  const { travel, n, place } = shown()
  const heard = vi.fn()
  addEventListener('keydown', heard)
  show(travel, n)
  expect(screen.getByRole('status').textContent).toMatch(/^You are looking at step \d+\. /)
  const held = () => [...document.body.children].filter((it) => it !== place).map((it) => (it as HTMLElement).inert)
  expect(held()).toEqual([true])
  expect(place.inert).not.toBe(true)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Back to the present' }), { key: '?' })
  expect(heard).not.toHaveBeenCalled()
  // The key that closes the inspector is heard by who closes it.
  fireEvent.keyDown(document.body, { key: 'i', ctrlKey: true })
  expect(heard).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(travel.at()).toBeNull()
  expect(held()).toEqual([false])
  expect(heard).toHaveBeenCalledTimes(1)
  removeEventListener('keydown', heard)
})

test('a page that is paused is held and says so, with how much waits; Escape has it go on', () => {
  const { suspension, place } = shown()
  const stranger = createActor(menuMachine)
  enlist(stranger)
  stranger.start()
  act(() => suspension.suspend(true))
  expect(screen.getByRole('region', { name: 'The app is paused' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/^The app is paused\. /)
  expect([...document.body.children].every((it) => it === place || (it as HTMLElement).inert)).toBe(true)
  act(() => stranger.send({ type: 'question.opened', name: 'rename', row: { id: 'a' } }))
  expect(screen.getByText('1 event waits.')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([suspension.waiting(), stranger.getSnapshot().context.question?.name]).toEqual([null, 'rename'])
  expect(screen.queryByRole('status')).toBeNull()
  expect([...document.body.children].some((it) => (it as HTMLElement).inert)).toBe(false)
})

test('a page that is shown as it was may be paused, too: one way back leads out of both', () => {
  const { travel, suspension, n } = shown('de')
  show(travel, n)
  act(() => suspension.suspend(true))
  expect(screen.getByRole('status').textContent).toMatch(/^Zu sehen ist Schritt \d+\. .*Die App ist angehalten\./)
  fireEvent.click(screen.getByRole('button', { name: 'Zurück in die Gegenwart' }))
  expect([travel.at(), suspension.waiting()]).toEqual([null, null])
})

test('what views ask of a context is there again: functions, errors of ours, sets, lists without their rest', () => {
  const { copy } = createRecorder({ version: 'a', page: () => '/' })
  const sorting = { fieldsOf: () => ['name'] }
  const error = new ApiError('http', 'assets', { status: 404, body: undefined as never })
  const context = { sorting, error, ids: new Set(['a']), rows: Array.from({ length: 201 }, (_, id) => ({ id })) }
  const revived = revive(copy(context), { ...context, purpose: undefined, error: null, rows: [] })
  expect(revived).toMatchObject({ sorting, ids: new Set(['a']), error: { status: 404, message: error.message } })
  expect(revived['error']).toBeInstanceOf(ApiError)
  expect(revived['rows']).toHaveLength(200)
  expect('purpose' in revived).toBe(true)
})
