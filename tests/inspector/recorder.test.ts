import { expect, test } from 'vitest'
import { assign, createActor, emit, fromPromise, raise, setup } from 'xstate'
import { createInspectorController } from '../../src/inspector/inspector-controller.ts'
import { applyPatches, diffValues } from '../../src/inspector/patch.ts'
import { createRecorder, type Recorder } from '../../src/inspector/recorder.ts'
import { contextAt, eventTypeOf } from '../../src/inspector/recording.ts'
import { createTimeTravel } from '../../src/inspector/time-travel.ts'

const counter = setup({
  types: {} as { context: { n: number; rows: unknown[] }; events: { type: 'more' } | { type: 'put'; rows: unknown[] } },
  guards: { isSmall: ({ context }) => context.n < 2 },
  actions: {
    count: assign({ n: ({ context }) => context.n + 1 }),
    tell: emit({ type: 'counted' } as never),
    put: assign({ rows: ({ event }) => (event as { rows: unknown[] }).rows }),
  },
  actors: { wait: fromPromise(() => new Promise(() => {})) },
}).createMachine({
  id: 'counter',
  context: { n: 0, rows: [] },
  initial: 'on',
  states: {
    on: {
      invoke: { id: 'wait', src: 'wait' },
      on: { more: { guard: 'isSmall', actions: ['count', 'tell'] }, put: { actions: 'put' } },
    },
  },
})

class Division {
  nodeName = 'DIV'
  self = this
  get children(): never {
    throw new Error('walked')
  }
}

function counted(recorder: Recorder = createRecorder({ version: 'a', page: () => '/', now: () => 5 })) {
  const actor = createActor(counter, { inspect: recorder.record }).start()
  return { recorder, actor, last: () => recorder.read().steps.at(-1)! }
}

test('records transitions, guards, actions, emitted events and changes of a step', () => {
  const { actor, recorder, last } = counted()
  expect(last()).toMatchObject({ event: { type: 'xstate.init' }, began: ['wait'], whole: { n: 0, rows: [] } })
  actor.send({ type: 'more' })
  expect(last()).toMatchObject({
    outcome: 'taken',
    transitions: ['counter.on|more|0'],
    guards: [{ at: 'counter.on|more|0', name: 'isSmall', says: true }],
    actions: ['count', 'tell'],
    emitted: [{ type: 'counted' }],
    changes: [{ at: ['n'], to: 1 }],
  })
  expect(recorder.read().actors.map(({ name, src }) => [name, src])).toEqual([
    ['counter', undefined],
    ['wait', 'wait'],
  ])
})

test('distinguishes actors of one machine by the ids that their views give them', () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  for (const id of ['rows', 'columns', undefined])
    createActor(counter, { inspect: recorder.record, ...(id && { id }) }).start()
  expect(recorder.read().actors.map(({ name, about }) => [name, about])).toEqual([
    ['counter', 'rows'],
    ['wait', undefined],
    ['counter', 'columns'],
    ['wait', undefined],
    ['counter', undefined],
    ['wait', undefined],
  ])
})

test('records a refused event with its guard, and an unhandled event as ignored', () => {
  const { actor, last } = counted()
  actor.send({ type: 'more' })
  actor.send({ type: 'more' })
  actor.send({ type: 'more' })
  expect(last()).toMatchObject({ outcome: 'refused', guards: [{ name: 'isSmall', says: false }], changes: [] })
  actor.send({ type: 'other' } as never)
  expect(last()).toMatchObject({ outcome: 'ignored', transitions: [] })
})

/** Machine that leaves its first state immediately, by an eventless transition. */
const flow = setup({
  types: {} as { context: { n: number }; events: { type: 'again' | 'raised' | 'over' }; input: { n: number } },
  guards: { isHigh: ({ context }) => context.n > 5, isLow: ({ context }) => context.n < 2 },
  actions: {
    count: assign({ n: ({ context }) => context.n + 1 }),
    leave: () => {},
    signal: raise({ type: 'raised' }),
  },
  actors: { wait: fromPromise(() => new Promise(() => {})) },
}).createMachine({
  id: 'flow',
  context: ({ input }) => input,
  initial: 'first',
  states: {
    first: {
      entry: 'count',
      always: [{ guard: 'isHigh', target: 'high' }, { guard: 'isLow', target: 'low.inner' }, { target: 'high' }],
    },
    high: {},
    low: {
      initial: 'inner',
      on: { again: '.inner', over: { target: 'low', reenter: true } },
      states: {
        inner: {
          entry: 'signal',
          exit: 'leave',
          invoke: { id: 'wait', src: 'wait' },
          after: { 100: {} },
          on: { raised: { guard: 'isLow', actions: 'count' } },
        },
      },
    },
  },
})

const flowing = (n: number) => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const actor = createActor(flow, { input: { n } })
  // Adds the observer after the actor is created, as the page does.
  actor.system.inspect(recorder.record)
  actor.start()
  return { actor, last: () => recorder.read().steps.at(-1)! }
}

test('records eventless transitions at the start with their guards and actions', () => {
  const { actor, last } = flowing(0)
  expect(last()).toMatchObject({
    event: { type: 'xstate.init' },
    transitions: ['flow.first||1', 'flow.low.inner|raised|0'],
    guards: [
      { at: 'flow.first||0', name: 'isHigh', says: false },
      { at: 'flow.first||1', name: 'isLow', says: true },
      { at: 'flow.low.inner|raised|0', name: 'isLow', says: true },
    ],
    actions: ['count', 'signal', 'count'],
    began: ['wait', 'after 100'],
    ended: [],
    value: { low: 'inner' },
    whole: { n: 2 },
  })
  expect(actor.getSnapshot().context).toEqual({ n: 2 })
  expect(flowing(9).last()).toMatchObject({ transitions: ['flow.first||0'], actions: ['count'], value: 'high' })
})

