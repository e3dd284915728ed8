import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { enlist } from '../../src/inspect-seam.ts'
import { asTest } from '../../src/inspector/as-test.ts'
import { goesOn, goOn } from '../../src/inspector/go-on.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { stateText, typeOf } from '../../src/inspector/recording.ts'
import { createSuspension } from '../../src/inspector/suspend.ts'
import { dragMachine } from '../../src/machines/drag.machine.ts'
import { filtersMachine } from '../../src/machines/filters.machine.ts'
import { formMachine } from '../../src/machines/form.machine.ts'
import type { FormInput } from '../../src/machines/form.parts.ts'
import { createListMachine } from '../../src/machines/list.machine.ts'
import { selectionMachine } from '../../src/machines/selection.machine.ts'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { input, pageOf, type Thing } from '../machines/list.model.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const recorded = () => createRecorder({ version: 'a', page: () => '/' })
type Recorded = ReturnType<typeof recorded>
const lastOf = (recorder: Recorded, type: string) => recorder.read().steps.findLast((it) => typeOf(it) === type)!.n

/** A list whose pages are asked for as the test counts them; its first page stands, and then its second. */
async function listed(answer = async (page: number) => pageOf(page === 1 ? 'ab' : 'cd', page)) {
  const asked: number[] = []
  const given: number[] = []
  const recorder = recorded()
  const saved = vi.fn()
  const machine = createListMachine<Thing>().provide({
    actors: {
      loadPage: fromPromise(async ({ input: { query }, signal }) => {
        asked.push(query.page)
        signal.addEventListener('abort', () => given.push(query.page))
        return answer(query.page)
      }),
      loadAhead: fromPromise(async () => {}),
      saveOrder: fromPromise<Thing | undefined, unknown>(() => new Promise<never>(saved)) as never,
    },
  })
  const actor = createActor(machine, { input: input({ staleAfter: () => 60_000 }), inspect: recorder.hear }).start()
  await vi.advanceTimersByTimeAsync(300)
  const first = recorder.read().steps.at(-1)!.n
  return {
    actor,
    recorder,
    asked,
    given,
    saved,
    first,
    rows: () =>
      actor
        .getSnapshot()
        .context.rows.map(({ id }) => id)
        .join(''),
  }
}

test('a list goes on from a former page: as it stood, in the very actor, and asks nothing for it', async () => {
  const { actor, recorder, asked, first, rows } = await listed()
  const then = actor.getSnapshot()
  const heard = vi.fn()
  actor.subscribe(heard)
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(2000)
  expect([rows(), asked]).toEqual(['cd', [1, 2]])
  expect(goesOn(recorder, actor.sessionId, first)).toBe('yes')
  heard.mockClear()
  const told = vi.fn()
  actor.on('query.changed', told)
  goOn(recorder, actor.sessionId, first)
  // The address follows by what the list tells of each change of its own.
  expect(told.mock.calls).toEqual([[{ type: 'query.changed', query: then.context.query, entry: 'push' }]])
  const now = actor.getSnapshot()
  expect([now.value, now.context.rows, now.context.query]).toEqual([then.value, then.context.rows, then.context.query])
  expect(now.context.sorting).toBe(then.context.sorting)
  expect(heard).toHaveBeenCalledTimes(1)
  expect(asked).toEqual([1, 2])
  expect(recorder.read().steps.at(-1)).toMatchObject({
    event: { type: 'inspector.resumed' },
    status: 'active',
    emitted: [{ type: 'query.changed' }],
  })
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(2000)
  expect([rows(), asked]).toEqual(['cd', [1, 2, 2]])
})

test('a test that is copied afterwards tells the story without what was left behind', async () => {
  const { actor, recorder, first } = await listed()
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(2000)
  goOn(recorder, actor.sessionId, first)
  actor.send({ type: 'order.toggled', field: 'name' })
  const copied = asTest(recorder.read(), actor.sessionId)!
  expect(['page.requested', 'inspector.resumed', 'order.toggled'].map((type) => copied.includes(type))).toEqual([
    false,
    false,
    true,
  ])
  expect(copied).toContain('xstate.done.actor.loadPage')
  // What was left behind is there for who looks at it.
  const then = lastOf(recorder, 'page.requested')
  expect(asTest(recorder.read(), actor.sessionId, then)).toContain('page.requested')
})

test('what it waited for is waited for again as long as was left, and what it waits for now no more', async () => {
  const { actor, recorder, asked, first } = await listed()
  const ageing = recorder.read().steps.find(({ began }) => began.includes('after stale'))
  expect(ageing?.n ?? first).toBeLessThanOrEqual(first)
  await vi.advanceTimersByTimeAsync(40_000)
  actor.send({ type: 'row.nothing' } as never)
  const late = recorder.read().steps.at(-1)!.n
  await vi.advanceTimersByTimeAsync(15_000)
  goOn(recorder, actor.sessionId, late)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([1])
  await vi.advanceTimersByTimeAsync(12_000)
  expect(asked).toEqual([1, 1])
})

