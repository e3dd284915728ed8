import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { registerActor } from '../../src/actor-registry.ts'
import { createActorSuspender } from '../../src/inspector/actor-suspender.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { eventTypeOf, stateText } from '../../src/inspector/recording.ts'
import { checkResumability, resumeActor } from '../../src/inspector/resume.ts'
import { toTestCode } from '../../src/inspector/to-test-code.ts'
import { filtersMachine } from '../../src/machines/filters/filters.machine.ts'
import { formMachine } from '../../src/machines/form/form.machine.ts'
import type { FormInput } from '../../src/machines/form/form.setup.ts'
import { dragMachine } from '../../src/machines/list/drag.machine.ts'
import { createListMachine } from '../../src/machines/list/list.machine.ts'
import { selectionMachine } from '../../src/machines/list/selection.machine.ts'
import { sessionMachine } from '../../src/machines/session/session.machine.ts'
import { input, pageOf, type Thing } from '../machines/list/list.model.ts'

beforeEach(() => void vi.useFakeTimers())

const recorded = () => createRecorder({ version: 'a', page: () => '/' })
type Recorded = ReturnType<typeof recorded>
const lastOf = (recorder: Recorded, type: string) =>
  recorder.read().steps.findLast((step) => eventTypeOf(step) === type)!.n

/** Starts a list that records the requested pages, and loads the first page. `first` is the number of the last step. */
async function startList(answer = async (page: number) => pageOf(page === 1 ? 'ab' : 'cd', page)) {
  const requestedPages: number[] = []
  const abortedPages: number[] = []
  const recorder = recorded()
  const onSave = vi.fn()
  const machine = createListMachine<Thing>().provide({
    actors: {
      loadPage: fromPromise(async ({ input: { query }, signal }) => {
        requestedPages.push(query.page)
        signal.addEventListener('abort', () => abortedPages.push(query.page))
        return answer(query.page)
      }),
      prefetchPage: fromPromise(async () => {}),
      saveOrder: fromPromise<Thing | undefined, unknown>(() => new Promise<never>(onSave)) as never,
    },
  })
  const actor = createActor(machine, { input: input({ staleAfter: () => 60_000 }), inspect: recorder.record }).start()
  await vi.advanceTimersByTimeAsync(300)
  const first = recorder.read().steps.at(-1)!.n
  return {
    actor,
    recorder,
    requestedPages,
    abortedPages,
    onSave,
    first,
    rows: () =>
      actor
        .getSnapshot()
        .context.rows.map(({ id }) => id)
        .join(''),
  }
}

test('resumes a list from a step with an earlier page, in the same actor and without a request', async () => {
  const { actor, recorder, requestedPages, first, rows } = await startList()
  const earlierSnapshot = actor.getSnapshot()
  const onSnapshot = vi.fn()
  actor.subscribe(onSnapshot)
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(2000)
  expect([rows(), requestedPages]).toEqual(['cd', [1, 2]])
  expect(checkResumability(recorder, actor.sessionId, first)).toBe('yes')
  onSnapshot.mockClear()
  const onEvent = vi.fn()
  actor.on('query.changed', onEvent)
  resumeActor(recorder, actor.sessionId, first)
  // The events that the list emits update the page's address.
  expect(onEvent.mock.calls).toEqual([[{ type: 'query.changed', query: earlierSnapshot.context.query, entry: 'push' }]])
  const currentSnapshot = actor.getSnapshot()
  expect([currentSnapshot.value, currentSnapshot.context.rows, currentSnapshot.context.query]).toEqual([
    earlierSnapshot.value,
    earlierSnapshot.context.rows,
    earlierSnapshot.context.query,
  ])
  expect(currentSnapshot.context.sorting).toBe(earlierSnapshot.context.sorting)
  expect(onSnapshot).toHaveBeenCalledTimes(1)
  expect(requestedPages).toEqual([1, 2])
  expect(recorder.read().steps.at(-1)).toMatchObject({
    event: { type: 'inspector.resumed' },
    status: 'active',
    emitted: [{ type: 'query.changed' }],
  })
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(2000)
  expect([rows(), requestedPages]).toEqual(['cd', [1, 2, 2]])
})

test('generates a test without the steps abandoned by resuming an earlier step', async () => {
  const { actor, recorder, first } = await startList()
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(2000)
  resumeActor(recorder, actor.sessionId, first)
  actor.send({ type: 'order.toggled', field: 'name' })
  const testCode = toTestCode(recorder.read(), actor.sessionId)!
  expect(['page.requested', 'inspector.resumed', 'order.toggled'].map((type) => testCode.includes(type))).toEqual([
    false,
    false,
    true,
  ])
  expect(testCode).toContain('xstate.done.actor.loadPage')
  // The abandoned steps stay in the recording.
  const earlierSnapshot = lastOf(recorder, 'page.requested')
  expect(toTestCode(recorder.read(), actor.sessionId, earlierSnapshot)).toContain('page.requested')
})

test('schedules delays of the resumed step for their remaining time, and cancels the current delays', async () => {
  const { actor, recorder, requestedPages, first } = await startList()
  const ageing = recorder.read().steps.find(({ began }) => began.includes('after stale'))
  expect(ageing?.n ?? first).toBeLessThanOrEqual(first)
  await vi.advanceTimersByTimeAsync(40_000)
  actor.send({ type: 'row.nothing' } as never)
  const lastStep = recorder.read().steps.at(-1)!.n
  await vi.advanceTimersByTimeAsync(15_000)
  resumeActor(recorder, actor.sessionId, lastStep)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requestedPages).toEqual([1])
  await vi.advanceTimersByTimeAsync(12_000)
  expect(requestedPages).toEqual([1, 1])
})

