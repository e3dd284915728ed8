import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSharedPresence } from '../../../server/events/shared-presence.ts'
import { MAX_LISTED_USERS } from '../../../src/api/contract/presence.ts'
import { insertAsset } from '../../support/insert-rows.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

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