test('a delay that rested while the app was paused has as much left as it had', async () => {
  const { actor, recorder, asked } = await listed()
  enlist(actor)
  const suspension = createSuspension()
  await vi.advanceTimersByTimeAsync(10_000)
  suspension.suspend(true)
  await vi.advanceTimersByTimeAsync(100_000)
  suspension.suspend(false)
  actor.send({ type: 'row.nothing' } as never)
  const { n } = recorder.read().steps.at(-1)!
  goOn(recorder, actor.sessionId, n, suspension.restedIn)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(asked).toEqual([1])
  await vi.advanceTimersByTimeAsync(12_000)
  expect(asked).toEqual([1, 1])
})

test('what only reads begins anew; what runs now is given up', async () => {
  const { actor, recorder, asked, given, first, rows } = await listed()
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(250)
  const loading = recorder.read().steps.findLast(({ began }) => began.includes('loadPage'))!
  await vi.advanceTimersByTimeAsync(2000)
  expect(rows()).toBe('cd')
  goOn(recorder, actor.sessionId, loading.n)
  expect(stateText(actor.getSnapshot().value as never)).toBe(stateText(loading.value))
  expect(given).toEqual([])
  goOn(recorder, actor.sessionId, first)
  expect([rows(), given]).toEqual(['ab', [2]])
  goOn(recorder, actor.sessionId, loading.n)
  await vi.advanceTimersByTimeAsync(2000)
  expect([rows(), asked]).toEqual(['cd', [1, 2, 2, 2]])
})

test('a step in which an order was being saved is no step to go on from: it would be saved twice', async () => {
  const { actor, recorder, saved } = await listed()
  actor.send({ type: 'row.moved', id: 'a', position: 2 })
  const saving = recorder.read().steps.find(({ began }) => began.includes('saveOrder'))
  expect(saved).toHaveBeenCalledTimes(1)
  expect(goesOn(recorder, actor.sessionId, saving!.n)).toBe('runs')
  goOn(recorder, actor.sessionId, saving!.n)
  expect(saved).toHaveBeenCalledTimes(1)
})

/** A form that was sent once; its sending never ends. */
function filled(schema = v.strictObject({ name: v.string() }), key = 'name') {
  const recorder = recorded()
  const sent = vi.fn()
  const machine = formMachine.provide({
    actors: { submitForm: fromPromise<unknown, unknown>(() => new Promise<never>(sent)) as never },
  })
  const begun: FormInput = { schema, fields: [{ name: key, kind: 'value' }], initial: { [key]: '' } }
  const actor = createActor(machine, { input: begun, inspect: recorder.hear }).start()
  for (const value of ['a', 'ab']) actor.send({ type: 'value.changed', key, value })
  actor.send({ type: 'field.blurred', field: key })
  return { recorder, actor, sent }
}

test('a form goes on from what was typed before; while it is sent, and of a password, it does not', () => {
  const { recorder, actor, sent } = filled()
  const before = lastOf(recorder, 'value.changed') - 1
  actor.send({ type: 'submit.requested' })
  expect(goesOn(recorder, actor.sessionId, recorder.read().steps.at(-1)!.n)).toBe('runs')
  goOn(recorder, actor.sessionId, before)
  const { value, context } = actor.getSnapshot()
  expect([value, context.values, [...context.touched]]).toEqual(['editing', { name: 'a' }, []])
  actor.send({ type: 'submit.requested' })
  expect([actor.getSnapshot().value, sent.mock.calls.length]).toEqual(['submitting', 2])
  const other = filled(v.strictObject({ password: v.string() }) as never, 'password')
  expect(goesOn(other.recorder, other.actor.sessionId, lastOf(other.recorder, 'value.changed'))).toBe('partial')
})

test('machines say themselves whether they can go on: those of the screen do, the session never', () => {
  const resumes = ({ config }: { config: object }) => (config as { meta?: { resumes?: unknown } }).meta?.resumes
  expect([createListMachine(), filtersMachine, formMachine, selectionMachine, dragMachine].map(resumes)).toEqual([
    ['loadPage', 'loadAhead'],
    [],
    [],
    [],
    [],
  ])
  const recorder = recorded()
  const restoring = { restoreSession: fromPromise(() => new Promise<never>(() => {})) } as never
  const session = createActor(sessionMachine.provide({ actors: restoring }), { inspect: recorder.hear }).start()
  expect(goesOn(recorder, session.sessionId, recorder.read().steps.at(-1)!.n)).toBe('no')
})

test('one that ended, or was not there yet, is not gone on from', () => {
  const recorder = recorded()
  const actor = createActor(selectionMachine, { inspect: recorder.hear }).start()
  const { n } = recorder.read().steps.at(-1)!
  expect([goesOn(recorder, actor.sessionId, n), goesOn(recorder, actor.sessionId, 0)]).toEqual(['yes', 'no'])
  actor.stop()
  expect(goesOn(recorder, actor.sessionId, n)).toBe('no')
  expect(goesOn(recorder, 'nobody', n)).toBe('no')
})
