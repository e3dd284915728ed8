import { beforeEach, describe, expect, test } from 'vitest'
import { purgeTrash } from '../../../server/assets/purge-trash.ts'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import type { AuditAction } from '../../../src/api/contract/audit-actions.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const AUDITED_ACTIONS: AuditAction[] = [
  'asset-purged',
  'refused',
  'throttled',
  'tag-changed',
  'tag-removed',
  'tag-merged',
  'job-cancelled',
  'view-unshared',
]

const server = setUpTestServer({ workers: 0 })
let admin: TestAccount
let developer: TestAccount
let user: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  developer = await server.account('developer')
  user = await server.account('user')
  await server.deps.db.deleteFrom('audit').execute()
})

/** Returns the audit rows. Compare them in any order, because the order of rows with the same timestamp is undefined. */
const listAudit = async (by = admin) =>
  (await by.client.audit.list({ query: { order: 'at', limit: 100, action: AUDITED_ACTIONS } })).data.map(
    ({ action, userId, details }) => [action, userId, details],
  )

describe('a purged asset', () => {
  test('is recorded in the audit log with id and name, and with the actor only if a user purged it', async () => {
    const { url: modelUrl } = await server.upload(developer, buildTinyGlb())
    const create = (name: string) =>
      developer.client.assets.create({ body: { name, type: 'hair', gender: 'neutral', modelUrl } })
    const [one, other] = [await create('Curls'), await create('Braids')]
    await developer.client.assets.remove({ id: one.id })
    await developer.client.assets.remove({ id: other.id })
    await developer.client.assets.purge({ id: one.id })
    server.advance(1000)
    await purgeTrash(server.deps.db, { until: server.deps.now(), now: server.deps.now() })
    expect(await listAudit()).toEqual([
      ['asset-purged', developer.id, { assetId: one.id, name: one.name }],
      ['asset-purged', undefined, { assetId: other.id, name: other.name }],
    ])
  })
})

describe('a request without the permission', () => {
  test('writes one audit row per caller, endpoint and hour, with the number of requests', async () => {
    for (let time = 0; time < 30; time += 1)
      expect((await server.call('GET /v1/audit', { token: user.token })).status).toBe(403)
    await server.call('GET /v1/users', { token: user.token })
    server.advance(3_600_000 / 2 + 1_800_000)
    const later = await server.account('user')
    await server.call('GET /v1/audit', { token: later.token })
    const rows = (await listAudit(await server.account('admin'))).filter(([action]) => action === 'refused')
    expect(rows).toHaveLength(3)
    expect(new Set(rows)).toEqual(
      new Set([
        ['refused', user.id, { call: 'GET v1/audit', count: 30 }],
        ['refused', user.id, { call: 'GET v1/users', count: 1 }],
        ['refused', user.id, { call: 'GET v1/audit', count: 1 }],
      ]),
    )
  })

  test('writes one audit row for all guests of one network address', async () => {
    for (let time = 0; time < 5; time += 1) {
      const guest = await server.account('anonymous')
      await server.call('GET /v1/audit', { token: guest.token })
    }
    const rows = (await listAudit()).filter(([action]) => action === 'refused')
    expect(rows).toEqual([['refused', expect.any(String), { call: 'GET v1/audit', count: 5 }]])
  })
})

describe('a throttled sign-in', () => {
  const failSignInAs = (email: string) =>
    server.call('POST /v1/auth/login', { body: { email, password: 'wrong-password-1' } })

  test('writes one audit row per account and hour, and one for all email addresses without an account', async () => {
    for (let time = 0; time < 9; time += 1) await failSignInAs(user.email)
    for (const name of ['a', 'b']) for (let time = 0; time < 7; time += 1) await failSignInAs(`${name}@nowhere.example`)
    const rows = (await listAudit()).filter(([action]) => action === 'throttled')
    expect(new Set(rows)).toEqual(
      new Set([
        ['throttled', user.id, { call: 'POST v1/auth/login', count: 4 }],
        ['throttled', undefined, { call: 'POST v1/auth/login', count: 4 }],
      ]),
    )
  })

  test('writes an audit row also if the sign-in is a reauthentication of a signed-in user', async () => {
    const prove = () =>
      server.call('POST /v1/auth/prove', { token: user.token, body: { password: 'wrong-password-1' } })
    for (let time = 0; time < 7; time += 1) await prove()
    const rows = (await listAudit()).filter(([action]) => action === 'throttled')
    expect(rows).toEqual([['throttled', user.id, { call: 'POST v1/auth/prove', count: 2 }]])
  })
})

describe("changes of tags and of other users' records by an admin", () => {
  test('appear in the audit log with names', async () => {
    const make = (name: string) => admin.client.tags.create({ body: { name, color: 'olive' } })
    const [a, b, c] = [await make('A'), await make('B'), await make('C')]
    await admin.client.tags.update({ tagId: a.tagId, body: { name: 'A2', color: 'olive' } })
    await admin.client.tags.merge({ tagId: b.tagId, body: { into: a.tagId } })
    await admin.client.tags.remove({ tagId: c.tagId })
    const view = await developer.client.views.create({ body: { list: 'assets', name: 'Mine', query: {} } })
    await developer.client.views.update({ id: view.id, body: { isShared: true } })
    await admin.client.views.update({ id: view.id, body: { isShared: false } })
    const { db } = server.deps
    const payload = { tagId: a.tagId }
    const job = await db
      .transaction()
      .execute((trx) =>
        enqueueJob(trx, { kind: 'merge', key: 'k', payload, owner: developer.id, now: server.deps.now() }),
      )
    await admin.client.jobs.cancel({ id: job.id })
    expect(await listAudit()).toEqual(
      expect.arrayContaining([
        ['tag-changed', admin.id, { tagId: a.tagId, name: 'A2', formerName: 'A' }],
        ['tag-merged', admin.id, { tagId: b.tagId, name: 'B', intoId: a.tagId, intoName: 'A2' }],
        ['tag-removed', admin.id, { tagId: c.tagId, name: 'C' }],
        ['view-unshared', developer.id, { by: admin.id, viewId: view.id, list: 'assets', name: 'Mine' }],
        ['job-cancelled', developer.id, { by: admin.id, jobId: job.id, job: 'merge' }],
      ]),
    )
  })
})
