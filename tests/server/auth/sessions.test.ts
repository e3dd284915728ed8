import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { REUSE_GRACE_MS } from '../../../server/auth/refresh-session.ts'
import { hashToken } from '../../../server/auth/session-data.ts'
import { startSession } from '../../../server/auth/sessions.ts'
import { createApp } from '../../../server/boot/app.ts'
import { deleteExpiredSuccessorTokens } from '../../../server/boot/maintenance.ts'
import type { Role, SessionData } from '../../../src/api/contract/auth.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ limits: { refreshesFromAddress: { max: 100_000, seconds: 60 } } })

/** Creates an account with one session, without hashing a password. */
async function signedIn(role: Role = 'user'): Promise<SessionData> {
  const id = uuidv7()
  await server.deps.db
    .insertInto('users')
    .values({ id, role, created_at: server.deps.now(), verified_at: server.deps.now() })
    .execute()
  return startSession(server.deps, id, { address: 'harbour' }, 'test')
}
const refresh = (refreshToken: string) => server.call('POST /v1/auth/refresh', { body: { refreshToken } })
const logout = (refreshToken: string) => server.call('POST /v1/auth/logout', { body: { refreshToken } })
const list = (token: string) => server.call('GET /v1/assets', { token })
const waitTicks = async (count: number) => {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve))
}
const liveTokens = async () => {
  const rows = await server.deps.db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .where('used_at', 'is', null)
    .select(['session_id', 'token_hash', 'revoked_at'])
    .execute()
  return rows.map(({ token_hash, revoked_at }) => (revoked_at ? 'revoked' : token_hash))
}
const revocationsInAudit = async () => {
  const rows = await server.deps.db.selectFrom('audit').where('action', '=', 'family-revoked').selectAll().execute()
  return rows.map(({ details }) => details.sessionId)
}

