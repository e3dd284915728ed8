import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../server/errors/log.ts'
import { CALLS, createSample, fillPath } from '../support/contract-fields.ts'
import { openTestServer, PASSWORD, type TestAccount, type TestServer } from '../support/server.ts'

/** Common names of fields for identity and permissions. */
const ENTITLED = [
  '_id',
  'id',
  'role',
  'roles',
  'isAdmin',
  'admin',
  'verifiedAt',
  'verified_at',
  'ability',
  'permissions',
  'scope',
  'createdBy',
  'created_by',
  'ownerId',
  'owner_id',
  'userId',
  'passwordHash',
  'password_hash',
  'settings',
  'wallets',
  'assets',
  'anonymous',
  'locked',
  'lockedBy',
  'lockReason',
  'defaultAuthorized',
  'default_authorized',
  'updatedAt',
  '__proto__',
  'constructor',
]

const lines: string[] = []
let server: TestServer
let user: TestAccount
let admin: TestAccount

beforeAll(async () => {
  const log = createLogger('trace', { write: (line: string) => void lines.push(line) })
  server = await openTestServer({ deps: { log } })
  user = await server.account('user')
  admin = await server.account('admin')
})
afterAll(() => server.close())

const entriesOf = (query: unknown) => (query as { entries?: object } | undefined)?.entries ?? {}

