import { decodeJwt } from 'jose'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { GRACE_MS } from '../../../server/auth/refresh-session.ts'
import { createRevocations, noteRevoked, REMEMBERED_MS, revoking } from '../../../server/auth/revocations.ts'
import { SESSION_MS } from '../../../server/auth/session-data.ts'
import { endSessions, startSession } from '../../../server/auth/sessions.ts'
import { ACCESS_SECONDS } from '../../../server/auth/tokens.ts'
import { sweep } from '../../../server/sweep.ts'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { ORIGIN, openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

const EMAIL = 'ada@house.example'
const NEW_PASSWORD = 'another-quiet-harbour-8'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ limits: { mailsToAccount: { most: 1000, seconds: 60 } } })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const post = (path: string, body: object, token?: string) =>
  server.call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
const sidOf = ({ token }: SessionData) => decodeJwt(token).sid as string
const read = async (body: ReadableStream<Uint8Array>) => {
  const reader = body.getReader()
  let count = 0
  while (!(await reader.read()).done) count += 1
  return count
}

/** What a token opens: an answer's status for each way in. */
async function waysIn(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (method: string, path: string, more: object = {}) => {
    const answer = await server.fetch(`${ORIGIN}${path}`, { method, headers: { ...headers, ...more } })
    await answer.body?.cancel()
    return answer.status
  }
  return {
    list: await ask('GET', '/v1/assets'),
    account: await ask('GET', '/v1/auth/sessions'),
    stream: await ask('GET', '/v1/events'),
    upload: await ask('POST', '/files', { 'tus-resumable': '1.0.0', 'upload-length': '10' }),
  }
}
const SHUT = { list: 401, account: 401, stream: 401, upload: 401 }

/** Every way in which sessions end before their time, and whether the one it is asked from goes on. */
const ENDINGS: Record<
  string,
  { ends: (here: SessionData, there: SessionData) => Promise<unknown>; isHereKept?: true }
