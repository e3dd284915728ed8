import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countAttempt } from '../../server/auth/rate-limit.ts'
import { createApp } from '../../server/boot/app.ts'
import { postgresSkipReason, TestPostgres } from '../support/postgres.ts'
import { createRandom } from '../support/random.ts'
import {
  ORIGIN,
  openTestServer,
  type RawResponse,
  START_TIME,
  type TestAccount,
  type TestServer,
} from '../support/server.ts'

const isSoak = Boolean(process.env.SOAK)
const GUESTS = 5
/** Number of rounds of reordering, and of scenarios with a stolen token. */
const [ROUNDS, THEFTS] = isSoak ? [40, 100] : [2, 8]

/** Guarantees under concurrency, for both databases: their locks and statements may behave differently. */
describe.each([['PGlite'], ['PostgreSQL']] as const)('with %s', (store) => {
  const isSkipped = store === 'PostgreSQL' && postgresSkipReason !== undefined
  let postgres: TestPostgres | undefined
  let server: TestServer

  beforeAll(async () => {
    if (isSkipped) return
    postgres = store === 'PostgreSQL' ? await TestPostgres.create() : undefined
    server = await openTestServer({
      limits: { guestsFromAddress: { max: GUESTS, seconds: 60 }, refreshesFromAddress: { max: 1e9, seconds: 60 } },
      ...(postgres ? { url: postgres.url } : {}),
    })
  })
  beforeEach(() => (isSkipped ? undefined : server.reset()))
  afterAll(async () => {
    await server?.close()
    await postgres?.remove()
  })

  describe.skipIf(isSkipped)('a rate limit', () => {
    const guests = (
      count: number,
      from: (n: number) => { address?: string; headers?: Record<string, string> },
      trustedProxies = 0,
    ) => {
      const app = createApp({ ...server.deps, trustedProxies })
      return Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const { address, headers = {} } = from(n)
          const request = new Request(`${ORIGIN}/v1/auth/signup`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: '{}',
          })
          const incoming = {
            socket: { remoteAddress: address ?? '192.0.2.1' },
            headersDistinct: { host: [new URL(ORIGIN).host] },
          }
          return (await app.fetch(request, { incoming })).status
        }),
      )
    }
    const passed = (statuses: number[]) => [
      statuses.filter((status) => status === 201).length,
      statuses.filter((status) => status === 429).length,
    ]

    test('allows exactly its maximum of concurrent calls in each period', async () => {
      const limit = { max: 37, seconds: 60 }
      const burst = async (count: number) => {
        const calls = Array.from({ length: count }, () => countAttempt(server.deps, 'burst', 'someone', limit))
        return (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
      }
      expect([await burst(38), await burst(60)]).toEqual([37, 0])
      server.advance(59_999)
      expect(await burst(20)).toBe(0)
      server.advance(1)
      expect(await burst(120)).toBe(37)
    })

    test('does not count attempts that the server took back', async () => {
      const limit = { max: 3, seconds: 60 }
      const undoAttempts = await Promise.all([1, 2, 3].map(() => countAttempt(server.deps, 'back', 'me', limit)))
      await expect(countAttempt(server.deps, 'back', 'me', limit)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
      await Promise.all(undoAttempts.map((back) => back()))
      // Four calls were counted, including the refused call, and three were taken back.
      // So two more calls fit into the limit of three.
      const again = await Promise.allSettled([1, 2, 3, 4].map(() => countAttempt(server.deps, 'back', 'me', limit)))
      expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    })

    test('applies to the whole /64 network of an IPv6 address, but not to the next network', async () => {
      const inside = await guests(20, (n) => ({ address: `2001:db8:1:2:${n.toString(16)}::${n.toString(16)}` }))
      expect(passed(inside)).toEqual([GUESTS, 20 - GUESTS])
      expect(await guests(1, () => ({ address: '2001:db8:1:3::1' }))).toEqual([201])
      expect(await guests(1, () => ({ address: '2001:0db8:0001:0002:ffff::1' }))).toEqual([429])
    })

    test('counts an IPv4 address and its IPv6-mapped notation as the same address', async () => {
      const mixed = await guests(20, (n) => ({ address: n % 2 ? '198.51.100.7' : '::ffff:198.51.100.7' }))
      expect(passed(mixed)).toEqual([GUESTS, 20 - GUESTS])
    })

    const forged = (n: number) => ({
      headers: {
        'x-forwarded-for': `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
        'x-real-ip': `203.0.113.${n}`,
        'cf-connecting-ip': `203.0.113.${n}`,
        'true-client-ip': `203.0.113.${n}`,
      },
    })
    test('ignores headers of the client that claim another address', async () => {
      expect(passed(await guests(20, forged))).toEqual([GUESTS, 20 - GUESTS])
    })

    test('uses the address that a trusted proxy saw, not the address that the client claims', async () => {
      const same = await guests(20, (n) => ({ headers: { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.9` } }), 1)
      expect(passed(same)).toEqual([GUESTS, 20 - GUESTS])
      const own = await guests(6, (n) => ({ headers: { 'x-forwarded-for': `198.51.100.9, 203.0.113.${n}` } }), 1)
      expect(passed(own)).toEqual([6, 0])
    })

    test('denies calls while the database cannot count them', async () => {
      await sql`alter table rate_limits rename to rate_limits_away`.execute(server.deps.db)
      try {
        const statuses = await guests(3, () => ({}))
        expect(statuses.every((status) => status >= 500)).toBe(true)
        expect(await server.deps.db.selectFrom('users').select('id').execute()).toEqual([])
      } finally {
        await sql`alter table rate_limits_away rename to rate_limits`.execute(server.deps.db)
      }
    })
  })

  describe.skipIf(isSkipped)('concurrent creations by one account with different idempotency keys', () => {
    const expiresAt = new Date(START_TIME.getTime() + 86_400_000).toISOString()
    const creations: [string, string, (name: string) => object][] = [
      ['API tokens', 'POST /v1/api-tokens', (name) => ({ name, scopes: ['read'], expiresAt })],
      ['saved views', 'POST /v1/views', (name) => ({ name, list: 'assets', query: { filter: {} } })],
    ]
    test.each(creations)('all succeed: %s', async (_, endpoint, bodyOf) => {
      const { token } = await server.account('developer')
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_it, n) =>
          server.call(endpoint, { token, body: bodyOf(`Name ${n}`), headers: { 'idempotency-key': `key ${n}` } }),
        ),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201))
    })
  })

  describe.skipIf(isSkipped)('the positions of the assets in an application', () => {
    let admin: TestAccount
    const ids = Array.from({ length: 10 }, (_, n) => `asset-${n}`)

    const createApplications = async () => {
      admin = await server.account('admin')
      const { db } = server.deps
      const stats = { triangles: 1, vertices: 3, textures: 0, bytes: 9, created_at: START_TIME, updated_at: START_TIME }
      const model = { type: 'top', gender: 'male', model_url: `/files/${'0'.repeat(64)}.glb` } as const
      for (const id of ids)
        await db
          .insertInto('assets')
          .values({ id, name: id, name_key: id, ...model, ...stats, created_by: admin.id })
          .execute()
      for (const id of ['harbour', 'mill'])
        await db
          .insertInto('applications')
          .values({ id, name: id, name_key: id, owner_id: admin.id, created_at: START_TIME })
          .execute()
    }
    const listPositions = async (applicationId: string) =>
      (
        await server.deps.db
          .selectFrom('asset_applications')
          .select('position')
          .where('application_id', '=', applicationId)
          .orderBy('position')
          .execute()
      ).map(({ position }) => position)

    test('stay 1 to n without gaps under 50 concurrent changes, some of them invalid', async () => {
      await createApplications()
      for (const id of ids)
        for (const applicationId of ['harbour', 'mill'])
          await admin.client.assets.addToApplication({ id, body: { applicationId } })
      const statuses = new Set<number>()
      for (let round = 0; round < ROUNDS; round++) {
        const random = createRandom(round)
        const change = async (): Promise<RawResponse> => {
          const id = random.integerBelow(6) === 0 ? 'unknown' : random.pick(ids)
          const applicationId = random.integerBelow(8) === 0 ? 'nowhere' : random.pick(['harbour', 'mill'])
          const position = random.pick([-3, 0, 1, 2, 5, 9, 10, 11, 99, 0.5, '1'])
          const path = `/v1/assets/${id}/application`
          const kind = random.integerBelow(8)
          if (kind === 0) return server.call(`DELETE ${path}`, { token: admin.token, body: { applicationId } })
          if (kind === 1) return server.call(`POST ${path}`, { token: admin.token, body: { applicationId, position } })
          if (kind === 2 && random.integerBelow(3) === 0)
            return server.call(`DELETE /v1/assets/${id}`, { token: admin.token })
          return server.call(`PATCH ${path}`, { token: admin.token, body: { applicationId, position } })
        }
        for (const { status } of await Promise.all(Array.from({ length: 50 }, change))) statuses.add(status)
        for (const applicationId of ['harbour', 'mill']) {
          const positions = await listPositions(applicationId)
          expect(positions).toEqual(positions.map((_, i) => i + 1))
        }
      }
      expect([...statuses].sort()).toEqual([200, 400, 404])
    })
  })

  describe.skipIf(isSkipped)('a stolen refresh token', () => {
    const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
    const refresh = (refreshToken: string) => server.call('POST /v1/auth/refresh', { body: { refreshToken } })

    test('ends only its own session when it is reused, whether owner or thief refreshes first', async () => {
      for (let seed = 0; seed < THEFTS; seed++) {
        const random = createRandom(seed)
        const account = await server.account('user', `person-${seed}@house.example`)
        const elsewhere = await server.call('POST /v1/auth/login', {
          body: { email: account.email, password: 'a-quiet-harbour-7' },
        })
        const stolen = account.session.refreshToken
        const chain = [stolen]
        for (let uses = 1 + random.integerBelow(3); uses > 0; uses--) {
          server.advance(random.integerBelow(5_000))
          chain.push((await refresh(chain.at(-1)!)).body.refreshToken)
        }
        server.advance(10_001)
        // A thief sends a used token, while the owner continues with the newest token.
        const old = random.pick(chain.slice(0, -1))
        const order = random.integerBelow(3)
        const [thiefResponse, owner] =
          order === 0
            ? [await refresh(old), await refresh(chain.at(-1)!)]
            : order === 1
              ? await Promise.all([refresh(old), refresh(chain.at(-1)!)])
              : (await Promise.all([refresh(chain.at(-1)!), refresh(old)])).toReversed()
        expect([thiefResponse?.status, thiefResponse?.body.error.code], `seed ${seed}`).toEqual([
          401,
          'REFRESH_TOKEN_REVOKED',
        ])
        // Tokens issued to the owner a moment before are revoked too.
        const all = [...chain, ...(owner?.status === 200 ? [owner.body.refreshToken as string] : [])]
        for (const token of all)
          expect((await refresh(token)).body.error?.code, `seed ${seed}`).toBe('REFRESH_TOKEN_REVOKED')
        const { db } = server.deps
        const session = await db
          .selectFrom('refresh_tokens')
          .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
          .select(['sessions.id', 'sessions.revoked_at'])
          .where('token_hash', '=', hashOf(stolen))
          .executeTakeFirstOrThrow()
        const auditRows = await db
          .selectFrom('audit')
          .selectAll()
          .where('action', '=', 'family-revoked')
          .where('user_id', '=', account.id)
          .execute()
        expect([session.revoked_at !== null, auditRows.length, auditRows[0]?.details]).toEqual([
          true,
          1,
          { sessionId: session.id },
        ])
        expect((await refresh(elsewhere.body.refreshToken)).status).toBe(200)
      }
    })
  })
})
