import { afterEach, expect, test, vi } from 'vitest'
import { assign, createActor, fromPromise, setup } from 'xstate'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { parseStatelyAddress } from '../../src/inspector/stately-address.ts'
import { createStatelyLink } from '../../src/inspector/stately-link.ts'
import { startStatelyTool } from '../support/stately-tool.ts'

const tools: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const tool of tools.splice(0)) await tool.close()
  vi.unstubAllGlobals()
})

const machine = setup({
  types: {} as { context: { mail: string; password: string }; events: { type: 'typed'; password: string } },
  actors: { save: fromPromise(() => new Promise(() => {})) },
}).createMachine({
  id: 'sign',
  context: { mail: 'mara@harbourlane.example', password: '' },
  initial: 'idle',
  states: {
    idle: { on: { typed: { target: 'saving', actions: assign({ password: ({ event }) => event.password }) } } },
    saving: { invoke: { id: 'save', src: 'save' } },
  },
})

/** Starts a listening tool and a recorded machine, and creates the link between them. */
async function linked() {
  const tool = await startStatelyTool()
  tools.push(tool)
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const actor = createActor(machine, { inspect: recorder.record }).start()
  const link = createStatelyLink({ address: tool.address, isLoopback: true }, recorder)
  return { tool, recorder, actor, link }
}

test('sends nothing and opens no connection before the user agrees', async () => {
  const { tool, actor, link } = await linked()
  actor.send({ type: 'typed', password: 'correct horse 4711' })
  expect(link.state()).toBe('asking')
  link.stop()
  // Control: after consent the tool gets a connection, so the tool was listening before.
  link.start()
  await vi.waitFor(() => expect(tool.calls()).toBe(1))
  expect(link.state()).not.toBe('asking')
})

test('sends the recording and later steps as Stately’s messages, masked and without e-mail addresses', async () => {
  const { tool, actor, link } = await linked()
  link.start()
  await vi.waitFor(() => expect(link.state()).toBe('sending'))
  actor.send({ type: 'typed', password: 'correct horse 4711' })
  await vi.waitFor(() => expect(tool.texts.length).toBe(6))
  const commonFields = {
    rootId: actor.sessionId,
    id: null,
    _version: '0.7.2',
    createdAt: expect.stringMatching(/^\d+$/),
  }
  const ownEvent = { ...commonFields, sessionId: actor.sessionId }
  expect(tool.messages()).toEqual([
    {
      ...ownEvent,
      type: '@xstate.actor',
      name: 'sign',
      definition: expect.any(String),
      snapshot: { status: 'active', value: 'idle', context: { mail: '•@•', password: '' } },
    },
    { ...ownEvent, type: '@xstate.event', event: { type: 'xstate.init' } },
    {
      ...ownEvent,
      type: '@xstate.snapshot',
      event: { type: 'xstate.init' },
      snapshot: { status: 'active', value: 'idle', context: { mail: '•@•', password: '' } },
    },
    {
      ...commonFields,
      sessionId: expect.any(String),
      type: '@xstate.actor',
      name: 'save',
      parentId: actor.sessionId,
      definition: '{"id":"save"}',
      snapshot: { status: 'active' },
    },
    { ...ownEvent, type: '@xstate.event', event: { type: 'typed', password: '•1' } },
    {
      ...ownEvent,
      type: '@xstate.snapshot',
      event: { type: 'typed', password: '•1' },
      snapshot: { status: 'active', value: 'saving', context: { mail: '•@•', password: '•1' } },
    },
  ])
  expect(JSON.parse(tool.messages()[0].definition)).toMatchObject({ id: 'sign', states: { saving: { invoke: {} } } })
  expect(tool.texts.join()).not.toMatch(/correct horse|mara@/)
  link.stop()
  actor.stop()
  await vi.waitFor(() => expect(link.state()).toBe('off'))
  expect(tool.texts.length).toBe(6)
})

test('reports that a tool has disconnected, and sends the complete recording to a new tool', async () => {
  const { tool, link, recorder } = await linked()
  link.start()
  await vi.waitFor(() => expect(tool.texts.length).toBe(3))
  await tool.close()
  await vi.waitFor(() => expect(link.state()).toBe('lost'))
  const other = await startStatelyTool()
  tools.splice(0, 1, other)
  const again = createStatelyLink({ address: other.address, isLoopback: true }, recorder)
  again.start()
  await vi.waitFor(() => expect(other.texts.length).toBe(3))
  again.stop()
})

test.each([
  ['', null],
  ['?inspect', null],
  ['?inspect=', null],
  ['?inspect=ws://localhost:8080', true],
  ['?a=1&inspect=ws%3A%2F%2F127.0.0.1%3A8080', true],
  ['?inspect=wss://[::1]:1/', true],
  ['?inspect=ws://evil.example', false],
  ['?inspect=ws://localhost.evil.example', false],
  ['?inspect=ws://localhost@evil.example', false],
  ['?inspect=ws://me:secret@localhost', false],
  ['?inspect=http://localhost', false],
  ['?inspect=javascript:alert(1)', false],
  ['?inspect=%3Cb%3E', false],
])('for the URL query "%s", allows sending to the named address: %s', async (search, isOwn) => {
  const to = parseStatelyAddress(search)
  expect(to?.isLoopback ?? null).toBe(isOwn)
  const openWindow = vi.fn()
  vi.stubGlobal('WebSocket', openWindow)
  if (to && !to.isLoopback) createStatelyLink(to, createRecorder({ version: 'a', page: () => '/' })).start()
  expect(openWindow).not.toHaveBeenCalled()
})

test.each([
  [
    'an error event',
    class {
      onerror = () => {}
      close = () => {}
      constructor() {
        queueMicrotask(() => this.onerror())
      }
    },
  ],
  [
    'an exception',
    class {
      constructor() {
        throw new Error('refused')
      }
    },
  ],
])('reports the connection as lost if the content security policy blocks it with %s', async (_, Refused) => {
  vi.stubGlobal('WebSocket', Refused)
  const to = { address: 'ws://localhost:1/', isLoopback: true }
  const link = createStatelyLink(to, createRecorder({ version: 'a', page: () => '/' }))
  link.start()
  await vi.waitFor(() => expect(link.state()).toBe('lost'))
})
