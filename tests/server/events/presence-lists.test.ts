import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_WORDS } from '../../../server/events/presence.ts'
import { addAsset } from '../../support/put-rows.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

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
    await addAsset(server.deps.db, { id: 'cap', ownerId, isPublic: true })
    await addAsset(server.deps.db, { id: 'trashed', ownerId, isPublic: true })
    await server.deps.db.updateTable('assets').set({ deleted_at: BEGINNING }).where('id', '=', 'trashed').execute()
    await addAsset(server.deps.db, { id: 'empty', ownerId, isPublic: true })
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
  const ask = async (who: TestAccount) =>
    (await who.client.presence.list({ query: { assetId: ['cap', 'trashed', 'empty', 'none', 'cap'] } })).data

  test('tells of the assets that may be read and where somebody is, and names people to who changes assets', async () => {
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
    expect(await ask(other!)).toEqual([{ assetId: 'cap', people: [named, ...rest], total: 4 }])
    expect(await ask(user!)).toEqual([{ assetId: 'cap', people: [nameless, ...rest], total: 4 }])
    const own = await ask(owner!)
    expect(own.map(({ assetId, total }) => [assetId, total])).toEqual([['cap', 3]])
  })

  test('tells guests nothing, nor programs, and no one of themselves', async () => {
    const guest = await server.account('anonymous')
    await expect(ask(guest)).rejects.toMatchObject({ status: 403 })
    const expiresAt = new Date(BEGINNING.getTime() + 86_400_000).toISOString()
    const { token } = await owner!.client.apiTokens.create({ body: { name: 'CI', scopes: ['read'], expiresAt } })
    expect((await server.call('GET /v1/presence?assetId=cap', { token })).status).toBe(403)
    put(user!.id, 'empty')
    expect(await ask(user!)).toEqual([])
    expect((await ask(other!)).map(({ assetId }) => assetId)).toContain('empty')
  })

  test('counts as what a person says', async () => {
    for (let n = 0; n < MOST_WORDS; n++) server.deps.presence.count(user!.id)
    await expect(ask(user!)).rejects.toMatchObject({ status: 429 })
  })
})