test('resumes a delay with its remaining time, not counting the time that the app was suspended', async () => {
  const { actor, recorder, requestedPages } = await startList()
  registerActor(actor)
  const suspension = createActorSuspender()
  await vi.advanceTimersByTimeAsync(10_000)
  suspension.suspend(true)
  await vi.advanceTimersByTimeAsync(100_000)
  suspension.suspend(false)
  actor.send({ type: 'row.nothing' } as never)
  const { n } = recorder.read().steps.at(-1)!
  resumeActor(recorder, actor.sessionId, n, suspension.suspendedMsBetween)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(requestedPages).toEqual([1])
  await vi.advanceTimersByTimeAsync(12_000)
  expect(requestedPages).toEqual([1, 1])
})

test('restarts those child actors of the resumed step that only read data, and stops the current children', async () => {
  const { actor, recorder, requestedPages, abortedPages, first, rows } = await startList()
  actor.send({ type: 'page.requested', page: 2 })
  await vi.advanceTimersByTimeAsync(250)
  const loading = recorder.read().steps.findLast(({ began }) => began.includes('loadPage'))!
  await vi.advanceTimersByTimeAsync(2000)
  expect(rows()).toBe('cd')
  resumeActor(recorder, actor.sessionId, loading.n)
  expect(stateText(actor.getSnapshot().value as never)).toBe(stateText(loading.value))
  expect(abortedPages).toEqual([])
  resumeActor(recorder, actor.sessionId, first)
  expect([rows(), abortedPages]).toEqual(['ab', [2]])
  resumeActor(recorder, actor.sessionId, loading.n)
  await vi.advanceTimersByTimeAsync(2000)
  expect([rows(), requestedPages]).toEqual(['cd', [1, 2, 2, 2]])
})

test('does not resume from a step that was saving an order, which would be saved twice', async () => {
  const { actor, recorder, onSave } = await startList()
  actor.send({ type: 'row.moved', id: 'a', position: 2 })
  const saving = recorder.read().steps.find(({ began }) => began.includes('saveOrder'))
  expect(onSave).toHaveBeenCalledTimes(1)
  expect(checkResumability(recorder, actor.sessionId, saving!.n)).toBe('runs')
  resumeActor(recorder, actor.sessionId, saving!.n)
  expect(onSave).toHaveBeenCalledTimes(1)
})

/** Starts a form with a changed and blurred field. A submission never ends. */
function startForm(schema = v.strictObject({ name: v.string() }), key = 'name') {
  const recorder = recorded()
  const onSubmit = vi.fn()
  const machine = formMachine.provide({
    actors: { submitForm: fromPromise<unknown, unknown>(() => new Promise<never>(onSubmit)) as never },
  })
  const formInput: FormInput = { schema, fields: [{ name: key, kind: 'value' }], initial: { [key]: '' } }
  const actor = createActor(machine, { input: formInput, inspect: recorder.record }).start()
  for (const value of ['a', 'ab']) actor.send({ type: 'value.changed', key, value })
  actor.send({ type: 'field.blurred', field: key })
  return { recorder, actor, onSubmit }
}

test('resumes earlier input of a form, but no step during a submission or with a password', () => {
  const { recorder, actor, onSubmit } = startForm()
  const before = lastOf(recorder, 'value.changed') - 1
  actor.send({ type: 'submit.requested' })
  expect(checkResumability(recorder, actor.sessionId, recorder.read().steps.at(-1)!.n)).toBe('runs')
  resumeActor(recorder, actor.sessionId, before)
  const { value, context } = actor.getSnapshot()
  expect([value, context.values, [...context.touched]]).toEqual(['editing', { name: 'a' }, []])
  actor.send({ type: 'submit.requested' })
  expect([actor.getSnapshot().value, onSubmit.mock.calls.length]).toEqual(['submitting', 2])
  const other = startForm(v.strictObject({ password: v.string() }) as never, 'password')
  expect(checkResumability(other.recorder, other.actor.sessionId, lastOf(other.recorder, 'value.changed'))).toBe(
    'partial',
  )
})

test('allows resuming list, filters, form, selection and drag machines, but never the session machine', () => {
  const resumes = ({ config }: { config: object }) => (config as { meta?: { resumes?: unknown } }).meta?.resumes
  expect([createListMachine(), filtersMachine, formMachine, selectionMachine, dragMachine].map(resumes)).toEqual([
    ['loadPage', 'prefetchPage'],
    [],
    [],
    [],
    [],
  ])
  const recorder = recorded()
  const restoring = { restoreSession: fromPromise(() => new Promise<never>(() => {})) } as never
  const session = createActor(sessionMachine.provide({ actors: restoring }), { inspect: recorder.record }).start()
  expect(checkResumability(recorder, session.sessionId, recorder.read().steps.at(-1)!.n)).toBe('no')
})

test('does not resume an actor that ended or did not exist yet', () => {
  const recorder = recorded()
  const actor = createActor(selectionMachine, { inspect: recorder.record }).start()
  const { n } = recorder.read().steps.at(-1)!
  expect([checkResumability(recorder, actor.sessionId, n), checkResumability(recorder, actor.sessionId, 0)]).toEqual([
    'yes',
    'no',
  ])
  actor.stop()
  expect(checkResumability(recorder, actor.sessionId, n)).toBe('no')
  expect(checkResumability(recorder, 'nobody', n)).toBe('no')
})