test('records exit and entry of a state if its child or the state itself is re-entered', () => {
  const { actor, last } = flowing(0)
  for (const type of ['again', 'over'] as const) {
    actor.send({ type })
    expect(last()).toMatchObject({
      actions: ['leave', 'signal'],
      began: ['wait', 'after 100'],
      ended: ['wait', 'after 100'],
    })
  }
})

test('shows a restarted actor as running, and no possible events for a stopped actor', () => {
  const { actor, recorder } = counted()
  const firstActor = () => recorder.read().actors[0]!
  actor.stop()
  expect(
    createInspectorController(recorder, createTimeTravel(recorder)).actorStatus(actor.sessionId, null).eventPreviews,
  ).toEqual([])
  // Starts the actor again, as React does when it repeats an effect.
  Object.assign(actor, { _processingStatus: 0 })
  const { _initState } = actor as unknown as { _initState?: (snapshot?: unknown) => void }
  _initState?.call(actor)
  actor.start()
  expect([firstActor().status, firstActor().endedAt]).toEqual(['active', undefined])
})

test('records the time at which an actor was stopped', () => {
  const { actor, recorder } = counted()
  actor.stop()
  expect(recorder.read().actors[0]).toMatchObject({ status: 'stopped', endedAt: 5 })
})

test('records no emitted events after the recorder was stopped', () => {
  const { actor, recorder, last } = counted()
  recorder.stop()
  actor.send({ type: 'more' })
  expect(last()).toMatchObject({ event: { type: 'more' }, emitted: [] })
})

test('adopts an actor that was started before the recorder, in its current state', () => {
  const actor = createActor(counter).start()
  actor.send({ type: 'more' })
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  recorder.adopt([actor])
  expect(recorder.read().steps).toMatchObject([{ value: 'on', whole: { n: 1 } }])
})

test('restores the context at every step from stored complete contexts and later differences', () => {
  const { actor, recorder } = counted()
  for (let n = 0; n < 120; n++) {
    actor.send({ type: 'put', rows: Array.from({ length: n % 7 }, (_, i) => ({ i, n })) })
    const { steps } = recorder.read()
    expect(contextAt(steps, actor.sessionId, steps.at(-1)!.n)).toEqual({ ...actor.getSnapshot().context })
  }
  const { steps } = recorder.read()
  expect(steps.filter(({ whole }) => whole !== undefined).length).toBe(3)
})

test('removes the oldest steps above the limit, and keeps the context of the remaining steps', () => {
  const { actor, recorder } = counted()
  for (let n = 0; n < 2100; n++) actor.send({ type: 'put', rows: [n] })
  const { steps } = recorder.read()
  expect(steps.length).toBe(2000)
  expect(steps[0]!.n).toBe(102)
  expect(contextAt(steps, actor.sessionId, 102)).toEqual({ n: 0, rows: [100] })
})

test('removes the oldest steps if large changes exceed the limit of the total size', () => {
  const { actor, recorder } = counted()
  for (let n = 0; n < 1500; n++) actor.send({ type: 'put', rows: [`${n}`.padEnd(1900, 'x'), `${n}`.padEnd(1900, 'y')] })
  const { steps } = recorder.read()
  expect(steps.length).toBeLessThan(1400)
  expect(contextAt(steps, actor.sessionId, steps.at(-1)!.n)).toMatchObject({
    rows: [/^1499x/, /^1499y/].map((pattern) => expect.stringMatching(pattern)),
  })
})

test('records nothing while recording is paused, and continues from the actor’s current state', () => {
  const { actor, recorder } = counted()
  recorder.pause(true)
  actor.send({ type: 'more' })
  expect(recorder.read().steps.map(eventTypeOf)).toEqual(['xstate.init'])
  recorder.pause(false)
  actor.send({ type: 'more' })
  const { steps } = recorder.read()
  expect(contextAt(steps, actor.sessionId, steps.at(-1)!.n)).toEqual({ n: 2, rows: [] })
})

test('applyPatches restores the new value from the old value and the differences found by diffValues', () => {
  const before = { a: [1, { b: 2 }], gone: 'x', ['__proto__x']: null }
  const current = { a: [1, { b: 3 }], new: { deep: [] } }
  const patches = diffValues(before, current)
  expect(applyPatches(before, patches)).toEqual(current)
  expect(patches).toContainEqual({ at: ['a', '1', 'b'], to: 3 })
  expect(diffValues(current, current)).toEqual([])
})

test('describes a DOM node, a file, a huge list and a cycle without traversing them', () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const ring: Record<string, unknown> = {}
  ring['self'] = ring
  const copied = recorder.copy({
    node: new Division(),
    file: new File(['abc'], 'a.png'),
    list: Array.from({ length: 1000 }, (_, n) => n),
    text: 'x'.repeat(100_000),
    ring,
    act: () => {},
  }) as Record<string, unknown>
  expect(copied['node']).toBe('<div>')
  expect(copied['file']).toBe('File (3)')
  expect((copied['list'] as unknown[]).length).toBe(201)
  expect(String(copied['text']).length).toBeLessThan(2100)
  expect(JSON.stringify(copied['ring']).length).toBeLessThan(200)
  expect(copied['act']).toBe('ƒ')
})
