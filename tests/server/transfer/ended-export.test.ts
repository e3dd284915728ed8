import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { buildGlbOfSize } from '../../support/glb.ts'
import { ORIGIN, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ workers: 0 })
let owner: TestAccount

beforeEach(async () => {
  owner = await server.account('developer')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: owner.id, created_at: START_TIME })
    .execute()
  for (let i = 0; i < 3; i += 1) {
    const { url } = await server.upload(
      owner,
      buildGlbOfSize(5_000_000, (size) => new Uint8Array(size).fill(i + 1)),
    )
    const body = { name: `Cap ${i}`, type: 'headwear', gender: 'neutral', modelUrl: url } as const
    await owner.client.assets.create({ body: { ...body, applicationIds: ['harbour'] } })
  }
})

/** Downloads with a token, runs work after the first chunk, and returns the outcome and the number of bytes. */
async function download(token: string, meanwhile: () => Promise<unknown>) {
  const response = await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const reader = response.body!.getReader()
  let received = (await reader.read()).value!.length
  await meanwhile()
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'whole'
      received += value.length
    }
  }
  const end = await read().catch((error: Error) => error.message)
  return { end, received, length: Number(response.headers.get('content-length')) }
}

test.each([
  ['its session has ended', () => owner.client.auth.logout({ body: { refreshToken: owner.session.refreshToken } })],
  [
    'the application has another owner',
    async () => {
      const other = await server.account('developer', 'other@house.example')
      await server.deps.db.updateTable('applications').set({ owner_id: other.id }).execute()
    },
  ],
  ['the account lost its role', () => server.deps.db.updateTable('users').set({ role: 'user' }).execute()],
])('ends a running export before its last byte once %s', async (_, meanwhile) => {
  const { end, received, length } = await download(owner.token, meanwhile)
  expect(end).not.toBe('whole')
  expect(received).toBeLessThan(length)
})

test('completes an export by an API token, or ends it before the last byte once the token is revoked', async () => {
  const expiresAt = new Date(START_TIME.getTime() + 86_400_000).toISOString()
  const body = { name: 'Robot', scopes: ['read' as const], expiresAt }
  const { id, token } = await owner.client.apiTokens.create({ body })
  const whole = await download(token, async () => {})
  expect([whole.end, whole.received]).toEqual(['whole', whole.length])
  const { end, received, length } = await download(token, () => owner.client.apiTokens.revoke({ id }))
  expect([end, received < length]).toEqual(['This session has ended. Sign in again.', true])
})

test('continues an export after a short outage of the database during a permission check', async () => {
  const { deps } = server
  const { db } = deps
  let failures = 0
  const unreachableDb: Kysely<Database> = db.withPlugin({
    transformQuery() {
      failures += 1
      if (failures === 2) Object.assign(deps, { db })
      throw new DatabaseUnavailableError('gone')
    },
    transformResult: async ({ result }) => result,
  })
  try {
    const { end, received, length } = await download(
      owner.token,
      async () => void Object.assign(deps, { db: unreachableDb }),
    )
    expect([end, received, failures]).toEqual(['whole', length, 2])
  } finally {
    Object.assign(deps, { db })
  }
})

test('stops the permission checks of an export if its reader disconnects during a database outage', {
  timeout: 60_000,
}, async () => {
  const { deps } = server
  const { db } = deps
  let checks = 0
  let resolveCheckStarted = () => {}
  const checkStarted = new Promise<void>((resolve) => {
    resolveCheckStarted = resolve
  })
  const unreachableDb: Kysely<Database> = db.withPlugin({
    transformQuery() {
      checks += 1
      resolveCheckStarted()
      throw new DatabaseUnavailableError('gone')
    },
    transformResult: async ({ result }) => result,
  })
  try {
    const response = await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const reader = response.body!.getReader()
    await reader.read()
    Object.assign(deps, { db: unreachableDb })
    const reading = (async () => {
      while (!(await reader.read()).done);
    })()
    await checkStarted
    await reader.cancel()
    await reading
    expect(checks).toBe(1)
  } finally {
    Object.assign(deps, { db })
  }
})
