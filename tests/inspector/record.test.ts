import { expect, test } from 'vitest'
import { assign, createActor, emit, fromPromise, raise, setup } from 'xstate'
import { createDesk } from '../../src/inspector/desk.ts'
import { applied, differences } from '../../src/inspector/patch.ts'
import { createRecorder, type Recorder } from '../../src/inspector/record.ts'
import { contextAt, typeOf } from '../../src/inspector/recording.ts'
import { createTravel } from '../../src/inspector/travel.ts'

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

/** A counter that a recorder hears. */
function counted(recorder: Recorder = createRecorder({ version: 'a', page: () => '/', now: () => 5 })) {
  const actor = createActor(counter, { inspect: recorder.hear }).start()
  return { recorder, actor, last: () => recorder.read().steps.at(-1)! }
}

test('a step says what was taken, asked, done and told, and what changed', () => {
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

test('two of one machine are told apart by the part of the page that their views name', () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  for (const id of ['rows', 'columns', undefined])
    createActor(counter, { inspect: recorder.hear, ...(id && { id }) }).start()
  expect(recorder.read().actors.map(({ name, about }) => [name, about])).toEqual([
    ['counter', 'rows'],
    ['wait', undefined],
    ['counter', 'columns'],
    ['wait', undefined],
    ['counter', undefined],
    ['wait', undefined],
  ])
})

test('an event that a guard refused is told with that guard, and one that nothing hears as that', () => {
  const { actor, last } = counted()
  actor.send({ type: 'more' })
  actor.send({ type: 'more' })
  actor.send({ type: 'more' })
  expect(last()).toMatchObject({ outcome: 'refused', guards: [{ name: 'isSmall', says: false }], changes: [] })
  actor.send({ type: 'other' } as never)
  expect(last()).toMatchObject({ outcome: 'ignored', transitions: [] })
})

/** A flow that a start leads on in: to where its guard says, over a state that rests for no time. */
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
  // As the page does it: who looks is told of what is made already.
  actor.system.inspect(recorder.hear)
  actor.start()
  return { actor, last: () => recorder.read().steps.at(-1)! }
}

test('what a start led on to by itself is named, with what was asked and done on the way', () => {
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

test('a state that is entered again is left and begun again, by what is inside it and by itself', () => {
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

test('an actor that is begun again after it was stopped runs, and one that was stopped stands nowhere', () => {
  const { actor, recorder } = counted()
  const seen = () => recorder.read().actors[0]!
  actor.stop()
  expect(createDesk(recorder, createTravel(recorder)).situation(actor.sessionId, null).outlooks).toEqual([])
  // As React does where an effect is undone and done again.
  Object.assign(actor, { _processingStatus: 0 })
  const { _initState } = actor as unknown as { _initState?: (snapshot?: unknown) => void }
  _initState?.call(actor)
  actor.start()
  expect([seen().status, seen().endedAt]).toEqual(['active', undefined])
})

test('an actor that is stopped ends, and nothing keeps its emissions', () => {
  const { actor, recorder } = counted()
  actor.stop()
  expect(recorder.read().actors[0]).toMatchObject({ status: 'stopped', endedAt: 5 })
})

test('a recorder that stopped copies nothing more of what an actor emits', () => {
  const { actor, recorder, last } = counted()
  recorder.stop()
  actor.send({ type: 'more' })
  expect(last()).toMatchObject({ event: { type: 'more' }, emitted: [] })
})

test('whoever listens late finds the actors that run, as they stand', () => {
  const actor = createActor(counter).start()
  actor.send({ type: 'more' })
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  recorder.adopt([actor])
  expect(recorder.read().steps).toMatchObject([{ value: 'on', whole: { n: 1 } }])
})

test('the differences of each step lead to its context, from any whole one on', () => {
  const { actor, recorder } = counted()
  for (let n = 0; n < 120; n++) {
    actor.send({ type: 'put', rows: Array.from({ length: n % 7 }, (_, i) => ({ i, n })) })
    const { steps } = recorder.read()
    expect(contextAt(steps, actor.sessionId, steps.at(-1)!.n)).toEqual({ ...actor.getSnapshot().context })
  }
  const { steps } = recorder.read()
  expect(steps.filter(({ whole }) => whole !== undefined).length).toBe(3)
})

test('of more steps than are kept the oldest go first, and what is left still has its context', () => {
  const { actor, recorder } = counted()
  for (let n = 0; n < 2100; n++) actor.send({ type: 'put', rows: [n] })
  const { steps } = recorder.read()
  expect(steps.length).toBe(2000)
  expect(steps[0]!.n).toBe(102)
  expect(contextAt(steps, actor.sessionId, 102)).toEqual({ n: 0, rows: [100] })
})

test('what changed much is kept only as far as there is room', () => {
  const { actor, recorder } = counted()
  for (let n = 0; n < 1500; n++) actor.send({ type: 'put', rows: [`${n}`.padEnd(1900, 'x'), `${n}`.padEnd(1900, 'y')] })
  const { steps } = recorder.read()
  expect(steps.length).toBeLessThan(1400)
  expect(contextAt(steps, actor.sessionId, steps.at(-1)!.n)).toMatchObject({
    rows: [/^1499x/, /^1499y/].map((it) => expect.stringMatching(it)),
  })
})

test('a recorder that rests keeps nothing, and goes on from where the actor then stands', () => {
  const { actor, recorder } = counted()
  recorder.pause(true)
  actor.send({ type: 'more' })
  expect(recorder.read().steps.map(typeOf)).toEqual(['xstate.init'])
  recorder.pause(false)
  actor.send({ type: 'more' })
  const { steps } = recorder.read()
  expect(contextAt(steps, actor.sessionId, steps.at(-1)!.n)).toEqual({ n: 2, rows: [] })
})

test('differences, put on what was before, give what is now', () => {
  const before = { a: [1, { b: 2 }], gone: 'x', ['__proto__x']: null }
  const now = { a: [1, { b: 3 }], new: { deep: [] } }
  const patches = differences(before, now)
  expect(applied(before, patches)).toEqual(now)
  expect(patches).toContainEqual({ at: ['a', '1', 'b'], to: 3 })
  expect(differences(now, now)).toEqual([])
})

test('a node of the page, a file, a huge list and a ring are described, not walked', () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const ring: Record<string, unknown> = {}
  ring['self'] = ring
  const told = recorder.copy({
    node: new Division(),
    file: new File(['abc'], 'a.png'),
    list: Array.from({ length: 1000 }, (_, n) => n),
    text: 'x'.repeat(100_000),
    ring,
    act: () => {},
  }) as Record<string, unknown>
  expect(told['node']).toBe('<div>')
  expect(told['file']).toBe('File (3)')
  expect((told['list'] as unknown[]).length).toBe(201)
  expect(String(told['text']).length).toBeLessThan(2100)
  expect(JSON.stringify(told['ring']).length).toBeLessThan(200)
  expect(told['act']).toBe('ƒ')
})
