import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { GRACE_MS } from '../../../server/auth/refresh-session.ts'
import { hashToken } from '../../../server/auth/session-data.ts'
import { startSession } from '../../../server/auth/sessions.ts'
import { forgetSuccessors } from '../../../server/sweep.ts'
import type { Role, SessionData } from '../../../src/api/contract/auth.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ limits: { refreshesFromAddress: { most: 100_000, seconds: 60 } } })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

/** An account with one session, without the work of a password. */
async function signedIn(role: Role = 'user'): Promise<SessionData> {
  const id = uuidv7()
  await server.deps.db.insertInto('users').values({ id, role, created_at: server.deps.now() }).execute()
  return startSession(server.deps, id, { address: 'harbour' }, 'test')
}
const refresh = (refreshToken: string) => server.call('POST /v1/auth/refresh', { body: { refreshToken } })
const logout = (refreshToken: string) => server.call('POST /v1/auth/logout', { body: { refreshToken } })
const list = (token: string) => server.call('GET /v1/assets', { token })
const turns = async (count: number) => {
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

describe('a refresh token that is used', () => {
  test('by two hundred calls at once gives all of them one and the same pair', async () => {
    const begun = await signedIn()
    const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(begun.refreshToken)))
    const [first] = answers
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(first!.body.refreshToken).not.toBe(begun.refreshToken)
    expect(await liveTokens()).toEqual([hashToken(first!.body.refreshToken)])
    expect((await list(first!.body.token)).status).toBe(200)
    // What they were given goes on: the next generation is one again.
    server.advance(60_000)
    const next = await Promise.all(Array.from({ length: 50 }, () => refresh(first!.body.refreshToken)))
    expect(new Set(next.map(({ body }) => JSON.stringify([body.token, body.refreshToken]))).size).toBe(1)
    expect(await liveTokens()).toEqual([hashToken(next[0]!.body.refreshToken)])
  })

  test('gives a late caller within the grace the youngest of the family, so that no two of it live on', async () => {
    const begun = await signedIn('anonymous')
    const first = (await refresh(begun.refreshToken)).body
    server.advance(4000)
    const second = (await refresh(first.refreshToken)).body
    server.advance(4000)
    const third = (await refresh(second.refreshToken)).body
    server.advance(GRACE_MS - 8000)
    const late = (await refresh(begun.refreshToken)).body
    expect([late.refreshToken, late.token]).toEqual([third.refreshToken, third.token])
    expect(await liveTokens()).toEqual([hashToken(third.refreshToken)])
    server.advance(1)
    expect((await refresh(begun.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
    expect((await refresh(third.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
  })

  test('gives the same pair again to one whose answer never came', async () => {
    const begun = await signedIn()
    const kept = new AbortController()
    const lost = server
      .fetch('http://house.test/v1/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: begun.refreshToken }),
        signal: kept.signal,
      })
      .then((answer) => answer.json())
    kept.abort()
    const { refreshToken, token } = await lost
    const again = (await refresh(begun.refreshToken)).body
    expect([again.refreshToken, again.token]).toEqual([refreshToken, token])
  })

  test('gives an access token of today to a late caller: one kept from before a change of role is not answered', async () => {
    const begun = await signedIn('user')
    const first = (await refresh(begun.refreshToken)).body
    await server.deps.db.updateTable('users').set({ role: 'developer' }).where('id', '=', begun._id).execute()
    const late = (await refresh(begun.refreshToken)).body
    expect(late.refreshToken).toBe(first.refreshToken)
    expect(JSON.stringify(decodeJwt(first.token).ability)).not.toContain('create')
    expect(JSON.stringify(decodeJwt(late.token).ability)).toContain('create')
  })

  test('keeps its successor only so that itself can read it, and forgets it after the grace', async () => {
    const begun = await signedIn()
    const next = (await refresh(begun.refreshToken)).body
    const dump = async () => {
      const { rows } = await sql`select refresh_tokens::text as row from refresh_tokens
        union all select sessions::text from sessions union all select audit::text from audit`.execute(server.deps.db)
      return JSON.stringify(rows)
    }
    const kept = await dump()
    for (const secret of [begun.refreshToken, next.refreshToken, next.token, next.token.split('.')[2]])
      expect(kept).not.toContain(secret)
    const sealed = async () => {
      const rows = await server.deps.db.selectFrom('refresh_tokens').select('successor').execute()
      return rows.filter(({ successor }) => successor !== null).length
    }
    expect(await sealed()).toBe(1)
    server.advance(GRACE_MS)
    await forgetSuccessors(server.deps)
    expect(await sealed()).toBe(1)
    server.advance(1)
    await forgetSuccessors(server.deps)
    expect(await sealed()).toBe(0)
  })

  test('and whose successor is unreadable ends nothing: the one who has it goes on', async () => {
    const begun = await signedIn()
    const next = (await refresh(begun.refreshToken)).body
    for (const successor of [null, 'nonsense', 'A'.repeat(120)]) {
      await server.deps.db
        .updateTable('refresh_tokens')
        .set({ successor })
        .where('token_hash', '=', hashToken(begun.refreshToken))
        .execute()
      expect((await refresh(begun.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
    }
    expect((await refresh(next.refreshToken)).status).toBe(200)
  })

  test('the store itself takes no second live token of a family', async () => {
    const begun = await signedIn()
    const { session_id } = await server.deps.db
      .selectFrom('refresh_tokens')
      .select('session_id')
      .where('token_hash', '=', hashToken(begun.refreshToken))
      .executeTakeFirstOrThrow()
    const row = { token_hash: 'another', session_id, created_at: server.deps.now() }
    await expect(server.deps.db.insertInto('refresh_tokens').values(row).execute()).rejects.toMatchObject({
      code: '23505',
    })
  })
})

describe('a stolen refresh token', () => {
  sampledTest(
    'ends its family after the grace, however its uses fall among those of the owner, and is written down once',
    async () => {
      const families: unknown[] = []
      for (let round = 0; round < 100; round += 1) {
        const begun = await signedIn()
        families.push(decodeJwt(begun.token).sid)
        const owner = (await refresh(begun.refreshToken)).body
        server.advance(GRACE_MS + 1)
        const [mine, ...theirs] = await Promise.all([
          turns(round % 10).then(() => refresh(owner.refreshToken)),
          ...[0, 1, 2].map((i) => turns((round / 10 + i) % 10).then(() => refresh(begun.refreshToken))),
        ])
        expect(theirs.map(({ body }) => body.error?.code)).toEqual(Array(3).fill('REFRESH_TOKEN_REVOKED'))
        const left = [owner, ...(mine!.status === 200 ? [mine!.body] : [])]
        for (const { refreshToken, token } of left)
          expect([(await refresh(refreshToken)).status, (await list(token)).status]).toEqual([401, 401])
      }
      expect((await revocationsInAudit()).sort()).toEqual(families.sort())
      expect(new Set(await liveTokens())).toEqual(new Set(['revoked']))
    },
  )
})

describe('signing out', () => {
  test('wins at each of forty points of a refresh', async () => {
    for (let point = 0; point < 40; point += 1) {
      const begun = await signedIn()
      const [traded, left] = await Promise.all([
        refresh(begun.refreshToken),
        turns(point).then(() => logout(begun.refreshToken)),
      ])
      expect([left.status, [200, 401]]).toEqual([200, expect.arrayContaining([traded.status])])
      const pairs = [begun, ...(traded.status === 200 ? [traded.body] : [])]
      for (const { refreshToken, token } of pairs)
        expect([(await refresh(refreshToken)).status, (await list(token)).status]).toEqual([401, 401])
    }
  })

  test('with a token that was used long ago ends the family all the same', async () => {
    const begun = await signedIn()
    const next = (await refresh(begun.refreshToken)).body
    server.advance(GRACE_MS * 10)
    await logout(begun.refreshToken)
    expect((await refresh(next.refreshToken)).status).toBe(401)
    expect((await list(next.token)).body.error.code).toBe('NOT_SIGNED_IN')
  })
})

test('two servers over one store give one pair too', async () => {
  const begun = await signedIn()
  const other = createServer({ ...server.deps })
  const askOther = async () => {
    const answer = await other.fetch(
      new Request('http://house.test/v1/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: begun.refreshToken }),
      }),
    )
    return (await answer.json()) as SessionData
  }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 ? askOther() : refresh(begun.refreshToken).then(({ body }) => body))),
  )
  expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1)
})
