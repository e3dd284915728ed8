import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createPresence,
  MAX_MESSAGES_PER_MINUTE,
  MAX_PAGES_PER_ACCOUNT,
  MAX_PAGES_PER_ASSET,
  type PresenceMessage,
} from '../../../server/events/presence.ts'
import { createSharedPresence } from '../../../server/events/shared-presence.ts'
import { MAX_LISTED_USERS, PRESENCE_TTL_MS } from '../../../src/api/contract/presence.ts'
import { expectNoLeaks } from '../../support/expect-no-leaks.ts'
import { insertAsset } from '../../support/insert-rows.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

/** Creates a standalone presence store. The test controls its clock and the ends of its sessions. */
function alone(most?: number) {
  let time = 0
  const ends = new Map<string, () => void>()
  const spread: PresenceMessage[] = []
  const presence = createPresence(
    {
      now: () => new Date(time),
      revocations: {
        onRevoked(id, end) {
          ends.set(id, end)
          return () => ends.delete(id)
        },
      },
      broadcast: (message) => spread.push(message),
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

describe('presence at an asset', () => {
  test('lasts 45 s after the last presence message, and starts again with the next message', () => {
    const { put, at, wait } = alone()
    put('one')
    wait(PRESENCE_TTL_MS - 1)
    expect(at()).toEqual(['one'])
    wait(1)
    expect(at()).toEqual([])
    put('one')
    expect(at()).toEqual(['one'])
  })

  test('shows a user with several open pages once, as editing if any of these pages is editing', () => {
    const { presence, put } = alone()
    put('one', { tab: 'a', isEditing: true })
    put('one', { tab: 'b' })
    expect(presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: true }])
    presence.leave({ accountId: 'one', tab: 'a', assetId: 'cap' })
    expect(presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: false }])
    presence.leave({ accountId: 'one', tab: 'b', assetId: 'cap' })
    expect(presence.others('cap', 'me')).toEqual([])
  })

  test('moves with the page to its next asset, and ignores a late leave message for the previous asset', () => {
    const { presence, put, at } = alone()
    put('one')
    put('one', { assetId: 'boot' })
    presence.leave({ accountId: 'one', tab: '1', assetId: 'cap' })
    expect([at(), at('boot')]).toEqual([[], ['one']])
  })

  test('ends with the session', () => {
    const { put, at, ends } = alone()
    put('one')
    put('two')
    ends.get('of-one')!()
    expect([at(), ends.has('of-two')]).toEqual([['two'], true])
  })

  test('removes its session listener when a page leaves, moves, announces again, expires or exceeds a limit', async () => {
    let [time, subscriptions] = [0, 0]
    const presence = createPresence({
      now: () => new Date(time),
      revocations: {
        onRevoked() {
          subscriptions += 1
          return () => {
            subscriptions -= 1
          }
        },
      },
    })
    const mark = { accountId: 'one', sessionId: 'session', tab: 't', assetId: 'cap', isEditing: false }
    const counts = { subscriptions: () => subscriptions }
    vi.useFakeTimers()
    try {
      await expectNoLeaks(
        () => {
          presence.announce(mark)
          presence.announce(mark)
          presence.announce({ ...mark, assetId: 'boot' })
          expect(subscriptions).toBe(1)
          presence.leave({ ...mark, assetId: 'boot' })
          // Runs the delayed notification of the users who have the asset open.
          vi.advanceTimersByTime(10_000)
        },
        { counters: counts },
      )
      for (let n = 0; n <= MAX_PAGES_PER_ACCOUNT; n++) presence.announce({ ...mark, tab: `${n}` })
      expect(subscriptions).toBe(MAX_PAGES_PER_ACCOUNT)
      time += PRESENCE_TTL_MS
      presence.announce({ ...mark, accountId: 'two' })
      expect(subscriptions).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('lists users in order of arrival', () => {
    const { put, at } = alone()
    for (const name of ['b', 'a', 'me', 'c', 'b']) put(name)
    expect(at()).toEqual(['b', 'a', 'c'])
  })

  test('sends batched notifications of changes to the users at the asset, but none of repeated messages', () => {
    vi.useFakeTimers()
    try {
      const { presence, put } = alone()
      const notifications: string[] = []
      for (const name of ['one', 'elsewhere']) presence.listen(name, (id) => notifications.push(`${name} ${id}`))
      const stop = presence.listen('two', (id) => notifications.push(`two ${id}`))
      put('elsewhere', { assetId: 'boot' })
      put('one')
      put('one')
      expect(notifications.splice(0)).toEqual(['elsewhere boot', 'one cap'])
      vi.advanceTimersByTime(2000)
      put('one')
      expect(notifications).toEqual([])
      put('two')
      expect(notifications.splice(0)).toEqual(['one cap', 'two cap'])
      put('two', { isEditing: true })
      expect(notifications).toEqual([])
      vi.advanceTimersByTime(2000)
      expect(notifications.splice(0)).toEqual(['one cap', 'two cap'])
      for (let time = 0; time < 2; time++) stop()
      vi.advanceTimersByTime(2000)
      put('two')
      expect(notifications.splice(0)).toEqual(['one cap'])
      vi.advanceTimersByTime(2000)
      presence.leave({ accountId: 'two', tab: '1', assetId: 'cap' })
      expect(notifications).toEqual(['one cap'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('has a limit of pages per user, per asset and in total', () => {
    const { put, at } = alone(250)
    put('me', { tab: 'x', assetId: 'boot' })
    for (let n = 0; n <= MAX_PAGES_PER_ACCOUNT; n++) put('one', { tab: `${n}`, assetId: `of-${n}` })
    expect([at('of-0'), at('of-1')]).toEqual([[], ['one']])
    for (let n = 0; n <= MAX_PAGES_PER_ASSET; n++) put(`a${n}`)
    expect([at().length, at().includes('a0'), at().includes(`a${MAX_PAGES_PER_ASSET}`)]).toEqual([
      MAX_PAGES_PER_ASSET,
      true,
      false,
    ])
    for (let n = 0; n < 60; n++) put(`b${n}`, { assetId: 'hat' })
    expect([at('of-1'), at('hat').length]).toEqual([[], 60])

    const small = alone(3)
    for (const name of ['a', 'b', 'c']) small.put(name)
    expect(small.at()).toEqual(['a', 'b', 'c'])
    small.put('d')
    expect(small.at()).toEqual(['b', 'c', 'd'])
  })

  test('does not start on a page that the user left during the check of permissions', () => {
    const { presence } = alone()
    const page = { accountId: 'one', tab: 'a', assetId: 'cap' }
    const others = [{ accountId: 'two' }, { tab: 'b' }, { assetId: 'boot' }]
    const finishArrival = presence.arrive(page)
    for (const other of others) presence.leave({ ...page, ...other })
    expect(finishArrival()).toBe(false)
    const [finishNext, finishOther] = [presence.arrive(page), presence.arrive({ ...page, tab: 'b' })]
    presence.leave(page)
    expect([finishNext(), finishOther(), finishArrival()]).toEqual([true, false, false])
  })

  test('is the same in another process that receives the messages', () => {
    const [sender, receiver] = [alone(), alone()]
    sender.put('one')
    sender.put('two', { isEditing: true })
    sender.presence.leave({ accountId: 'one', tab: '1', assetId: 'cap' })
    const page = { accountId: 'one', tab: '1', assetId: 'cap' }
    const messages = [
      { here: { ...page, sessionId: 'of-one', isEditing: false } },
      { here: { ...page, accountId: 'two', sessionId: 'of-two', isEditing: true } },
      { left: page },
    ]
    expect(sender.spread).toEqual(messages)
    for (const message of messages) receiver.presence.receive(message)
    expect([receiver.presence.others('cap', 'me'), receiver.spread]).toEqual([
      [{ accountId: 'two', isEditing: true }],
      [],
    ])
  })

  test('limits the messages per user and minute, separately for each user', () => {
    const { presence, wait, put } = alone()
    for (let n = 0; n < MAX_MESSAGES_PER_MINUTE; n++) presence.countMessage('one')
    const refused = () =>
      expect(() => presence.countMessage('one')).toThrow(
        expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 }),
      )
    refused()
    expect(() => presence.countMessage('two')).not.toThrow()
    wait(59_999)
    put('three')
    refused()
    wait(1)
    expect(() => presence.countMessage('one')).not.toThrow()
    for (let n = 1; n < MAX_MESSAGES_PER_MINUTE; n++) presence.countMessage('one')
    refused()
    wait(60_000)
    put('three')
    expect(() => presence.countMessage('one')).not.toThrow()
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
    await insertAsset(server.deps.db, { id: 'cap', ownerId: owner.id, isPublic: true })
  })
  afterAll(() => server.close())

  const announce = (account: TestAccount, is: 'looking' | 'editing' | 'gone', id = 'cap') =>
    account.client.presence.announce({ id, body: { tab: 't', is } })

  test('returns the other users at the asset, with their email addresses only for callers who may edit', async () => {
    expect(await announce(admin!, 'looking')).toEqual({ people: [], total: 0 })
    expect(await announce(owner!, 'editing')).toEqual({
      people: [{ id: admin!.id, email: admin!.email, isEditing: false }],
      total: 1,
    })
    expect(await announce(user!, 'looking')).toEqual({
      people: [
        { id: admin!.id, isEditing: false },
        { id: owner!.id, isEditing: true },
      ],
      total: 2,
    })
    await announce(owner!, 'gone')
    expect((await announce(admin!, 'looking')).people).toEqual([{ id: user!.id, email: user!.email, isEditing: false }])
  })

  test('does not show a page that the user left while the page’s announcement was still pending', async () => {
    const { presence } = server.deps
    const { arrive } = presence
    vi.spyOn(presence, 'arrive').mockImplementationOnce((page) => {
      const outcome = arrive(page)
      presence.leave(page)
      return outcome
    })
    await announce(owner!, 'looking')
    expect((await announce(admin!, 'looking')).people).toEqual([])
    await announce(owner!, 'looking')
    expect((await announce(admin!, 'looking')).total).toBe(1)
  })

  test('never shows a user as editing who cannot change the asset', async () => {
    await announce(user!, 'editing')
    expect((await announce(admin!, 'looking')).people).toMatchObject([{ id: user!.id, isEditing: false }])
  })

  test('refuses guests and API tokens, never shows guests, and responds 404 for unknown assets', async () => {
    await expect(announce(guest!, 'looking')).rejects.toMatchObject({ status: 403 })
    expect((await announce(admin!, 'looking')).total).toBe(0)
    const expiresAt = new Date(START_TIME.getTime() + 86_400_000).toISOString()
    const { token } = await admin!.client.apiTokens.create({
      body: { name: 'CI', scopes: ['read', 'write'], expiresAt },
    })
    const body = { tab: 't', is: 'looking' }
    expect((await server.call('PUT /v1/assets/cap/presence', { token, body })).status).toBe(403)
    await expect(announce(admin!, 'looking', 'none')).rejects.toMatchObject({ status: 404 })
  })

  test('removes a user who signs out', async () => {
    await announce(owner!, 'looking')
    expect((await announce(admin!, 'looking')).total).toBe(1)
    await owner!.client.auth.logout({ body: { refreshToken: owner!.session.refreshToken } })
    expect((await announce(admin!, 'looking')).total).toBe(0)
  })

  test('lists users up to a maximum, and returns the total number of users', async () => {
    const others = Array.from({ length: MAX_LISTED_USERS + 1 }, (_, n) => `other-${n}`)
    for (const accountId of others)
      server.deps.presence.announce({ accountId, sessionId: accountId, tab: 't', assetId: 'cap', isEditing: false })
    const response = await announce(admin!, 'looking')
    for (const accountId of others) server.deps.presence.leave({ accountId, tab: 't', assetId: 'cap' })
    expect([response.people.length, response.total]).toEqual([MAX_LISTED_USERS, MAX_LISTED_USERS + 1])
  })

  test('notifies users at the asset through their event streams, without an event id, but no guests', async () => {
    const open = (token: string) =>
      server.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${token}` } })
    const streams = [await open(admin!.token), await open(guest!.token)]
    const readers = streams.map(({ body }) => body!.pipeThrough(new TextDecoderStream()).getReader())
    for (const reader of readers) await reader.read()
    await announce(admin!, 'looking')
    await announce(owner!, 'looking')
    expect((await readers[0]!.read()).value).toBe('event: presence\ndata: {"assetId":"cap"}\n\n')
    server.deps.presence.announce({ accountId: guest!.id, sessionId: 's', tab: 't', assetId: 'cap', isEditing: false })
    server.deps.events.close()
    expect((await readers[1]!.read()).done).toBe(true)
    server.deps.presence.leave({ accountId: guest!.id, tab: 't', assetId: 'cap' })
  })
})

if (postgresSkipReason) {
  test.skip(`skipped: ${postgresSkipReason}`, () => {})
} else {
  test('all processes that share a database know which users are at an asset and which have left', async () => {
    const postgres = await TestPostgres.create()
    const server = await openTestServer({ url: postgres.url })
    const { db, log, revocations } = server.deps
    const needs = { db, log, revocations, now: () => new Date(), url: postgres.url }
    const [local, remote] = [createSharedPresence(needs), createSharedPresence(needs)]
    try {
      const page = { accountId: 'one', tab: '1', assetId: 'cap' }
      // Repeats the announcement, as a page does, until the other process listens.
      await vi.waitFor(() => {
        local.presence.announce({ ...page, sessionId: 's', isEditing: true })
        expect(remote.presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: true }])
      }, 20_000)
      local.presence.leave(page)
      await vi.waitFor(() => expect(remote.presence.others('cap', 'me')).toEqual([]), 20_000)
      // Messages arrive in the order in which they were sent.
      const pages = Array.from({ length: 40 }, (_, n) => ({ accountId: `passer ${n}`, tab: '1', assetId: 'cap' }))
      for (const page of pages) {
        local.presence.announce({ ...page, sessionId: 's', isEditing: false })
        await Promise.resolve()
        local.presence.leave(page)
      }
      local.presence.announce({ ...page, sessionId: 's', isEditing: false })
      await vi.waitFor(() =>
        expect(remote.presence.others('cap', 'me')).toContainEqual({ accountId: 'one', isEditing: false }),
      )
      expect(remote.presence.others('cap', 'me')).toEqual([{ accountId: 'one', isEditing: false }])
    } finally {
      await local.stop()
      await remote.stop()
      await server.close()
      await postgres.remove()
    }
  })
}