describe('a used refresh token', () => {
  test('returns the same new tokens to 200 parallel calls', async () => {
    const session = await signedIn()
    const responses = await Promise.all(Array.from({ length: 200 }, () => refresh(session.refreshToken)))
    const [first] = responses
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(first!.body.refreshToken).not.toBe(session.refreshToken)
    expect(await liveTokens()).toEqual([hashToken(first!.body.refreshToken)])
    expect((await list(first!.body.token)).status).toBe(200)
    // Parallel refreshes with the successor token also return a single pair.
    server.advance(60_000)
    const next = await Promise.all(Array.from({ length: 50 }, () => refresh(first!.body.refreshToken)))
    expect(new Set(next.map(({ body }) => JSON.stringify([body.token, body.refreshToken]))).size).toBe(1)
    expect(await liveTokens()).toEqual([hashToken(next[0]!.body.refreshToken)])
  })

  test('returns its token family’s newest tokens within the grace period, and ends the family afterwards', async () => {
    const session = await signedIn('anonymous')
    const first = (await refresh(session.refreshToken)).body
    server.advance(4000)
    const second = (await refresh(first.refreshToken)).body
    server.advance(4000)
    const third = (await refresh(second.refreshToken)).body
    server.advance(REUSE_GRACE_MS - 8000)
    const late = (await refresh(session.refreshToken)).body
    expect([late.refreshToken, late.token]).toEqual([third.refreshToken, third.token])
    expect(await liveTokens()).toEqual([hashToken(third.refreshToken)])
    server.advance(1)
    expect((await refresh(session.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
    expect((await refresh(third.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
  })

  test('returns the same tokens again to a caller that did not receive the response', async () => {
    const session = await signedIn()
    const controller = new AbortController()
    const lostResponse = server
      .fetch('http://house.test/v1/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: session.refreshToken }),
        signal: controller.signal,
      })
      .then((response) => response.json())
    controller.abort()
    const { refreshToken, token } = await lostResponse
    const again = (await refresh(session.refreshToken)).body
    expect([again.refreshToken, again.token]).toEqual([refreshToken, token])
  })

  test('returns an access token with the current role of the user, not with the role at its first use', async () => {
    const session = await signedIn('user')
    const first = (await refresh(session.refreshToken)).body
    await server.deps.db.updateTable('users').set({ role: 'developer' }).where('id', '=', session._id).execute()
    const late = (await refresh(session.refreshToken)).body
    expect(late.refreshToken).toBe(first.refreshToken)
    expect(JSON.stringify(decodeJwt(first.token).ability)).not.toContain('create')
    expect(JSON.stringify(decodeJwt(late.token).ability)).toContain('create')
  })

  test('stores its successor encrypted, with itself as the key, and only for the grace period', async () => {
    const session = await signedIn()
    const next = (await refresh(session.refreshToken)).body
    const dump = async () => {
      const { rows } = await sql`select refresh_tokens::text as row from refresh_tokens
        union all select sessions::text from sessions union all select audit::text from audit`.execute(server.deps.db)
      return JSON.stringify(rows)
    }
    const databaseDump = await dump()
    for (const secret of [session.refreshToken, next.refreshToken, next.token, next.token.split('.')[2]])
      expect(databaseDump).not.toContain(secret)
    const sealed = async () => {
      const rows = await server.deps.db.selectFrom('refresh_tokens').select('successor').execute()
      return rows.filter(({ successor }) => successor !== null).length
    }
    expect(await sealed()).toBe(1)
    server.advance(REUSE_GRACE_MS)
    await deleteExpiredSuccessorTokens(server.deps)
    expect(await sealed()).toBe(1)
    server.advance(1)
    await deleteExpiredSuccessorTokens(server.deps)
    expect(await sealed()).toBe(0)
  })

  test('is refused if its stored successor is unreadable, while the successor itself stays valid', async () => {
    const session = await signedIn()
    const next = (await refresh(session.refreshToken)).body
    for (const successor of [null, 'nonsense', 'A'.repeat(120)]) {
      await server.deps.db
        .updateTable('refresh_tokens')
        .set({ successor })
        .where('token_hash', '=', hashToken(session.refreshToken))
        .execute()
      expect((await refresh(session.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
    }
    expect((await refresh(next.refreshToken)).status).toBe(200)
  })

  test('has at most one unused successor, which a database constraint ensures', async () => {
    const session = await signedIn()
    const { session_id } = await server.deps.db
      .selectFrom('refresh_tokens')
      .select('session_id')
      .where('token_hash', '=', hashToken(session.refreshToken))
      .executeTakeFirstOrThrow()
    const row = { token_hash: 'another', session_id, created_at: server.deps.now() }
    await expect(server.deps.db.insertInto('refresh_tokens').values(row).execute()).rejects.toMatchObject({
      code: '23505',
    })
  })
})

describe('a stolen refresh token', () => {
  sampledTest('ends its token family after the grace period in any order of uses, and is audited once', async () => {
    const families: unknown[] = []
    for (let round = 0; round < 100; round += 1) {
      const session = await signedIn()
      families.push(decodeJwt(session.token).sid)
      const owner = (await refresh(session.refreshToken)).body
      server.advance(REUSE_GRACE_MS + 1)
      const [mine, ...theirs] = await Promise.all([
        waitTicks(round % 10).then(() => refresh(owner.refreshToken)),
        ...[0, 1, 2].map((i) => waitTicks((round / 10 + i) % 10).then(() => refresh(session.refreshToken))),
      ])
      expect(theirs.map(({ body }) => body.error?.code)).toEqual(Array(3).fill('REFRESH_TOKEN_REVOKED'))
      const left = [owner, ...(mine!.status === 200 ? [mine!.body] : [])]
      for (const { refreshToken, token } of left)
        expect([(await refresh(refreshToken)).status, (await list(token)).status]).toEqual([401, 401])
    }
    expect((await revocationsInAudit()).sort()).toEqual(families.sort())
    expect(new Set(await liveTokens())).toEqual(new Set(['revoked']))
  })
})

describe('signing out', () => {
  test('ends the session for good at each of 40 points of a concurrent refresh', async () => {
    for (let point = 0; point < 40; point += 1) {
      const session = await signedIn()
      const [refreshed, left] = await Promise.all([
        refresh(session.refreshToken),
        waitTicks(point).then(() => logout(session.refreshToken)),
      ])
      expect([left.status, [200, 401]]).toEqual([200, expect.arrayContaining([refreshed.status])])
      const pairs = [session, ...(refreshed.status === 200 ? [refreshed.body] : [])]
      for (const { refreshToken, token } of pairs)
        expect([(await refresh(refreshToken)).status, (await list(token)).status]).toEqual([401, 401])
    }
  })

  test('with a refresh token that was used long ago still ends the session', async () => {
    const session = await signedIn()
    const next = (await refresh(session.refreshToken)).body
    server.advance(REUSE_GRACE_MS * 10)
    await logout(session.refreshToken)
    expect((await refresh(next.refreshToken)).status).toBe(401)
    expect((await list(next.token)).body.error.code).toBe('NOT_SIGNED_IN')
  })
})

test('two servers that share a database return the same tokens for the same refresh token', async () => {
  const session = await signedIn()
  const other = createApp({ ...server.deps })
  const askOther = async () => {
    const response = await other.fetch(
      new Request('http://house.test/v1/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: session.refreshToken }),
      }),
    )
    return (await response.json()) as SessionData
  }
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 ? askOther() : refresh(session.refreshToken).then(({ body }) => body))),
  )
  expect(new Set(responses.map((body) => JSON.stringify(body))).size).toBe(1)
})
