import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, createMachine, fromPromise } from 'xstate'
import { createRecorder } from '../../src/inspector/record.ts'

beforeEach(() => {
  vi.resetModules()
  return () => void vi.unstubAllGlobals()
})

/** The seam of a page that is opened just now, and how the inspector listens there. */
const opened = async () => ({
  ...(await import('../../src/inspect-seam.ts')),
  ...(await import('../../src/inspector/listen.ts')),
})
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
  const { enlist, listen } = await opened()
  const actor = begun(enlist)
  expect(observersOf(actor)).toBe(0)
  const heard: string[] = []
  const stop = listen((event) => heard.push(event.type))
  expect(heard).toEqual([])
  actor.send({ type: 'go' })
  expect(heard).toContain('@xstate.snapshot')
  stop()
  const after = heard.length
  actor.send({ type: 'go' })
  begun(enlist).send({ type: 'go' })
  expect([heard.length, observersOf(actor)]).toEqual([after, 0])
})

test('one that begins while somebody looks is told from its start, once however often it is entered', async () => {
  const { enlist, listen } = await opened()
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  listen(recorder.hear)
  begun((actor) => {
    enlist(actor)
    enlist(actor)
  })
  expect(recorder.read().steps.map(({ event }) => event)).toEqual([{ type: 'xstate.init' }])
  expect(recorder.read().actors.map(({ name }) => name)).toEqual(['a', 'wait'])
})

test('who looks late sees what began before, with the children it runs, and what happens from then', async () => {
  const { enlist, listen, roots } = await opened()
  const actor = begun(enlist)
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  listen(recorder.hear)
  recorder.adopt(roots())
  expect(recorder.read().actors.map(({ name, parent, status }) => [name, parent, status])).toEqual([
    ['a', undefined, 'active'],
    ['wait', actor.sessionId, 'active'],
  ])
  actor.send({ type: 'go' })
  expect(recorder.read().steps.map(({ event }) => event)).toEqual([{ type: 'inspector.attached' }, { type: 'go' }])
})

test('one that looks on is told of each root before it starts', async () => {
  const { enlist, lookers } = await opened()
  const seen = vi.fn()
  lookers.add(seen)
  const actor = begun(enlist)
  expect(seen.mock.calls).toEqual([[actor]])
})

test('it opens by the address, or where it was open in this tab, and a browser that keeps nothing is no fault', async () => {
  const { ASKED, isAsked } = await opened()
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
