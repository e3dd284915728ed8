import { beforeEach, expect, test } from 'vitest'
import { MAX_LOCK_REASON_LENGTH } from '../../../src/api/contract/assets.ts'
import { insertAsset } from '../../support/insert-rows.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  await insertAsset(server.deps.db, { id: 'cap', ownerId: admin.id, isPublic: true })
  server.advance(1000)
})

const lock = (body: { reason?: string; restores?: string } = {}) => admin.client.assets.lock({ id: 'cap', body })
const unlock = () => admin.client.assets.unlock({ id: 'cap', body: {} })
const reasonFor = async (account: TestAccount) => (await account.client.assets.get({ id: 'cap' })).lockReason
const newest = async (account: TestAccount) =>
  (await account.client.assets.changelog({ id: 'cap', query: { limit: 1 } })).data[0]?.changes

test('stores the reason of a lock until the asset is unlocked, and no reason if none is given', async () => {
  expect((await lock()).lockReason).toBe(undefined)
  await unlock()
  expect((await lock({ reason: '  On sale ' })).lockReason).toBe('On sale')
  expect(await newest(admin)).toContainEqual({ field: 'lockReason', after: 'On sale' })
  expect((await lock({ reason: 'Another' })).lockReason).toBe('On sale')
  expect((await unlock()).lockReason).toBe(undefined)
  expect(await newest(admin)).toContainEqual({ field: 'lockReason', before: 'On sale' })
  expect((await lock()).lockReason).toBe(undefined)
})

test('accepts a reason of 1 to 200 characters in one line', async () => {
  for (const reason of ['', ' ', 'x'.repeat(MAX_LOCK_REASON_LENGTH + 1), 'a\nb', 'a\u202eb']) {
    const response = await server.call('PUT /v1/assets/cap/lock', { token: admin.token, body: { reason } })
    expect([reason, response.status, response.body.error.details[0].path]).toEqual([reason, 400, 'body.reason'])
  }
  expect((await lock({ reason: 'ü'.repeat(MAX_LOCK_REASON_LENGTH) })).lockReason).toHaveLength(MAX_LOCK_REASON_LENGTH)
})

test('shows the reason of a lock in asset, list and changelog only to users who may change assets', async () => {
  const [developer, user, guest] = [
    await server.account('developer'),
    await server.account('user'),
    await server.account('anonymous'),
  ]
  await lock({ reason: 'Waits for the lawyers' })
  expect(await reasonFor(developer)).toBe('Waits for the lawyers')
  for (const account of [user, guest]) {
    expect(await reasonFor(account)).toBe(undefined)
    expect((await account.client.assets.list()).data[0]).not.toHaveProperty('lockReason')
    expect(JSON.stringify(await newest(account))).not.toContain('lawyers')
  }
})

test('undoing an unlock restores reason and version of the lock, unless the asset changed since', async () => {
  const locked = await lock({ reason: 'On sale' })
  server.advance(1000)
  await unlock()
  expect(await lock({ restores: locked.updatedAt })).toEqual(locked)
  await unlock()
  await admin.client.assets.update({ id: 'cap', body: { name: 'Hat' } })
  expect((await lock({ restores: locked.updatedAt })).lockReason).toBe(undefined)
})