> = {
  'signing out': {
    ends: async (here, there) => {
      await post('auth/logout', { refreshToken: here.refreshToken })
      await post('auth/logout', { refreshToken: there.refreshToken })
    },
  },
  'signing out everywhere': { ends: (here) => server.call('DELETE /v1/auth/sessions', { token: here.token }) },
  'a password that is changed': {
    ends: (here) =>
      server.call('PATCH /v1/users/me/password', {
        token: here.token,
        body: { current: PASSWORD, password: NEW_PASSWORD },
      }),
    isHereKept: true,
  },
  'a password that is reset by a code': {
    ends: async () => {
      const { requestId } = (await post('users/reset-password', { email: EMAIL })).body
      const { code } = await server.mailed(EMAIL)
      const body = { email: EMAIL, code, requestId, password: NEW_PASSWORD }
      return server.call('PATCH /v1/users/password-by-code', { body })
    },
  },
  'an address that is proved by somebody': {
    ends: async () => {
      await server.mails(EMAIL)
      const { requestId } = (await post('auth/request-login-code', { email: EMAIL })).body
      const { code } = await server.mailed(EMAIL)
      return post('auth/login', { email: EMAIL, code, requestId })
    },
  },
  'a refresh token that was stolen': {
    ends: async (here, there) => {
      for (const { refreshToken } of [here, there]) {
        await post('auth/refresh', { refreshToken })
        server.advance(GRACE_MS + 1)
        expect((await post('auth/refresh', { refreshToken })).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
      }
    },
  },
  'an account that is deleted': {
    ends: async (here) => {
      await server.deps.db.deleteFrom('users').where('id', '=', here._id).execute()
      // Nobody asked for it by a call: it is read from the store, as what other processes do.
      await server.deps.revocations.catchUp()
    },
  },
}

describe.each(Object.entries(ENDINGS))('%s', (_, { ends, isHereKept }) => {
  test('ends the access tokens and the live streams at once, and those of nobody else', async () => {
    const here: SessionData = (await post('auth/signup', { email: EMAIL, password: PASSWORD })).body
    const there: SessionData = (await post('auth/login', { email: EMAIL, password: PASSWORD })).body
    const other: SessionData = (await post('auth/signup', { email: 'bob@house.example', password: PASSWORD })).body
    const streams = await Promise.all(
      [here, there, other].map(({ token }) =>
        server.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${token}` } }),
      ),
    )
    const done = streams.map(({ body }) => read(body!))
    const open = await waysIn(other.token)
    expect([await waysIn(here.token), open.list]).toEqual([open, 200])

    const answer = await ends(here, there)
    if (answer && typeof answer === 'object' && 'status' in answer) expect(answer.status).toBe(200)

    // Nothing is waited for: these reads end because the streams did.
    await (isHereKept ? done[1] : Promise.all([done[0], done[1]]))
    expect([await waysIn(there.token), await waysIn(here.token)]).toEqual([SHUT, isHereKept ? open : SHUT])
    expect(await waysIn(other.token)).toEqual(open)
    const stillReads = await Promise.race([done[2], new Promise((resolve) => setImmediate(() => resolve('reads')))])
    expect(stillReads).toBe('reads')
    const refused = await server.call('GET /v1/assets', { token: there.token })
    expect([refused.body.error.code, refused.headers.get('www-authenticate')]).toEqual(['NOT_SIGNED_IN', 'Bearer'])
    server.deps.events.close()
  })
})

describe('what is remembered of revoked sessions', () => {
  /** A session without the work of a password. */
  async function signedIn() {
    const id = uuidv7()
    await server.deps.db.insertInto('users').values({ id, role: 'user', created_at: server.deps.now() }).execute()
    return startSession(server.deps, id, { address: 'harbour' }, 'test')
  }

  test('is what the store wrote: a transaction that was rolled back ends nothing, one committed before a fault does', async () => {
    const [kept, ended] = [await signedIn(), await signedIn()]
    const { db, revocations, now } = server.deps
    const rolledBack = revoking(revocations, () =>
      db.transaction().execute(async (trx) => {
        await endSessions(trx, now(), kept._id, { reason: 'logout-everywhere', address: 'local' })
        throw new Error('rolled back')
      }),
    )
    await expect(rolledBack).rejects.toThrow('rolled back')
    const late = revoking(revocations, async () => {
      await endSessions(db, now(), ended._id, { reason: 'logout-everywhere', address: 'local' })
      throw new Error('after the commit')
    })
    await expect(late).rejects.toThrow('after the commit')
    expect([await revocations.has(sidOf(kept)), await revocations.has(sidOf(ended))]).toEqual([false, true])
  })

  test('goes on being answered while the store is away', async () => {
    const { token, refreshToken } = await signedIn()
    const other = await signedIn()
    await post('auth/logout', { refreshToken })
    const away = new Proxy(server.deps.db, {
      get: () => {
        throw new Error('away')
      },
    })
    const known = createRevocations({ db: server.deps.db, now: server.deps.now })
    await known.catchUp()
    const blind = createRevocations({ db: away, now: server.deps.now })
    blind.add([decodeJwt(token).sid as string])
    await expect(blind.catchUp()).rejects.toThrow()
    await revoking(blind, async () => noteRevoked(['another']))
    expect([blind.has(sidOf({ token } as SessionData)), blind.has('another'), blind.has(sidOf(other))]).toEqual([
      true,
      true,
      false,
    ])
    expect(known.has(sidOf({ token } as SessionData))).toBe(true)
  })

  test('is as little as may still matter, and past a bound the store is asked', async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, signedIn))
    const few = createRevocations(server.deps, 3)
    for (const { _id } of sessions.slice(0, 5))
      await endSessions(server.deps.db, server.deps.now(), _id, { reason: 'logout-everywhere', address: 'local' })
    await few.catchUp()
    const answers = sessions.map((session) => few.has(sidOf(session)))
    expect(answers.filter((answer) => answer === true)).toHaveLength(3)
    expect(await Promise.all(answers)).toEqual([true, true, true, true, true, false])
    expect(answers[5]).toBeInstanceOf(Promise)
    server.advance(REMEMBERED_MS)
    few.add([])
    expect(sessions.map((session) => few.has(sidOf(session)))).toEqual(Array(6).fill(false))
    expect(REMEMBERED_MS).toBeGreaterThan(ACCESS_SECONDS * 1000)
  })

  test('is nothing of sessions that ran out, and what the store keeps of it is swept', async () => {
    await signedIn()
    const noted = () => server.deps.db.selectFrom('revocations').select('session_id').execute()
    server.advance(SESSION_MS + 1)
    await sweep(server.deps)
    expect(await server.deps.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect(await noted()).toEqual([])
    const { _id } = await signedIn()
    await endSessions(server.deps.db, server.deps.now(), _id, { reason: 'logout-everywhere', address: 'local' })
    await sweep(server.deps)
    expect(await noted()).toHaveLength(1)
    const written_at = new Date(Date.now() - REMEMBERED_MS - 1000)
    await server.deps.db.updateTable('revocations').set({ written_at }).execute()
    await sweep(server.deps)
    expect(await noted()).toHaveLength(0)
  })

  test('is read by a server that starts, before it answers', async () => {
    const { token, refreshToken } = await signedIn()
    await post('auth/logout', { refreshToken })
    const revocations = createRevocations(server.deps)
    await revocations.catchUp()
    const app = createServer({ ...server.deps, revocations })
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.fetch(new Request(`${ORIGIN}/v1/assets`, { headers }))).status).toBe(401)
  })

  test('costs a call no statement and next to no time', async () => {
    const { token } = await signedIn()
    const { revocations } = server.deps
    const ids = Array.from({ length: 50_000 }, () => uuidv7())
    revocations.add(ids)
    const sid = decodeJwt(token).sid as string
    expect([revocations.has(sid), revocations.has(ids[777]!)]).toEqual([false, true])
    const begun = process.cpuUsage()
    for (let i = 0; i < 100_000; i += 1) revocations.has(i % 2 ? sid : ids[i % ids.length]!)
    const { user } = process.cpuUsage(begun)
    // A microsecond each would be a thousandth of what a call may cost; this is bounded by a hundredth.
    expect(user / 100_000).toBeLessThan(10)
  })
})

test('a token without a session is not ours', async () => {
  const guest = await server.account('anonymous')
  const { sub, ability, anonymous } = await server.deps.tokens.verify(guest.token)
  const without = await server.deps.tokens.sign({ sub, ability, anonymous } as never)
  expect((await server.call('GET /v1/assets', { token: without })).body.error.code).toBe('NOT_SIGNED_IN')
})
