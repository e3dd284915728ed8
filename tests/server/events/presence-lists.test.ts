import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_MESSAGES_PER_MINUTE } from '../../../server/events/presence.ts'
import { insertAsset } from '../../support/insert-rows.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

describe('GET /v1/presence', () => {
  let server: TestServer
  let [owner, other, user]: TestAccount[] = []

  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(async () => {
    await server.reset()
    owner = await server.account('developer', 'owner@house.example')
    other = await server.account('developer', 'other@house.example')
    user = await server.account('user')
    const ownerId = owner.id
    await insertAsset(server.deps.db, { id: 'cap', ownerId, isPublic: true })
    await insertAsset(server.deps.db, { id: 'trashed', ownerId, isPublic: true })
    await server.deps.db.updateTable('assets').set({ deleted_at: START_TIME }).where('id', '=', 'trashed').execute()
    await insertAsset(server.deps.db, { id: 'empty', ownerId, isPublic: true })
  })
  afterEach(() => {
    for (const page of pages.splice(0)) server.deps.presence.leave(page)
  })
  afterAll(() => server.close())

  const pages: { accountId: string; tab: string; assetId: string }[] = []
  const put = (accountId: string, assetId: string, isEditing = false) => {
    const page = { accountId, tab: assetId, assetId }
    pages.push(page)
    server.deps.presence.announce({ ...page, sessionId: 's', isEditing })
  }
  const listPresence = async (account: TestAccount) =>
    (await account.client.presence.list({ query: { assetId: ['cap', 'trashed', 'empty', 'none', 'cap'] } })).data

  test('lists the users present at each readable asset, with their email addresses for editors only', async () => {
    put('a', 'cap')
    put(owner!.id, 'cap', true)
    put(owner!.id, 'trashed')
    put('b', 'cap')
    put('c', 'cap')
    put('d', 'none')
    const [named, nameless] = [
      { id: owner!.id, isEditing: true, email: owner!.email },
      { id: owner!.id, isEditing: true },
    ]
    const rest = ['a', 'b'].map((id) => ({ id, isEditing: false }))
    expect(await listPresence(other!)).toEqual([{ assetId: 'cap', people: [named, ...rest], total: 4 }])
    expect(await listPresence(user!)).toEqual([{ assetId: 'cap', people: [nameless, ...rest], total: 4 }])
    const own = await listPresence(owner!)
    expect(own.map(({ assetId, total }) => [assetId, total])).toEqual([['cap', 3]])
  })

  test('refuses guests and API tokens, and never lists the caller', async () => {
    const guest = await server.account('anonymous')
    await expect(listPresence(guest)).rejects.toMatchObject({ status: 403 })
    const expiresAt = new Date(START_TIME.getTime() + 86_400_000).toISOString()
    const { token } = await owner!.client.apiTokens.create({ body: { name: 'CI', scopes: ['read'], expiresAt } })
    expect((await server.call('GET /v1/presence?assetId=cap', { token })).status).toBe(403)
    put(user!.id, 'empty')
    expect(await listPresence(user!)).toEqual([])
    expect((await listPresence(other!)).map(({ assetId }) => assetId)).toContain('empty')
  })

  test('counts towards the limit of presence messages per user', async () => {
    for (let n = 0; n < MAX_MESSAGES_PER_MINUTE; n++) server.deps.presence.countMessage(user!.id)
    await expect(listPresence(user!)).rejects.toMatchObject({ status: 429 })
  })
})
