import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { tinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const MINUTE = 60_000

let server: TestServer
let maker: TestAccount
let admin: TestAccount
let made: Asset

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  maker = await server.account('developer')
  admin = await server.account('admin')
  const { url: modelUrl } = await server.upload(maker, tinyGlb())
  made = await maker.client.assets.create({ body: { name: 'Kiln jacket', type: 'top', gender: 'male', modelUrl } })
  server.advance(MINUTE)
})
afterAll(() => server.close())

const now = () => admin.client.assets.get({ id: made.id })
const lock = (body = {}) => admin.client.assets.lock({ id: made.id, body })
const unlock = (body = {}) => admin.client.assets.unlock({ id: made.id, body })
const ageOf = ({ updatedAt, updatedBy }: Asset) => ({ updatedAt, by: updatedBy?.email })

describe('who changed an asset last', () => {
  test('stands beside when, in lists and alone, from its making on', async () => {
    expect(made.updatedBy).toEqual({ id: maker.id, email: maker.email })
    const locked = await lock()
    expect(locked.updatedBy).toEqual({ id: admin.id, email: admin.email })
    expect((await admin.client.assets.list()).data).toEqual([locked])
    expect(await now()).toEqual(locked)
  })

  test('is told by name where they have one, and those who may only look without name and address', async () => {
    const user = await server.account('user')
    await maker.client.users.updateMe({ body: { name: 'Ada Maker' } })
    const named = await maker.client.assets.create({
      body: { name: 'Kiln coat', type: 'top', gender: 'male', modelUrl: made.modelUrl },
    })
    expect(named.updatedBy).toEqual({ id: maker.id, name: 'Ada Maker', email: maker.email })
    expect((await user.client.assets.get({ id: named.id })).updatedBy).toEqual({ id: maker.id })
    await maker.client.assets.remove({ id: named.id })
    const [seen] = (await user.client.assets.list()).data
    expect(seen?.updatedBy).toEqual({ id: maker.id })
    expect((await user.client.assets.get({ id: made.id })).updatedBy).toEqual({ id: maker.id })
  })
})

describe('what takes a change back', () => {
  test('is an Undo, not a journey through a long history: after many more changes the asset is as old as they', async () => {
    for (let n = 0; n < 11; n++) {
      await lock()
      await unlock()
    }
    await lock()
    const unlocked = await unlock({ restores: made.updatedAt })
    expect(unlocked.updatedAt > made.updatedAt).toBe(true)
  })

  test('leaves the asset as old as it was, by whom it was; the history has both', async () => {
    const locked = await lock()
    expect(locked.updatedAt > made.updatedAt).toBe(true)
    server.advance(MINUTE)
    expect(await unlock({ restores: made.updatedAt })).toEqual(made)
    expect(await now()).toEqual(made)
    const { data } = await admin.client.assets.changelog({ id: made.id })
    expect(data.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['unlocked', admin.id],
      ['locked', admin.id],
      ['created', maker.id],
    ])
  })

  test('does so again and again, and never gives one version two meanings', async () => {
    const versions = new Set<string>([made.updatedAt])
    for (let time = 0; time < 3; time += 1) {
      const { updatedAt } = await lock()
      expect(versions.has(updatedAt)).toBe(false)
      versions.add(updatedAt)
      expect((await unlock({ restores: made.updatedAt })).updatedAt).toBe(made.updatedAt)
    }
    const renamed = await maker.client.assets.update({ id: made.id, body: { name: 'Other' } })
    expect(versions.has(renamed.updatedAt)).toBe(false)
  })

  test('takes no more back than it says: what else changed since then keeps its time', async () => {
    await lock()
    await unlock()
    await maker.client.assets.update({ id: made.id, body: { name: 'Kiln coat' } })
    await lock()
    server.advance(MINUTE)
    const back = await unlock({ restores: made.updatedAt })
    expect(back.updatedAt > made.updatedAt).toBe(true)
    expect(ageOf(back)).toEqual({ updatedAt: back.updatedAt, by: admin.email })
  })

  test.each(['2026-03-02T09:00:00.001Z', '1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'makes nothing of a moment at which nothing happened, %s',
    async (restores) => {
      await lock()
      expect((await unlock({ restores })).updatedAt > made.updatedAt).toBe(true)
    },
  )

  test.each(['yesterday', '2026-13-40T99:99:99.999Z', '-000001-01-01T00:00:00.000Z', 7])(
    'refuses what is no moment, %s',
    async (restores) => {
      const answer = await server.call(`PUT /v1/assets/${made.id}/unlock`, { token: admin.token, body: { restores } })
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'body.restores'])
    },
  )

  test('is told with the age the asset has since then', async () => {
    const from = server.deps.events.last
    await lock()
    await unlock({ restores: made.updatedAt })
    const read = server.deps.events.after(from, 10)
    if (read === 'gap') throw new Error('events are forgotten')
    const told = read.map(({ event }) => event)
    expect(told.map(({ key, updatedAt }) => [key, updatedAt])).toEqual([
      ['asset.v1.locked', undefined],
      ['asset.v1.updated', made.updatedAt],
      ['asset.v2.updated', made.updatedAt],
    ])
    expect(told[1]!.at > told[0]!.at).toBe(true)
  })

  test('is possible for tags of many assets, which answer how they stand', async () => {
    const { tagId } = await admin.client.tags.create({ body: { name: 'Warm', color: 'ochre' } })
    const other = await maker.client.assets.create({
      body: { name: 'Other', type: 'top', gender: 'male', modelUrl: made.modelUrl },
    })
    const assetIds = [made.id, other.id]
    const given = await admin.client.tags.setTag({ body: { tagId, assetIds } })
    expect(given.assets.map(({ id, tags, updatedBy }) => [id, tags, updatedBy?.id])).toEqual([
      [made.id, [tagId], admin.id],
      [other.id, [tagId], admin.id],
    ])
    server.advance(MINUTE)
    const restores = { [made.id]: made.updatedAt }
    const taken = await admin.client.tags.removeTag({ body: { tagId, assetIds, restores } })
    expect(taken.assets[0]).toEqual(made)
    expect(taken.assets[1]!.updatedAt > other.updatedAt).toBe(true)
  })
})
