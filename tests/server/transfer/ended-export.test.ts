import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DatabaseAway } from '../../../server/db/faults.ts'
import type { Database } from '../../../server/db/schema.ts'
import { glbOfSize } from '../../support/glb.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let owner: TestAccount

beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('developer')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: owner.id, created_at: BEGINNING })
    .execute()
  for (let i = 0; i < 3; i += 1) {
    const { url } = await server.upload(
      owner,
      glbOfSize(5_000_000, (room) => new Uint8Array(room).fill(i + 1)),
    )
    const body = { name: `Cap ${i}`, type: 'headwear', gender: 'neutral', modelUrl: url } as const
    await owner.client.assets.create({ body: { ...body, applicationIds: ['harbour'] } })
  }
})
afterAll(() => server.close())

/** Downloads with a token, does something after the first piece, and answers what came of how much. */
async function download(token: string, meanwhile: () => Promise<unknown>) {
  const answer = await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const reader = answer.body!.getReader()
  let came = (await reader.read()).value!.length
  await meanwhile()
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'whole'
      came += value.length
    }
  }
  const end = await read().catch((fault: Error) => fault.message)
  return { end, came, length: Number(answer.headers.get('content-length')) }
}

test.each([
  ['its session has ended', () => owner.client.auth.logout({ body: { refreshToken: owner.session.refreshToken } })],
  [
    'the application is another’s',
    async () => {
      const other = await server.account('developer', 'other@house.example')
      await server.deps.db.updateTable('applications').set({ owner_id: other.id }).execute()
    },
  ],
  ['the account lost its role', () => server.deps.db.updateTable('users').set({ role: 'user' }).execute()],
])('an export ends on its way once %s, and never like a whole one', async (_, meanwhile) => {
  const { end, came, length } = await download(owner.token, meanwhile)
  expect(end).not.toBe('whole')
  expect(came).toBeLessThan(length)
})

test('an export by an API token ends with that, and not while it is good', async () => {
  const expiresAt = new Date(BEGINNING.getTime() + 86_400_000).toISOString()
  const body = { name: 'Robot', scopes: ['read' as const], expiresAt }
  const { id, token } = await owner.client.apiTokens.create({ body })
  const whole = await download(token, async () => {})
  expect([whole.end, whole.came]).toEqual(['whole', whole.length])
  const { end, came, length } = await download(token, () => owner.client.apiTokens.revoke({ id }))
  expect([end, came < length]).toEqual(['This session has ended. Sign in again.', true])
})

test('an export goes on where the database is away for a moment as it is asked again', async () => {
  const { deps } = server
  const { db } = deps
  let failures = 0
  const away: Kysely<Database> = db.withPlugin({
    transformQuery() {
      failures += 1
      if (failures === 2) Object.assign(deps, { db })
      throw new DatabaseAway('gone')
    },
    transformResult: async ({ result }) => result,
  })
  try {
    const { end, came, length } = await download(owner.token, async () => void Object.assign(deps, { db: away }))
    expect([end, came, failures]).toEqual(['whole', length, 2])
  } finally {
    Object.assign(deps, { db })
  }
})

test('an export whose reader leaves while the database is away asks no more', { timeout: 60_000 }, async () => {
  const { deps } = server
  const { db } = deps
  let asked = 0
  let isAsked = () => {}
  const asking = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const away: Kysely<Database> = db.withPlugin({
    transformQuery() {
      asked += 1
      isAsked()
      throw new DatabaseAway('gone')
    },
    transformResult: async ({ result }) => result,
  })
  try {
    const answer = await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const reader = answer.body!.getReader()
    await reader.read()
    Object.assign(deps, { db: away })
    const reading = (async () => {
      while (!(await reader.read()).done);
    })()
    await asking
    await reader.cancel()
    await reading
    expect(asked).toBe(1)
  } finally {
    Object.assign(deps, { db })
  }
})
