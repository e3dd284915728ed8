import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assign, createActor, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { enlist } from '../../src/inspect-seam.ts'
import { passTimer, timersOf } from '../../src/inspector/outlook.ts'
import { createSuspension } from '../../src/inspector/suspend.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What an actor heard, in its order, by what is asked, answered, ticked and waited for. */
const log = setup({
  types: {} as { context: { heard: string[] }; events: { type: string; of?: string } },
  actors: {
    ask: fromPromise(async (): Promise<string> => {
      await new Promise((answer) => setTimeout(answer, 100))
      return 'answer'
    }),
    tick: fromCallback(({ sendBack, receive }) => {
      receive(() => sendBack({ type: 'echo' }))
      const pace = setInterval(() => sendBack({ type: 'tick' }), 300)
      return () => clearInterval(pace)
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

const begun = () => {
  const actor = createActor(log)
  enlist(actor)
  return actor.start()
}
type Begun = ReturnType<typeof begun>
const heard = (actor: Begun) => actor.getSnapshot().context.heard
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const ANSWER = 'xstate.done.actor.ask'
const DELAY = 'xstate.after.1000.log.waiting'

test('what is sent, answered and ticked while actors are suspended waits, and is heard afterwards in its order', async () => {
  const [one, other] = [begun(), begun()]
  const { suspend, waiting } = createSuspension()
  suspend(true)
  one.send({ type: 'said' })
  await pass(150)
  other.send({ type: 'called' })
  await pass(160)
  expect([heard(one), heard(other)]).toEqual([[], []])
  // Two events, two answers and two ticks.
  expect(waiting()).toBe(6)
  suspend(false)
  expect([heard(one), heard(other), waiting()]).toEqual([
    ['said', ANSWER, 'tick'],
    [ANSWER, 'called', 'echo', 'tick'],
    null,
  ])
  one.send({ type: 'said' })
  expect(heard(one).at(-1)).toBe('said')
})

test('delays rest: afterwards as much is left of each as was, and a state that was left waits for nothing', async () => {
  const [one, other] = [begun(), begun()]
  await pass(500)
  expect(timersOf(one, Date.now())).toMatchObject([{ delay: 1000, left: 600 }])
  const { suspend } = createSuspension()
  suspend(true)
  other.send({ type: 'left' })
  await pass(60_000)
  expect(timersOf(one, Date.now())).toMatchObject([{ delay: 1000, left: 600 }])
  suspend(false)
  expect(timersOf(one, Date.now())).toMatchObject([{ delay: 1000, left: 600 }])
  await pass(590)
  expect([one.getSnapshot().value, other.getSnapshot().value]).toEqual(['waiting', 'waiting'])
  await pass(20)
  // The other was left and asked anew: its delay began again.
  expect([one.getSnapshot().value, other.getSnapshot().value]).toEqual(['over', 'waiting'])
  expect(heard(one).filter((type) => type === DELAY)).toEqual([DELAY])
})

test('a delay that is let pass meanwhile is heard afterwards, once', async () => {
  const actor = begun()
  await pass(200)
  const { suspend } = createSuspension()
  suspend(true)
  const [timer] = timersOf(actor, Date.now())
  passTimer(actor, timer!.id)
  expect([timersOf(actor, Date.now()), actor.getSnapshot().value]).toEqual([[], 'waiting'])
  suspend(false)
  expect(actor.getSnapshot().value).toBe('over')
  await pass(5000)
  expect(heard(actor).filter((type) => type === DELAY)).toEqual([DELAY])
})

test('one that is started meanwhile waits from its start, one that is stopped meanwhile hears nothing more', async () => {
  const stopped = begun()
  const { suspend } = createSuspension()
  suspend(true)
  const started = begun()
  stopped.send({ type: 'said' })
  started.send({ type: 'said' })
  await pass(200)
  stopped.stop()
  expect(heard(started)).toEqual([])
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  suspend(false)
  warned.mockRestore()
  expect([heard(started), heard(stopped)]).toEqual([['said', ANSWER], []])
  await pass(1010)
  expect(started.getSnapshot().value).toBe('over')
  expect(stopped.getSnapshot().status).toBe('stopped')
})

test('while it is not asked for, nothing of a system is another; to ask twice is to ask once', () => {
  const actor = begun()
  const { system } = actor as unknown as { system: { _relay: unknown; scheduler: { schedule: unknown } } }
  const before = [system._relay, system.scheduler.schedule]
  const { suspend, subscribe, waiting } = createSuspension()
  expect([system._relay, system.scheduler.schedule]).toEqual(before)
  const told = vi.fn()
  const stop = subscribe(told)
  suspend(true)
  suspend(true)
  actor.send({ type: 'said' })
  expect(told).toHaveBeenCalledTimes(2)
  suspend(false)
  suspend(false)
  stop()
  expect([system._relay, system.scheduler.schedule, waiting()]).toEqual([...before, null])
  expect(heard(actor)).toEqual(['said'])
})
