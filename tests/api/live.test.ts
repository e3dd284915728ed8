import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LiveNews, readLive } from '../../src/api/live.ts'
import { tinyGlb } from '../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: TestAccount
let model: string

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  model = (await server.upload(admin, tinyGlb())).url
})
afterAll(() => server.close())

const make = (name: string) =>
  admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model } })

/** Reads until so much was told, then stops. */
function reading(
  count: number,
  options: {
    after?: string
    fresh?: (rejected?: string) => string | undefined
    refused?: (token?: string) => void
  } = {},
) {
  const news: LiveNews[] = []
  const stop = new AbortController()
  let opened = () => {}
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve
  })
  const done = readLive({
    apiBase: 'http://house.test',
    tokens: {
      fresh: async (rejected) => (options.fresh ?? (() => admin.token))(rejected),
      refused: (token) => options.refused?.(token),
      current: () => undefined,
    },
    fetch: server.fetch as typeof globalThis.fetch,
    signal: stop.signal,
    after: options.after,
    onOpen: opened,
    onNews: (it) => {
      news.push(it)
      if (news.length === count) stop.abort()
    },
  })
  return { isOpen, done, news }
}

test('events come as they happen, and who reads again goes on where they were', async () => {
  const first = reading(1)
  await first.isOpen
  const { id, createdAt } = await make('A')
  const locked = await admin.client.assets.lock({ id, body: {} })
  await first.done
  expect(first.news).toEqual([
    { type: 'event.received', event: { key: 'asset.v1.created', id, at: createdAt }, eventId: expect.any(String) },
  ])
  const [heard] = first.news
  const second = reading(1, { after: (heard as { eventId: string }).eventId })
  await second.done
  expect(second.news[0]).toMatchObject({ event: { key: 'asset.v1.locked', id, at: locked.updatedAt } })
})

test('that somebody came to an asset is told to who is there, and is no place to go on from', async () => {
  const { id } = await make('A')
  const { isOpen, news, done } = reading(1)
  await isOpen
  await admin.client.presence.announce({ id, body: { tab: '1', is: 'looking' } })
  await done
  expect(news).toEqual([{ type: 'presence.heard', assetId: id }])
})

test('an unknown place is told as a gap', async () => {
  const { news, done } = reading(1, { after: 'of-yesterday' })
  await done
  expect(news).toEqual([{ type: 'gap.found' }])
})

test('the end of the stream is no failure, a refusal is one', async () => {
  const { isOpen, done } = reading(1)
  await isOpen
  server.deps.events.close()
  await done
  const refused = reading(1, { fresh: () => undefined })
  await expect(refused.done).rejects.toMatchObject({ kind: 'http', service: 'events', status: 401 })
})

test('a token that is refused is exchanged once', async () => {
  const asked: (string | undefined)[] = []
  const { isOpen, done } = reading(1, {
    fresh: (rejected) => {
      asked.push(rejected)
      return rejected ? admin.token : 'a.b.c'
    },
  })
  await isOpen
  await make('A')
  await done
  expect(asked).toEqual([undefined, 'a.b.c'])
})

test('a refusal says when to come again', async () => {
  const answers = [
    ['30', 30],
    ['0', 0],
    [undefined, undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['-1', undefined],
    ['1e9', undefined],
  ] as const
  for (const [told, retryAfter] of answers) {
    const headers: Record<string, string> = told === undefined ? {} : { 'retry-after': told }
    const refused = readLive({
      apiBase: 'http://house.test',
      tokens: { fresh: async () => admin.token, current: () => undefined },
      fetch: async () => new Response('{}', { status: 429, headers }),
      signal: new AbortController().signal,
      after: undefined,
      onOpen: () => {},
      onNews: () => {},
    })
    await expect(refused).rejects.toMatchObject({ kind: 'http', status: 429, retryAfter })
  }
})

test.each([204, 503])('an answer of %i without anything to read is no stream', async (status) => {
  const refused = readLive({
    apiBase: 'http://house.test',
    tokens: { fresh: async () => admin.token, current: () => undefined },
    fetch: async () => new Response(null, { status }),
    signal: new AbortController().signal,
    after: undefined,
    onOpen: () => {},
    onNews: () => {},
  })
  await expect(refused).rejects.toMatchObject({ kind: 'http', status })
})

test('who stops while the connection breaks is told of no fault', async () => {
  const stop = new AbortController()
  const broken = new ReadableStream({
    pull: (it) => {
      stop.abort()
      it.error(new Error('reset'))
    },
  })
  const done = readLive({
    apiBase: 'http://house.test',
    tokens: { fresh: async () => admin.token, current: () => undefined },
    fetch: async () => new Response(broken),
    signal: stop.signal,
    after: undefined,
    onOpen: () => {},
    onNews: () => {},
  })
  expect(await done).toBe(undefined)
})

test('a new token that is refused too ends the session', async () => {
  const over: unknown[] = []
  const { done } = reading(1, {
    fresh: (rejected) => (rejected ? 'nor.this.one' : 'no.such.token'),
    refused: (token) => over.push(token),
  })
  await expect(done).rejects.toMatchObject({ status: 401 })
  expect(over).toEqual(['nor.this.one'])
})
