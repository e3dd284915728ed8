import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPresence, MOST_OF_ASSET, MOST_PAGES, MOST_WORDS, type Word } from '../../../server/events/presence.ts'
import { sharePresence } from '../../../server/events/share-presence.ts'
import { MOST_PRESENT, PRESENT_FOR_MS } from '../../../src/api/contract/presence.ts'
import { noPostgres, TestPostgres } from '../../support/postgres.ts'
import { addAsset } from '../../support/put-rows.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

/** Who is where, by itself, with a clock and the ends of sessions in the test's hands. */
function alone(most?: number) {
  let time = 0
  const ends = new Map<string, () => void>()
  const spread: Word[] = []
  const presence = createPresence(
    {
      now: () => new Date(time),
      revocations: {
        onRevoked(id, end) {
          ends.set(id, end)
          return () => ends.delete(id)
        },
      },
      spread: (word) => spread.push(word),
    },
    most,
  )
  const put = (accountId: string, more: { tab?: string; assetId?: string; isEditing?: boolean } = {}) =>
    presence.announce({ accountId, sessionId: `of-${accountId}`, tab: '1', assetId: 'cap', isEditing: false, ...more })
  const at = (assetId = 'cap') => presence.others(assetId, 'me').map(({ accountId }) => accountId)
  const wait = (ms: number) => {
    time += ms
  }
  return { presence, put, at, wait, spread, ends }
}

