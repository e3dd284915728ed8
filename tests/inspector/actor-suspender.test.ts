import { beforeEach, expect, test, vi } from 'vitest'
import { assign, createActor, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { registerActor } from '../../src/actor-registry.ts'
import { createActorSuspender } from '../../src/inspector/actor-suspender.ts'
import { fireDelay, pendingDelaysOf } from '../../src/inspector/event-preview.ts'

beforeEach(() => void vi.useFakeTimers())

/** Records the events that an actor receives, in order: requests, responses, ticks and delays. */
const log = setup({
  types: {} as { context: { heard: string[] }; events: { type: string; of?: string } },
  actors: {
    ask: fromPromise(async (): Promise<string> => {
      await new Promise((answer) => setTimeout(answer, 100))
      return 'answer'
    }),
    tick: fromCallback(({ sendBack, receive }) => {
      receive(() => sendBack({ type: 'echo' }))
      const interval = setInterval(() => sendBack({ type: 'tick' }), 300)
      return () => clearInterval(interval)
    }),
  },
  actions: { keep: assign({ heard: ({ context, event }) => [...context.heard, event.type] }) },
}).createMachine({
  id: 'log',
  context: { heard: [] },
  initial: 'asking',
  invoke: { id: 'tick', src: 'tick' },
  on: {
    said: { actions: 'keep' },
    tick: { actions: 'keep' },
    echo: { actions: 'keep' },
    called: { actions: ['keep', sendTo('tick', { type: 'call' })] },
  },
  states: {
    asking: { invoke: { id: 'ask', src: 'ask', onDone: { target: 'waiting', actions: 'keep' } } },
    waiting: { after: { 1000: { target: 'over', actions: 'keep' } }, on: { left: 'asking' } },
    over: {},
  },
})

const startedActor = () => {
  const actor = createActor(log)
  registerActor(actor)
  return actor.start()
}
type Begun = ReturnType<typeof startedActor>
const receivedEvents = (actor: Begun) => actor.getSnapshot().context.heard
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const ANSWER = 'xstate.done.actor.ask'
const DELAY = 'xstate.after.1000.log.waiting'

test('queues events, responses and ticks while suspended, and then delivers them in the order of arrival', async () => {
  const [first, second] = [startedActor(), startedActor()]
  const { suspend, queuedEvents } = createActorSuspender()
  suspend(true)
  first.send({ type: 'said' })
  await pass(150)
  second.send({ type: 'called' })
  await pass(160)
  expect([receivedEvents(first), receivedEvents(second)]).toEqual([[], []])
  // Two events, two responses and two ticks.
  expect(queuedEvents()).toBe(6)
  suspend(false)
  expect([receivedEvents(first), receivedEvents(second), queuedEvents()]).toEqual([
    ['said', ANSWER, 'tick'],
    [ANSWER, 'called', 'echo', 'tick'],
    null,
  ])
  first.send({ type: 'said' })
  expect(receivedEvents(first).at(-1)).toBe('said')
})

test('keeps the remaining time of delays while suspended, and drops delays of an exited state', async () => {
  const [first, second] = [startedActor(), startedActor()]
  await pass(500)
  expect(pendingDelaysOf(first, Date.now())).toMatchObject([{ delay: 1000, remainingMs: 600 }])
  const { suspend } = createActorSuspender()
  suspend(true)
  second.send({ type: 'left' })
  await pass(60_000)
  expect(pendingDelaysOf(first, Date.now())).toMatchObject([{ delay: 1000, remainingMs: 600 }])
  suspend(false)
  expect(pendingDelaysOf(first, Date.now())).toMatchObject([{ delay: 1000, remainingMs: 600 }])
  await pass(590)
  expect([first.getSnapshot().value, second.getSnapshot().value]).toEqual(['waiting', 'waiting'])
  await pass(20)
  // The second actor re-entered its state, so its delay restarted.
  expect([first.getSnapshot().value, second.getSnapshot().value]).toEqual(['over', 'waiting'])
  expect(receivedEvents(first).filter((type) => type === DELAY)).toEqual([DELAY])
})

test('delivers a delay that was fired during a suspension only once, after resuming', async () => {
  const actor = startedActor()
  await pass(200)
  const { suspend } = createActorSuspender()
  suspend(true)
  const [timer] = pendingDelaysOf(actor, Date.now())
  fireDelay(actor, timer!.id)
  expect([pendingDelaysOf(actor, Date.now()), actor.getSnapshot().value]).toEqual([[], 'waiting'])
  suspend(false)
  expect(actor.getSnapshot().value).toBe('over')
  await pass(5000)
  expect(receivedEvents(actor).filter((type) => type === DELAY)).toEqual([DELAY])
})

test('suspends actors started during the suspension, and delivers nothing to actors stopped in it', async () => {
  const stoppedActor = startedActor()
  const { suspend } = createActorSuspender()
  suspend(true)
  const started = startedActor()
  stoppedActor.send({ type: 'said' })
  started.send({ type: 'said' })
  await pass(200)
  stoppedActor.stop()
  expect(receivedEvents(started)).toEqual([])
  const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {})
  suspend(false)
  warnSpy.mockRestore()
  expect([receivedEvents(started), receivedEvents(stoppedActor)]).toEqual([['said', ANSWER], []])
  await pass(1010)
  expect(started.getSnapshot().value).toBe('over')
  expect(stoppedActor.getSnapshot().status).toBe('stopped')
})

test('leaves the actor system unchanged while not suspended, and ignores repeated calls', () => {
  const actor = startedActor()
  const { system } = actor as unknown as { system: { _relay: unknown; scheduler: { schedule: unknown } } }
  const before = [system._relay, system.scheduler.schedule]
  const { suspend, subscribe, queuedEvents } = createActorSuspender()
  expect([system._relay, system.scheduler.schedule]).toEqual(before)
  const listener = vi.fn()
  const stop = subscribe(listener)
  suspend(true)
  suspend(true)
  actor.send({ type: 'said' })
  expect(listener).toHaveBeenCalledTimes(2)
  suspend(false)
  suspend(false)
  stop()
  expect([system._relay, system.scheduler.schedule, queuedEvents()]).toEqual([...before, null])
  expect(receivedEvents(actor)).toEqual(['said'])
})
