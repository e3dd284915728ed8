import { beforeEach, describe, expect, test } from 'vitest'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { createReferenceInserts } from '../../support/insert-references.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ deps: { renderIcon: async () => TINY_PNG } })
const { application } = createReferenceInserts(() => server)
let admin: TestAccount
let model: string

beforeEach(async () => {
  admin = await server.account('admin')
  model = (await server.upload(admin, buildTinyGlb())).url
})

const make = (overrides: Partial<NewAsset> = {}, by: TestAccount = admin) =>
  by.client.assets.create({
    body: { name: 'Kiln jacket', type: 'top', gender: 'female', modelUrl: model, ...overrides },
  })

describe('access', () => {
  test('lets users read but not write, and guests read public assets only', async () => {
    const asset = await make()
    const user = await server.account('user')
    const guest = await server.account('anonymous')
    expect((await user.client.assets.list()).data.map(({ id }) => id)).toEqual([asset.id])
    await expect(make({}, user)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
    await expect(user.client.assets.remove({ id: asset.id })).rejects.toMatchObject({ status: 403 })
    await expect(user.client.assets.lock({ id: asset.id, body: {} })).rejects.toMatchObject({ status: 403 })
    expect((await guest.client.assets.list()).data).toEqual([])
    await expect(guest.client.assets.get({ id: asset.id })).rejects.toMatchObject({ status: 404 })
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).execute()
    expect((await guest.client.assets.get({ id: asset.id })).id).toBe(asset.id)
    expect(await guest.client.assets.countByType()).toEqual([{ type: 'top', count: 1 }])
  })

  test('hides names and email addresses in the changelog from callers who may only read', async () => {
    const { id } = await make()
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).execute()
    await admin.client.users.updateMe({ body: { name: 'Ada Marsh' } })
    const actorAsSeenBy = async (role: 'user' | 'anonymous' | 'developer') =>
      (await (await server.account(role)).client.assets.changelog({ id })).data[0]?.actor
    expect(await actorAsSeenBy('user')).toEqual({ id: admin.id })
    expect(await actorAsSeenBy('anonymous')).toEqual({ id: admin.id })
    expect(await actorAsSeenBy('developer')).toEqual({ id: admin.id, name: 'Ada Marsh', email: admin.email })
  })

  test('lets a developer change only their own assets and the assets in their own applications', async () => {
    const { id: developerId } = await server.account('developer')
    await application('own', developerId)
    await application('foreign', admin.id)
    const developer = await server.account('developer', 'again@house.example')
    await server.deps.db.updateTable('applications').set({ owner_id: developer.id }).where('id', '=', 'own').execute()
    const { body: session } = await server.call('POST /v1/auth/refresh', {
      body: { refreshToken: developer.session.refreshToken },
    })
    const client = server.client(session.token)
    const foreign = await make({ name: 'Foreign', applicationIds: ['foreign'] })
    const inOwn = await make({ name: 'In own', applicationIds: ['own'] })
    const mine = await client.assets.create({
      body: { name: 'Mine', type: 'top', gender: 'male', modelUrl: model, applicationIds: ['own'] },
    })
    await expect(client.assets.update({ id: foreign.id, body: { name: 'X' } })).rejects.toMatchObject({ status: 403 })
    expect((await client.assets.update({ id: inOwn.id, body: { name: 'Y' } })).name).toBe('Y')
    expect((await client.assets.lock({ id: mine.id, body: {} })).lockedBy).toBe(developer.id)
    const into = client.assets.update({ id: inOwn.id, body: { applicationIds: ['own', 'foreign'] } })
    await expect(into).rejects.toMatchObject({ status: 403 })
  })
})