describe('who is at an asset', () => {
  test('is known until they are silent for 45 s, and again from their next word', () => {
    const { put, at, wait } = alone()
    put('one')
    wait(PRESENT_FOR_MS - 1)
    expect(at()).toEqual(['one'])
    wait(1)
    expect(at()).toEqual([])
    put('one')
    expect(at()).toEqual(['one'])
  })

  test('is one person whatever the number of pages, and edits where one of these does', () => {
    const { presence, put } = alone()
    put('one', { tab: 'a', isEditing: true })
    put('one', { tab: 'b' })
    expect(presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: true }])
    presence.leave({ accountId: 'one', tab: 'a', assetId: 'cap' })
    expect(presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: false }])
    presence.leave({ accountId: 'one', tab: 'b', assetId: 'cap' })
    expect(presence.others('cap', 'me')).toEqual([])
  })

  test('goes with the page to the next asset, and a late farewell to the last one takes nothing away', () => {
    const { presence, put, at } = alone()
    put('one')
    put('one', { assetId: 'boot' })
    presence.leave({ accountId: 'one', tab: '1', assetId: 'cap' })
    expect([at(), at('boot')]).toEqual([[], ['one']])
  })

  test('goes with the session', () => {
    const { put, at, ends } = alone()
    put('one')
    put('two')
    ends.get('of-one')!()
    expect([at(), ends.has('of-two')]).toEqual([['two'], true])
  })

  test('is told as they came', () => {
    const { put, at } = alone()
    for (const name of ['b', 'a', 'c', 'b']) put(name)
    expect(at()).toEqual(['b', 'a', 'c'])
  })

  test('is told to those who are there, as it changes and not as it goes on, and gathered', () => {
    vi.useFakeTimers()
    try {
      const { presence, put } = alone()
      const heard: string[] = []
      for (const name of ['one', 'elsewhere']) presence.listen(name, (id) => heard.push(`${name} ${id}`))
      const stop = presence.listen('two', (id) => heard.push(`two ${id}`))
      put('elsewhere', { assetId: 'boot' })
      put('one')
      put('one')
      expect(heard.splice(0)).toEqual(['elsewhere boot', 'one cap'])
      put('two')
      put('two', { isEditing: true })
      expect(heard).toEqual([])
      vi.advanceTimersByTime(2000)
      expect(heard.splice(0)).toEqual(['one cap', 'two cap'])
      stop()
      vi.advanceTimersByTime(2000)
      presence.leave({ accountId: 'two', tab: '1', assetId: 'cap' })
      expect(heard).toEqual(['one cap'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('has bounds: of a person’s pages, of an asset’s, and of all', () => {
    const { put, at } = alone(250)
    put('me', { tab: 'x', assetId: 'boot' })
    for (let n = 0; n <= MOST_PAGES; n++) put('one', { tab: `${n}`, assetId: `of-${n}` })
    expect([at('of-0'), at('of-1')]).toEqual([[], ['one']])
    for (let n = 0; n <= MOST_OF_ASSET; n++) put(`a${n}`)
    expect([at().length, at().includes('a0'), at().includes(`a${MOST_OF_ASSET}`)]).toEqual([MOST_OF_ASSET, true, false])
    for (let n = 0; n < 60; n++) put(`b${n}`, { assetId: 'hat' })
    expect([at('of-1'), at('hat').length]).toEqual([[], 60])
  })

  test('is asked so often in a minute and no oftener, each by themselves', () => {
    const { presence, wait, put } = alone()
    for (let n = 0; n < MOST_WORDS; n++) presence.count('one')
    expect(() => presence.count('one')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
    expect(() => presence.count('two')).not.toThrow()
    wait(60_000)
    put('three')
    expect(() => presence.count('one')).not.toThrow()
  })
})

describe('PUT /v1/assets/{id}/presence', () => {
  let server: TestServer
  let [admin, owner, user, guest]: TestAccount[] = []

  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(async () => {
    for (const { id } of [admin, owner, user].filter((it) => it !== undefined))
      server.deps.presence.leave({ accountId: id, tab: 't', assetId: 'cap' })
    await server.reset()
    admin = await server.account('admin')
    owner = await server.account('developer')
    user = await server.account('user')
    guest = await server.account('anonymous')
    await addAsset(server.deps.db, { id: 'cap', ownerId: owner.id, isPublic: true })
  })
  afterAll(() => server.close())

  const say = (who: TestAccount, is: 'looking' | 'editing' | 'gone', id = 'cap') =>
    who.client.presence.announce({ id, body: { tab: 't', is } })

  test('names the others to who changes assets, and nobody to who only looks', async () => {
    expect(await say(admin!, 'looking')).toEqual({ people: [], total: 0 })
    expect(await say(owner!, 'editing')).toEqual({
      people: [{ id: admin!.id, email: admin!.email, isEditing: false }],
      total: 1,
    })
    expect(await say(user!, 'looking')).toEqual({
      people: [
        { id: admin!.id, isEditing: false },
        { id: owner!.id, isEditing: true },
      ],
      total: 2,
    })
    await say(owner!, 'gone')
    expect((await say(admin!, 'looking')).people).toEqual([{ id: user!.id, email: user!.email, isEditing: false }])
  })

  test('a word that was on its way when a page was left does not bring it back', async () => {
    const { presence } = server.deps
    const { arrive } = presence
    vi.spyOn(presence, 'arrive').mockImplementationOnce((page) => {
      const wasLeft = arrive(page)
      presence.leave(page)
      return wasLeft
    })
    await say(owner!, 'looking')
    expect((await say(admin!, 'looking')).people).toEqual([])
    await say(owner!, 'looking')
    expect((await say(admin!, 'looking')).total).toBe(1)
  })

  test('takes nobody for an editor who may not change the asset', async () => {
    await say(user!, 'editing')
    expect((await say(admin!, 'looking')).people).toMatchObject([{ id: user!.id, isEditing: false }])
  })

  test('tells guests nothing and nobody of them, nor API tokens, nor of an asset that is not there', async () => {
    await expect(say(guest!, 'looking')).rejects.toMatchObject({ status: 403 })
    expect((await say(admin!, 'looking')).total).toBe(0)
    const expiresAt = new Date(BEGINNING.getTime() + 86_400_000).toISOString()
    const { token } = await admin!.client.apiTokens.create({
      body: { name: 'CI', scopes: ['read', 'write'], expiresAt },
    })
    const body = { tab: 't', is: 'looking' }
    expect((await server.call('PUT /v1/assets/cap/presence', { token, body })).status).toBe(403)
    await expect(say(admin!, 'looking', 'none')).rejects.toMatchObject({ status: 404 })
  })

  test('forgets who signs out', async () => {
    await say(owner!, 'looking')
    expect((await say(admin!, 'looking')).total).toBe(1)
    await owner!.client.auth.logout({ body: { refreshToken: owner!.session.refreshToken } })
    expect((await say(admin!, 'looking')).total).toBe(0)
  })

  test('names so many, and counts the others', async () => {
    const others = Array.from({ length: MOST_PRESENT + 1 }, (_, n) => `other-${n}`)
    for (const accountId of others)
      server.deps.presence.announce({ accountId, sessionId: accountId, tab: 't', assetId: 'cap', isEditing: false })
    const answer = await say(admin!, 'looking')
    for (const accountId of others) server.deps.presence.leave({ accountId, tab: 't', assetId: 'cap' })
    expect([answer.people.length, answer.total]).toEqual([MOST_PRESENT, MOST_PRESENT + 1])
  })

  test('is told on the live stream to who is there, without an id, and to no guest or program', async () => {
    const open = (token: string) =>
      server.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${token}` } })
    const streams = [await open(admin!.token), await open(guest!.token)]
    const readers = streams.map(({ body }) => body!.pipeThrough(new TextDecoderStream()).getReader())
    for (const reader of readers) await reader.read()
    await say(admin!, 'looking')
    await say(owner!, 'looking')
    expect((await readers[0]!.read()).value).toBe('event: presence\ndata: {"assetId":"cap"}\n\n')
    server.deps.presence.announce({ accountId: guest!.id, sessionId: 's', tab: 't', assetId: 'cap', isEditing: false })
    server.deps.events.close()
    expect((await readers[1]!.read()).done).toBe(true)
    server.deps.presence.leave({ accountId: guest!.id, tab: 't', assetId: 'cap' })
  })
})

if (noPostgres) {
  test.skip(`skipped: ${noPostgres}`, () => {})
} else {
  test('who is where is known in every process that shares the store, and so is who left', async () => {
    const postgres = await TestPostgres.create()
    const server = await openTestServer({ url: postgres.url })
    const { db, log, revocations } = server.deps
    const needs = { db, log, revocations, now: () => new Date(), url: postgres.url }
    const [here, there] = [sharePresence(needs), sharePresence(needs)]
    try {
      const page = { accountId: 'one', tab: '1', assetId: 'cap' }
      // Said again until the other listens, as a page does.
      await vi.waitFor(() => {
        here.presence.announce({ ...page, sessionId: 's', isEditing: true })
        expect(there.presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: true }])
      }, 20_000)
      here.presence.leave(page)
      await vi.waitFor(() => expect(there.presence.others('cap', 'me')).toEqual([]), 20_000)
      // In the order in which it was said.
      const pages = Array.from({ length: 40 }, (_, n) => ({ accountId: `passer ${n}`, tab: '1', assetId: 'cap' }))
      for (const page of pages) {
        here.presence.announce({ ...page, sessionId: 's', isEditing: false })
        await Promise.resolve()
        here.presence.leave(page)
      }
      here.presence.announce({ ...page, sessionId: 's', isEditing: false })
      await vi.waitFor(() =>
        expect(there.presence.others('cap', 'me')).toContainEqual({ accountId: 'one', isEditing: false }),
      )
      expect(there.presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: false }])
    } finally {
      await here.stop()
      await there.stop()
      await server.close()
      await postgres.remove()
    }
  })
}
