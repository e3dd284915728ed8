import { beforeEach, describe, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const MINUTE = 60_000

const server = setUpTestServer()
let maker: TestAccount
let admin: TestAccount
let asset: Asset

beforeEach(async () => {
  maker = await server.account('developer')
  admin = await server.account('admin')
  const { url: modelUrl } = await server.upload(maker, buildTinyGlb())
  asset = await maker.client.assets.create({ body: { name: 'Kiln jacket', type: 'top', gender: 'male', modelUrl } })
  server.advance(MINUTE)
})

const now = () => admin.client.assets.get({ id: asset.id })
const lock = (body = {}) => admin.client.assets.lock({ id: asset.id, body })
const unlock = (body = {}) => admin.client.assets.unlock({ id: asset.id, body })
const ageOf = ({ updatedAt, updatedBy }: Asset) => ({ updatedAt, by: updatedBy?.email })

describe('the last editor of an asset', () => {
  test('is the creator at first, then the user who locked the asset, in the list and for a single asset', async () => {
    expect(asset.updatedBy).toEqual({ id: maker.id, email: maker.email })
    const locked = await lock()
    expect(locked.updatedBy).toEqual({ id: admin.id, email: admin.email })
    expect((await admin.client.assets.list()).data).toEqual([locked])
    expect(await now()).toEqual(locked)
  })

  test('is returned with name and email address, but only with the id to users who may only read', async () => {
    const user = await server.account('user')
    await maker.client.users.updateMe({ body: { name: 'Ada Maker' } })
    const named = await maker.client.assets.create({
      body: { name: 'Kiln coat', type: 'top', gender: 'male', modelUrl: asset.modelUrl },
    })
    expect(named.updatedBy).toEqual({ id: maker.id, name: 'Ada Maker', email: maker.email })
    expect((await user.client.assets.get({ id: named.id })).updatedBy).toEqual({ id: maker.id })
    await maker.client.assets.remove({ id: named.id })
    const [listed] = (await user.client.assets.list()).data
    expect(listed?.updatedBy).toEqual({ id: maker.id })
    expect((await user.client.assets.get({ id: asset.id })).updatedBy).toEqual({ id: maker.id })
  })
})

describe('a change that restores an earlier state', () => {
  test('gets a new version instead of the earlier version if too many changes were made in between', async () => {
    for (let n = 0; n < 11; n++) {
      await lock()
      await unlock()
    }
    await lock()
    const unlocked = await unlock({ restores: asset.updatedAt })
    expect(unlocked.updatedAt > asset.updatedAt).toBe(true)
  })

  test('restores the time and editor of that state, and is recorded in the changelog', async () => {
    const locked = await lock()
    expect(locked.updatedAt > asset.updatedAt).toBe(true)
    server.advance(MINUTE)
    expect(await unlock({ restores: asset.updatedAt })).toEqual(asset)
    expect(await now()).toEqual(asset)
    const { data } = await admin.client.assets.changelog({ id: asset.id })
    expect(data.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['unlocked', admin.id],
      ['locked', admin.id],
      ['created', maker.id],
    ])
  })

  test('works repeatedly, and never reuses a version for another state', async () => {
    const versions = new Set<string>([asset.updatedAt])
    for (let time = 0; time < 3; time += 1) {
      const { updatedAt } = await lock()
      expect(versions.has(updatedAt)).toBe(false)
      versions.add(updatedAt)
      expect((await unlock({ restores: asset.updatedAt })).updatedAt).toBe(asset.updatedAt)
    }
    const renamed = await maker.client.assets.update({ id: asset.id, body: { name: 'Other' } })
    expect(versions.has(renamed.updatedAt)).toBe(false)
  })

  test('gets a new version if anything else changed since the earlier state', async () => {
    await lock()
    await unlock()
    await maker.client.assets.update({ id: asset.id, body: { name: 'Kiln coat' } })
    await lock()
    server.advance(MINUTE)
    const unlocked = await unlock({ restores: asset.updatedAt })
    expect(unlocked.updatedAt > asset.updatedAt).toBe(true)
    expect(ageOf(unlocked)).toEqual({ updatedAt: unlocked.updatedAt, by: admin.email })
  })

  test.each(['2026-03-02T09:00:00.001Z', '1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'gets a new version for a time that no earlier version has: %s',
    async (restores) => {
      await lock()
      expect((await unlock({ restores })).updatedAt > asset.updatedAt).toBe(true)
    },
  )

  test.each(['yesterday', '2026-13-40T99:99:99.999Z', '-000001-01-01T00:00:00.000Z', 7])(
    'refuses an invalid time: %s',
    async (restores) => {
      const response = await server.call(`PUT /v1/assets/${asset.id}/unlock`, {
        token: admin.token,
        body: { restores },
      })
      expect([response.status, response.body.error.details[0].path]).toEqual([400, 'body.restores'])
    },
  )

  test('emits events with the restored updatedAt', async () => {
    const from = server.deps.events.last
    await lock()
    await unlock({ restores: asset.updatedAt })
    const read = server.deps.events.after(from, 10)
    if (read === 'gap') throw new Error('events are forgotten')
    const events = read.map(({ event }) => event)
    expect(events.map(({ key, updatedAt }) => [key, updatedAt])).toEqual([
      ['asset.v1.locked', undefined],
      ['asset.v1.updated', asset.updatedAt],
      ['asset.v2.updated', asset.updatedAt],
    ])
    expect(events[1]!.at > events[0]!.at).toBe(true)
  })

  test('restores each asset separately when a tag is removed from several assets, and returns the assets', async () => {
    const { tagId } = await admin.client.tags.create({ body: { name: 'Warm', color: 'ochre' } })
    const other = await maker.client.assets.create({
      body: { name: 'Other', type: 'top', gender: 'male', modelUrl: asset.modelUrl },
    })
    const assetIds = [asset.id, other.id]
    const tagged = await admin.client.tags.setTag({ body: { tagId, assetIds } })
    expect(tagged.assets.map(({ id, tags, updatedBy }) => [id, tags, updatedBy?.id])).toEqual([
      [asset.id, [tagId], admin.id],
      [other.id, [tagId], admin.id],
    ])
    server.advance(MINUTE)
    const restores = { [asset.id]: asset.updatedAt }
    const untagged = await admin.client.tags.removeTag({ body: { tagId, assetIds, restores } })
    expect(untagged.assets[0]).toEqual(asset)
    expect(untagged.assets[1]!.updatedAt > other.updatedAt).toBe(true)
  })
})
