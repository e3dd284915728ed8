import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, createMachine, fromPromise, type InspectionEvent } from 'xstate'
import { createRecorder } from '../../src/inspector/record.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** The seam of a page that is opened just now, at an address. */
const seam = (search = '') => {
  vi.stubGlobal('location', { search })
  return import('../../src/inspect-seam.ts')
}
const machine = createMachine({
  id: 'a',
  invoke: { id: 'wait', src: fromPromise(() => new Promise(() => {})) },
  on: { go: {} },
})
const begun = (enlist: (actor: ReturnType<typeof made>) => void) => {
  const actor = made()
  enlist(actor)
  return actor.start()
}
const made = () => createActor(machine)
const observersOf = (actor: ReturnType<typeof made>): number => {
  let seen = 0
  const { system } = actor as unknown as { system: { _sendInspectionEvent: (event: unknown) => void } }
  // What it would tell is made only where somebody hears it.
  system._sendInspectionEvent({
    get type() {
      seen += 1
      return 'asked'
    },
  })
  return seen
}

test('while nobody looks XState tells nobody, from the moment somebody does it tells, and not after', async () => {
  const { enlist, attach } = await seam()
  const actor = begun(enlist)
  expect(observersOf(actor)).toBe(0)
  const heard: string[] = []
  expect(attach((event: InspectionEvent) => heard.push(event.type))).toEqual([actor])
  expect(heard).toEqual([])
  actor.send({ type: 'go' })
  expect(heard).toContain('@xstate.snapshot')
  attach(null)
  const after = heard.length
  actor.send({ type: 'go' })
  expect([heard.length, observersOf(actor)]).toEqual([after, 0])
})

test('where the address asks for it, what happens before the inspector comes is handed over, in its order', async () => {
  const { enlist, attach } = await seam('?inspect')
  const actor = begun(enlist)
  actor.send({ type: 'go' })
  const heard: InspectionEvent[] = []
  attach((event) => heard.push(event))
  expect(heard[0]).toMatchObject({ type: '@xstate.actor', actorRef: actor, rootId: actor.sessionId })
  expect(heard.filter(({ type }) => type === '@xstate.snapshot').map((it) => 'event' in it && it.event.type)).toEqual([
    'xstate.init',
    'xstate.init',
    'go',
  ])
  const before = heard.length
  actor.send({ type: 'go' })
  expect(heard.length).toBeGreaterThan(before)
})

test('one that begins while somebody looks is told from its start, once however often it is entered', async () => {
  const { enlist, attach } = await seam()
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  recorder.adopt(attach(recorder.hear))
  begun((actor) => {
    enlist(actor)
    enlist(actor)
  })
  expect(recorder.read().steps.map(({ event }) => event)).toEqual([{ type: 'xstate.init' }])
  expect(recorder.read().actors.map(({ name }) => name)).toEqual(['a', 'wait'])
})

test('who looks late sees what began before, with the children it runs', async () => {
  const { enlist, attach } = await seam()
  const actor = begun(enlist)
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  recorder.adopt(attach(recorder.hear))
  expect(recorder.read().actors.map(({ name, parent, status }) => [name, parent, status])).toEqual([
    ['a', undefined, 'active'],
    ['wait', actor.sessionId, 'active'],
  ])
  actor.send({ type: 'go' })
  expect(recorder.read().steps.map(({ event }) => event)).toEqual([{ type: 'inspector.attached' }, { type: 'go' }])
})

test('a host hears of every machine whoever looks, and a recorder that stopped hears of none', async () => {
  const { enlist } = await seam()
  const heard: InspectionEvent[] = []
  const actor = begun((it) => enlist(it, (event) => heard.push(event)))
  expect(heard[0]).toMatchObject({ type: '@xstate.actor', actorRef: actor })
  const before = heard.length
  actor.send({ type: 'go' })
  expect(heard.length).toBeGreaterThan(before)
})

test.each(['after ten seconds nobody came for it', 'when somebody signs out'])(
  'nothing is held %s, but who runs is found',
  async (when) => {
    const { enlist, attach, forgetHeld } = await seam('?inspect')
    const actor = begun(enlist)
    if (when.startsWith('after')) {
      vi.advanceTimersByTime(10_000)
      actor.send({ type: 'go' })
      expect(observersOf(actor)).toBe(0)
    } else forgetHeld()
    const heard: unknown[] = []
    expect(attach((event) => heard.push(event))).toEqual([actor])
    expect(heard).toEqual([])
  },
)

test('no more than 500 are held, the oldest go first', async () => {
  const { enlist, attach } = await seam('?inspect')
  const actor = begun(enlist)
  for (let n = 0; n < 600; n++) actor.send({ type: 'go', n } as never)
  const heard: { event?: { n?: number } }[] = []
  attach((event) => heard.push(event as never))
  expect(heard.length).toBe(500)
  expect(heard.at(-1)?.event?.n).toBe(599)
})

test('it opens by the address, or where it was open in this tab, and a browser that keeps nothing is no fault', async () => {
  const { ASKED, isAsked } = await seam()
  expect(isAsked()).toBe(false)
  const kept = new Map<string, string>()
  vi.stubGlobal('location', { search: '?a=1&inspect' })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
  expect(isAsked()).toBe(true)
  vi.stubGlobal('location', { search: '?inspector=1' })
  expect(isAsked()).toBe(false)
  kept.set(ASKED, '1')
  expect(isAsked()).toBe(true)
  kept.set(ASKED, '')
  expect(isAsked()).toBe(false)
})