describe('read-only fields', () => {
  const withInput = CALLS.flatMap(({ name, endpoint }) => [
    ...(endpoint.body ? [{ title: `${name} body`, endpoint, place: 'body' as const }] : []),
    { title: `${name} query`, endpoint, place: 'query' as const },
  ])
  test.each(withInput)('in the $title are refused and named in the error', async ({ endpoint, place }) => {
    const sample = endpoint.body ? (createSample(endpoint.body) as object) : undefined
    for (const field of ENTITLED) {
      if (sample && place === 'body' && Object.hasOwn(sample, field)) continue
      // A query parameter that filters by this field does not set the field.
      if (place === 'query' && Object.hasOwn(entriesOf(endpoint.query), field)) continue
      const address = `/${fillPath(endpoint.path, 'unknown', { email: 'someone@house.example' })}`
      const extra = `"${field}":"admin"`
      const text = sample && JSON.stringify(sample)
      const body = text && place === 'body' ? `{${extra}${text === '{}' ? '}' : `,${text.slice(1)}`}` : text
      const { status, body: response } = await server.call(
        `${endpoint.method} ${address}${place === 'query' ? `?${field}=admin` : ''}`,
        { token: admin.token, ...(body ? { body } : {}) },
      )
      const refusedPaths = response.error?.details?.map(({ path }: { path: string }) => path) ?? []
      expect([status, refusedPaths.includes(`${place}.${field}`)], field).toEqual([400, true])
    }
  })

  test('change neither role nor name of a user when they are refused', async () => {
    const { role, name } = await server.deps.db
      .selectFrom('users')
      .select(['role', 'name'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect([role, name, Object.hasOwn(Object.prototype, 'role')]).toEqual(['user', null, false])
  })
})

describe('secrets', () => {
  test('appear in no response but the one that issues them, and in no log line', async () => {
    lines.length = 0
    const responses: { endpoint: string; text: string }[] = []
    const call = async (endpoint: string, options: Parameters<TestServer['call']>[1] = {}) => {
      const response = await server.call(endpoint, options)
      responses.push({ endpoint, text: JSON.stringify(response.body) + JSON.stringify([...response.headers]) })
      return response
    }
    const [email, other, wrong] = ['scanned@house.example', 'other@house.example', 'a-wrong-harbour-9']
    const signedUp = (await call('POST /v1/auth/signup', { body: { email, password: PASSWORD, name: 'Scanned' } })).body
    const mails = [await server.newestMailCodeAndLink(email)]
    await call('POST /v1/users/verify', { body: { email, code: '000000' } })
    await call('POST /v1/users/verify', {
      token: signedUp.token,
      body: { verificationId: mails[0]!.id, keepSignUp: true },
    })
    await call('POST /v1/auth/login', { body: { email, password: wrong } })
    const session = (await call('POST /v1/auth/login', { body: { email, password: PASSWORD } })).body
    const { token } = session
    const next = (await call('POST /v1/auth/refresh', { body: { token, refreshToken: session.refreshToken } })).body
    await call('POST /v1/users/reset-password', { body: { email } })
    mails.push(await server.newestMailCodeAndLink(email))
    await call('POST /v1/auth/password-id-verification', { body: { id: mails[1]!.id } })
    await call(`GET /v1/users/email/${encodeURIComponent(email)}`)
    await call('PATCH /v1/users/me/password', { token, body: { current: wrong, password: PASSWORD } })
    await call('PATCH /v1/users/me', { token, body: { name: 'x'.repeat(500) } })
    await call('GET /v1/auth/sessions', { token })
    await call('GET /v1/assets?search=very-private-words', { token })
    await call('POST /v1/assets', { token, body: '{"password":"half' })
    await call('POST /v1/auth/signup', { body: { email, password: PASSWORD } })
    await call('GET /v1/nowhere', { token, headers: { cookie: `s=${next.refreshToken}` } })
    await call('POST /v1/auth/logout', { body: { refreshToken: next.refreshToken } })
    await call('POST /v1/auth/signup/passwordless', { body: { email: other } })
    // Renames the table of accounts temporarily, to cause an internal error. Such an error could leak the most.
    await server.deps.db.schema.alterTable('users').renameTo('users_away').execute()
    try {
      await call('POST /v1/auth/login', { body: { email, password: PASSWORD } })
    } finally {
      await server.deps.db.schema.alterTable('users_away').renameTo('users').execute()
    }
    await server.deps.jobs.idle()

    const { db } = server.deps
    const hashes = [
      ...(await db.selectFrom('users').select('password_hash').execute()).map((row) => row.password_hash),
      ...(await db.selectFrom('refresh_tokens').select('token_hash').execute()).map((row) => row.token_hash),
    ].filter((it): it is string => Boolean(it))
    expect(hashes.length).toBeGreaterThan(5)
    const tokens = [signedUp, session, next].flatMap((it) => [it.token, it.refreshToken])
    const codes = mails.map(({ code }) => new RegExp(`(?<![\\d.])${code}(?!\\d)`))
    const links = mails.map(({ id }) => id)
    const leaks: string[] = []
    const scan = (where: string, text: string, secrets: readonly (string | RegExp)[]) => {
      for (const it of secrets)
        if (typeof it === 'string' ? text.includes(it) : it.test(text)) leaks.push(`${where}: ${it}`)
    }
    const never = [...hashes, ...codes, ...links, PASSWORD, wrong, 'scrypt', '$argon2']
    for (const { endpoint, text } of responses) {
      scan(endpoint, text, never)
      if (!/signup|login|refresh/.test(endpoint)) scan(endpoint, text, tokens)
    }
    for (const line of lines)
      scan(`log ${line.slice(0, 120)}`, line, [...never, ...tokens, email, other, 'very-private-words'])
    expect(leaks).toEqual([])
    expect([responses.length, lines.length > responses.length]).toEqual([19, true])
  })
})

describe('a guest’s call with the id of a hidden asset', () => {
  test('gets exactly the response that an unknown id gets, from every endpoint of an asset', async () => {
    const owner = await server.account('developer', 'keeper@house.example')
    const guest = await server.account('anonymous')
    const stats = { triangles: 1, vertices: 3, textures: 0, bytes: 9, created_at: new Date(0), updated_at: new Date(0) }
    const model = { type: 'top', gender: 'male', model_url: `/files/${'0'.repeat(64)}.glb` } as const
    const row = { id: 'hidden-1', name: 'H', name_key: 'h', ...model, ...stats, created_by: owner.id }
    await server.deps.db.insertInto('assets').values(row).execute()
    const ofAssets = CALLS.filter(({ endpoint }) => endpoint.path.startsWith('v1/assets/{id}'))
    expect(ofAssets.length).toBeGreaterThan(8)
    for (const { name, endpoint } of ofAssets) {
      const callEndpoint = async (id: string) => {
        const { status, body } = await server.call(`${endpoint.method} /${fillPath(endpoint.path, id)}`, {
          token: guest.token,
          ...(endpoint.body ? { body: createSample(endpoint.body) } : {}),
        })
        return [status, JSON.stringify(body).replaceAll(id, 'ID')]
      }
      const [hidden, unknown] = [await callEndpoint('hidden-1'), await callEndpoint('nobody-1')]
      expect([name, ...hidden]).toEqual([name, ...unknown])
      expect([403, 404]).toContain(hidden[0])
    }
  })
})
