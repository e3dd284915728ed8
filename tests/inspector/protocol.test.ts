import { afterEach, expect, test, vi } from 'vitest'
import { assign, createActor, fromPromise, setup } from 'xstate'
import { linkAddress } from '../../src/inspector/link-address.ts'
import { createLink } from '../../src/inspector/protocol.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { startTool } from '../support/stately-tool.ts'

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

/** A machine that was told a password, a tool that listens, and the link between them. */
async function linked() {
  const tool = await startTool()
  tools.push(tool)
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const actor = createActor(machine, { inspect: recorder.hear }).start()
  const link = createLink({ address: tool.address, isOwn: true }, recorder)
  return { tool, recorder, actor, link }
}

test('nothing is sent, nor a connection begun, before the person agreed', async () => {
  const { tool, actor, link } = await linked()
  actor.send({ type: 'typed', password: 'correct horse 4711' })
  expect(link.state()).toBe('asking')
  link.stop()
  // One that does agree is heard: the tool does listen.
  link.start()
  await vi.waitFor(() => expect(tool.calls()).toBe(1))
  expect(link.state()).not.toBe('asking')
})

test('what was recorded and what is comes in the messages of Stately’s inspector, masked, without addresses', async () => {
  const { tool, actor, link } = await linked()
  link.start()
  await vi.waitFor(() => expect(link.state()).toBe('sending'))
  actor.send({ type: 'typed', password: 'correct horse 4711' })
  await vi.waitFor(() => expect(tool.texts.length).toBe(6))
  const common = { rootId: actor.sessionId, id: null, _version: '0.7.2', createdAt: expect.stringMatching(/^\d+$/) }
  const own = { ...common, sessionId: actor.sessionId }
  expect(tool.messages()).toEqual([
    {
      ...own,
      type: '@xstate.actor',
      name: 'sign',
      definition: expect.any(String),
      snapshot: { status: 'active', value: 'idle', context: { mail: '•@•', password: '' } },
    },
    { ...own, type: '@xstate.event', event: { type: 'xstate.init' } },
    {
      ...own,
      type: '@xstate.snapshot',
      event: { type: 'xstate.init' },
      snapshot: { status: 'active', value: 'idle', context: { mail: '•@•', password: '' } },
    },
    {
      ...common,
      sessionId: expect.any(String),
      type: '@xstate.actor',
      name: 'save',
      parentId: actor.sessionId,
      definition: '{"id":"save"}',
      snapshot: { status: 'active' },
    },
    { ...own, type: '@xstate.event', event: { type: 'typed', password: '•1' } },
    {
      ...own,
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

test('a tool that goes is told, and can be tried again from the beginning', async () => {
  const { tool, link, recorder } = await linked()
  link.start()
  await vi.waitFor(() => expect(tool.texts.length).toBe(3))
  await tool.close()
  await vi.waitFor(() => expect(link.state()).toBe('lost'))
  const other = await startTool()
  tools.splice(0, 1, other)
  const again = createLink({ address: other.address, isOwn: true }, recorder)
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
])('of %s it may be sent: %s', async (search, isOwn) => {
  const to = linkAddress(search)
  expect(to?.isOwn ?? null).toBe(isOwn)
  const opened = vi.fn()
  vi.stubGlobal('WebSocket', opened)
  if (to && !to.isOwn) createLink(to, createRecorder({ version: 'a', page: () => '/' })).start()
  expect(opened).not.toHaveBeenCalled()
})

test.each([
  [
    'an error and nothing else',
    class {
      onerror = () => {}
      close = () => {}
      constructor() {
        queueMicrotask(() => this.onerror())
      }
    },
  ],
  [
    'a throw',
    class {
      constructor() {
        throw new Error('refused')
      }
    },
  ],
])('what the policy of the page forbids, by %s, is told as not reached', async (_, Refused) => {
  vi.stubGlobal('WebSocket', Refused)
  const to = { address: 'ws://localhost:1/', isOwn: true }
  const link = createLink(to, createRecorder({ version: 'a', page: () => '/' }))
  link.start()
  await vi.waitFor(() => expect(link.state()).toBe('lost'))
})
