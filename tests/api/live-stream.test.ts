import { beforeEach, expect, test } from 'vitest'
import { type LiveStreamMessage, readLiveEvents } from '../../src/api/live-stream.ts'
import { buildTinyGlb } from '../support/glb.ts'
import type { TestAccount } from '../support/server.ts'
import { setUpTestServer } from '../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let model: string

beforeEach(async () => {
  admin = await server.account('admin')
  model = (await server.upload(admin, buildTinyGlb())).url
})

const make = (name: string) =>
  admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model } })

/** Reads until the given number of messages has arrived, then stops. */
function reading(
  count: number,
  options: {
    after?: string
    fresh?: (rejected?: string) => string | undefined
    refused?: (token?: string) => void
  } = {},
) {
  const messages: LiveStreamMessage[] = []
  const stop = new AbortController()
  let opened = () => {}
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve
  })
  const done = readLiveEvents({
    apiBase: 'http://house.test',
    tokens: {
      getFreshToken: async (rejected) => (options.fresh ?? (() => admin.token))(rejected),
      reportRejected: (token) => options.refused?.(token),
      getCurrentToken: () => undefined,
    },
    fetch: server.fetch as typeof globalThis.fetch,
    signal: stop.signal,
    lastEventId: options.after,
    onOpen: opened,
    onMessage: (it) => {
      messages.push(it)
      if (messages.length === count) stop.abort()
    },
  })
  return { isOpen, done, messages }
}

test('receives live events as they happen, and resumes after the last received event', async () => {
  const first = reading(1)
  await first.isOpen
  const { id, createdAt } = await make('A')
  const locked = await admin.client.assets.lock({ id, body: {} })
  await first.done
  expect(first.messages).toEqual([
    { type: 'event.received', event: { key: 'asset.v1.created', id, at: createdAt }, eventId: expect.any(String) },
  ])
  const [firstMessage] = first.messages
  const second = reading(1, { after: (firstMessage as { eventId: string }).eventId })
  await second.done
  expect(second.messages[0]).toMatchObject({ event: { key: 'asset.v1.locked', id, at: locked.updatedAt } })
})

test('reports that a user opened an asset, by a message without an event id', async () => {
  const { id } = await make('A')
  const { isOpen, messages, done } = reading(1)
  await isOpen
  await admin.client.presence.announce({ id, body: { tab: '1', is: 'looking' } })
  await done
  expect(messages).toEqual([{ type: 'presence.received', assetId: id }])
})

test('reports a gap if the server does not know the event id to resume after', async () => {
  const { messages, done } = reading(1, { after: 'of-yesterday' })
  await done
  expect(messages).toEqual([{ type: 'gap.found' }])
})

test('resolves when the server ends the stream, and rejects if the server refuses the stream', async () => {
  const { isOpen, done } = reading(1)
  await isOpen
  server.deps.events.close()
  await done
  const refused = reading(1, { fresh: () => undefined })
  await expect(refused.done).rejects.toMatchObject({ kind: 'http', service: 'events', status: 401 })
})

test('opens the stream with a new token if the server refuses the first token', async () => {
  const rejectedTokens: (string | undefined)[] = []
  const { isOpen, done } = reading(1, {
    fresh: (rejected) => {
      rejectedTokens.push(rejected)
      return rejected ? admin.token : 'a.b.c'
    },
  })
  await isOpen
  await make('A')
  await done
  expect(rejectedTokens).toEqual([undefined, 'a.b.c'])
})

test('rejects a refused stream with its Retry-After in seconds, and ignores a date or an invalid number', async () => {
  const responses = [
    ['30', 30],
    ['0', 0],
    [undefined, undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['-1', undefined],
    ['1e9', undefined],
  ] as const
  for (const [retryAfterHeader, retryAfter] of responses) {
    const headers: Record<string, string> = retryAfterHeader === undefined ? {} : { 'retry-after': retryAfterHeader }
    const refused = readLiveEvents({
      apiBase: 'http://house.test',
      tokens: { getFreshToken: async () => admin.token, getCurrentToken: () => undefined },
      fetch: async () => new Response('{}', { status: 429, headers }),
      signal: new AbortController().signal,
      lastEventId: undefined,
      onOpen: () => {},
      onMessage: () => {},
    })
    await expect(refused).rejects.toMatchObject({ kind: 'http', status: 429, retryAfter })
  }
})

test.each([204, 503])('rejects a stream response of %i without a body', async (status) => {
  const refused = readLiveEvents({
    apiBase: 'http://house.test',
    tokens: { getFreshToken: async () => admin.token, getCurrentToken: () => undefined },
    fetch: async () => new Response(null, { status }),
    signal: new AbortController().signal,
    lastEventId: undefined,
    onOpen: () => {},
    onMessage: () => {},
  })
  await expect(refused).rejects.toMatchObject({ kind: 'http', status })
})

test('resolves if the caller stops reading while the connection breaks', async () => {
  const stop = new AbortController()
  const broken = new ReadableStream({
    pull: (it) => {
      stop.abort()
      it.error(new Error('reset'))
    },
  })
  const done = readLiveEvents({
    apiBase: 'http://house.test',
    tokens: { getFreshToken: async () => admin.token, getCurrentToken: () => undefined },
    fetch: async () => new Response(broken),
    signal: stop.signal,
    lastEventId: undefined,
    onOpen: () => {},
    onMessage: () => {},
  })
  expect(await done).toBe(undefined)
})

test('reports the new token as rejected if the server refuses it too', async () => {
  const rejectedTokens: unknown[] = []
  const { done } = reading(1, {
    fresh: (rejected) => (rejected ? 'nor.this.one' : 'no.such.token'),
    refused: (token) => rejectedTokens.push(token),
  })
  await expect(done).rejects.toMatchObject({ status: 401 })
  expect(rejectedTokens).toEqual(['nor.this.one'])
})
