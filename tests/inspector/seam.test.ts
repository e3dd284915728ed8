import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, createMachine, fromPromise } from 'xstate'
import { createRecorder } from '../../src/inspector/recorder.ts'

beforeEach(() => {
  vi.resetModules()
  return () => void vi.unstubAllGlobals()
})

/** Imports the app's actor registry and the inspector's observer, as a newly opened page does. */
const openApp = async () => ({
  ...(await import('../../src/actor-registry.ts')),
  ...(await import('../../src/inspector/observe-actors.ts')),
})
const machine = createMachine({
  id: 'a',
  invoke: { id: 'wait', src: fromPromise(() => new Promise(() => {})) },
  on: { go: {} },
})
const startActor = (registerActor: (actor: ReturnType<typeof createMachineActor>) => void) => {
  const actor = createMachineActor()
  registerActor(actor)
  return actor.start()
}
const createMachineActor = () => createActor(machine)
const observersOf = (actor: ReturnType<typeof createMachineActor>): number => {
  let registeredCount = 0
  const { system } = actor as unknown as { system: { _sendInspectionEvent: (event: unknown) => void } }
  // The event is created only if there is an observer.
  system._sendInspectionEvent({
    get type() {
      registeredCount += 1
      return 'asked'
    },
  })
  return registeredCount
}

test('emits inspection events only while there is an observer', async () => {
  const { registerActor, observeActors } = await openApp()
  const actor = startActor(registerActor)
  expect(observersOf(actor)).toBe(0)
  const receivedTypes: string[] = []
  const stop = observeActors((event) => receivedTypes.push(event.type))
  expect(receivedTypes).toEqual([])
  actor.send({ type: 'go' })
  expect(receivedTypes).toContain('@xstate.snapshot')
  stop()
  const after = receivedTypes.length
  actor.send({ type: 'go' })
  startActor(registerActor).send({ type: 'go' })
  expect([receivedTypes.length, observersOf(actor)]).toEqual([after, 0])
})

test('records an actor started during inspection from its start, and only once if registered twice', async () => {
  const { registerActor, observeActors } = await openApp()
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  observeActors(recorder.record)
  startActor((actor) => {
    registerActor(actor)
    registerActor(actor)
  })
  expect(recorder.read().steps.map(({ event }) => event)).toEqual([{ type: 'xstate.init' }])
  expect(recorder.read().actors.map(({ name }) => name)).toEqual(['a', 'wait'])
})

test('adopts actors that were started before the inspector, with their running children', async () => {
  const { registerActor, observeActors, runningRootActors } = await openApp()
  const actor = startActor(registerActor)
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  observeActors(recorder.record)
  recorder.adopt(runningRootActors())
  expect(recorder.read().actors.map(({ name, parent, status }) => [name, parent, status])).toEqual([
    ['a', undefined, 'active'],
    ['wait', actor.sessionId, 'active'],
  ])
  actor.send({ type: 'go' })
  expect(recorder.read().steps.map(({ event }) => event)).toEqual([{ type: 'inspector.attached' }, { type: 'go' }])
})

test('notifies an inspector of each root actor that is registered', async () => {
  const { registerActor, rootActorListeners } = await openApp()
  const onRegister = vi.fn()
  rootActorListeners.add(onRegister)
  const actor = startActor(registerActor)
  expect(onRegister.mock.calls).toEqual([[actor]])
})

test('opens the inspector by URL parameter or session storage, and tolerates missing storage', async () => {
  const { INSPECTOR_OPEN_KEY, isInspectorRequested } = await openApp()
  expect(isInspectorRequested()).toBe(false)
  const storedItems = new Map<string, string>()
  vi.stubGlobal('location', { search: '?a=1&inspect' })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => storedItems.get(key) ?? null })
  expect(isInspectorRequested()).toBe(true)
  vi.stubGlobal('location', { search: '?inspector=1' })
  expect(isInspectorRequested()).toBe(false)
  storedItems.set(INSPECTOR_OPEN_KEY, '1')
  expect(isInspectorRequested()).toBe(true)
  storedItems.set(INSPECTOR_OPEN_KEY, '')
  expect(isInspectorRequested()).toBe(false)
})
