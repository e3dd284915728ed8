import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runBeforeTransaction } from '../../support/before-transaction.ts'
import { openTestServer, PASSWORD, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let webhookId: string

beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  webhookId = (await admin.client.webhooks.create({ body: { url: 'https://hooks.example/a' } })).id
  // Confirming the session must have an effect.
  server.advance(1000)
})
afterAll(() => server.close())

/** Everything that a call of a session that has ended must not change. */
const readState = async () => {
  const { db } = server.deps
  return {
    tokens: await db.selectFrom('api_tokens').selectAll().execute(),
    webhooks: await db.selectFrom('webhooks').selectAll().orderBy('id').execute(),
    proofs: await db.selectFrom('sessions').select('proved_at').execute(),
    notices: await db.selectFrom('notices').selectAll().execute(),
  }
}

/** Makes a call, and another action between the call's first checks and its transaction. Returns the code of the call's error. */
const interleave = (call: () => Promise<unknown>, action: () => Promise<unknown>) =>
  runBeforeTransaction(server.deps.db, { call, action }).then(
    () => 'accepted',
    ({ code }) => code,
  )

describe('a session that ends between the first checks and the transaction of a call', () => {
  const expiresAt = '2026-03-20T00:00:00.000Z'
  const calls: [string, () => Promise<unknown>][] = [
    [
      'creates no API token',
      () => admin.client.apiTokens.create({ body: { name: 'CI', scopes: ['read'], expiresAt } }),
    ],
    ['adds no webhook', () => admin.client.webhooks.create({ body: { url: 'https://hooks.example/b' } })],
    [
      'changes no webhook',
      () => admin.client.webhooks.update({ id: webhookId, body: { url: 'https://hooks.example/b' } }),
    ],
    ['rotates no secret of a webhook', () => admin.client.webhooks.rotateSecret({ id: webhookId })],
    ['cannot be confirmed by password', () => admin.client.auth.prove({ body: { password: PASSWORD } })],
  ]
  test.each(calls)('%s', async (_, call) => {
    const before = await readState()
    const signOut = () => admin.client.auth.logout({ body: { refreshToken: admin.session.refreshToken } })
    expect(await interleave(call, signOut)).toBe('NOT_SIGNED_IN')
    expect(await readState()).toEqual(before)
  })
})

test('a password that is replaced after its verification confirms no session', async () => {
  const before = await readState()
  const replacePassword = () => server.deps.db.updateTable('users').set({ password_hash: 'other' }).execute()
  const call = () => admin.client.auth.prove({ body: { password: PASSWORD } })
  expect(await interleave(call, replacePassword)).toBe('INVALID_INPUT')
  expect(await readState()).toEqual(before)
})
