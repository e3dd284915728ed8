import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../server/log.ts'
import { CALLS, fillPath, sampleOf } from '../support/contract-fields.ts'
import { openTestServer, PASSWORD, type TestAccount, type TestServer } from '../support/server.ts'

/** Fields that say who somebody is or what they may do, by the names that programs give them. */
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
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  server = await openTestServer({ deps: { log } })
  user = await server.account('user')
  admin = await server.account('admin')
})
afterAll(() => server.close())

const entriesOf = (query: unknown) => (query as { entries?: object } | undefined)?.entries ?? {}

describe('a field that nobody may set is refused by its name', () => {
  const withInput = CALLS.flatMap(({ name, endpoint }) => [
    ...(endpoint.body ? [{ title: `${name} body`, endpoint, place: 'body' as const }] : []),
    { title: `${name} query`, endpoint, place: 'query' as const },
  ])
  test.each(withInput)('$title', async ({ endpoint, place }) => {
    const sample = endpoint.body ? (sampleOf(endpoint.body) as object) : undefined
    for (const field of ENTITLED) {
      if (sample && place === 'body' && Object.hasOwn(sample, field)) continue
      // What is asked for by somebody's id is not set by it.
      if (place === 'query' && Object.hasOwn(entriesOf(endpoint.query), field)) continue
      const address = `/${fillPath(endpoint.path, 'unknown', { email: 'someone@house.example' })}`
      const extra = `"${field}":"admin"`
      const text = sample && JSON.stringify(sample)
      const body = text && place === 'body' ? `{${extra}${text === '{}' ? '}' : `,${text.slice(1)}`}` : text
      const { status, body: answer } = await server.call(
        `${endpoint.method} ${address}${place === 'query' ? `?${field}=admin` : ''}`,
        { token: admin.token, ...(body ? { body } : {}) },
      )
      const told = answer.error?.details?.map(({ path }: { path: string }) => path) ?? []
      expect([status, told.includes(`${place}.${field}`)], field).toEqual([400, true])
    }
  })

  test('and nobody became anything by it', async () => {
    const { role, name } = await server.deps.db
      .selectFrom('users')
      .select(['role', 'name'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect([role, name, Object.hasOwn(Object.prototype, 'role')]).toEqual(['user', null, false])
  })
})

describe('secrets', () => {
  test('stand in no answer but the one that hands them out, and in no line of the log', async () => {
    lines.length = 0
    const answers: { what: string; text: string }[] = []
    const call = async (what: string, options: Parameters<TestServer['call']>[1] = {}) => {
      const answer = await server.call(what, options)
      answers.push({ what, text: JSON.stringify(answer.body) + JSON.stringify([...answer.headers]) })
      return answer
    }
    const [email, other, wrong] = ['scanned@house.example', 'other@house.example', 'a-wrong-harbour-9']
    const made = (await call('POST /v1/auth/signup', { body: { email, password: PASSWORD, name: 'Scanned' } })).body
    const mails = [await server.mailed(email)]
    await call('POST /v1/users/verify', { body: { email, code: '000000' } })
    await call('POST /v1/users/verify', { token: made.token, body: { verificationId: mails[0]!.id, keepSignUp: true } })
    await call('POST /v1/auth/login', { body: { email, password: wrong } })
    const session = (await call('POST /v1/auth/login', { body: { email, password: PASSWORD } })).body
    const { token } = session
    const next = (await call('POST /v1/auth/refresh', { body: { token, refreshToken: session.refreshToken } })).body
    await call('POST /v1/users/reset-password', { body: { email } })
    mails.push(await server.mailed(email))
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
    // What breaks inside carries the most: the store of accounts is away for a moment.
    await server.deps.db.schema.alterTable('users').renameTo('users_away').execute()
    try {
      await call('POST /v1/auth/login', { body: { email, password: PASSWORD } })
    } finally {
      await server.deps.db.schema.alterTable('users_away').renameTo('users').execute()
    }
    await server.deps.later.idle()

    const { db } = server.deps
    const hashes = [
      ...(await db.selectFrom('users').select('password_hash').execute()).map((row) => row.password_hash),
      ...(await db.selectFrom('refresh_tokens').select('token_hash').execute()).map((row) => row.token_hash),
    ].filter((it): it is string => Boolean(it))
    expect(hashes.length).toBeGreaterThan(5)
    const tokens = [made, session, next].flatMap((it) => [it.token, it.refreshToken])
    const codes = mails.map(({ code }) => new RegExp(`(?<![\\d.])${code}(?!\\d)`))
    const links = mails.map(({ id }) => id)
    const leaks: string[] = []
    const scan = (where: string, text: string, secrets: readonly (string | RegExp)[]) => {
      for (const it of secrets)
        if (typeof it === 'string' ? text.includes(it) : it.test(text)) leaks.push(`${where}: ${it}`)
    }
    const never = [...hashes, ...codes, ...links, PASSWORD, wrong, 'scrypt', '$argon2']
    for (const { what, text } of answers) {
      scan(what, text, never)
      if (!/signup|login|refresh/.test(what)) scan(what, text, tokens)
    }
    for (const line of lines)
      scan(`log ${line.slice(0, 120)}`, line, [...never, ...tokens, email, other, 'very-private-words'])
    expect(leaks).toEqual([])
    expect([answers.length, lines.length > answers.length]).toEqual([19, true])
  })
})

describe('the id of a thing one may not see', () => {
  test('is answered, word for word, as one that does not exist', async () => {
    const owner = await server.account('developer', 'keeper@house.example')
    const guest = await server.account('anonymous')
    const stats = { triangles: 1, vertices: 3, textures: 0, bytes: 9, created_at: new Date(0), updated_at: new Date(0) }
    const model = { type: 'top', gender: 'male', model_url: `/files/${'0'.repeat(64)}.glb` } as const
    const row = { id: 'hidden-1', name: 'H', name_key: 'h', ...model, ...stats, created_by: owner.id }
    await server.deps.db.insertInto('assets').values(row).execute()
    const ofAssets = CALLS.filter(({ endpoint }) => endpoint.path.startsWith('v1/assets/{id}'))
    expect(ofAssets.length).toBeGreaterThan(8)
    for (const { name, endpoint } of ofAssets) {
      const ask = async (id: string) => {
        const { status, body } = await server.call(`${endpoint.method} /${fillPath(endpoint.path, id)}`, {
          token: guest.token,
          ...(endpoint.body ? { body: sampleOf(endpoint.body) } : {}),
        })
        return [status, JSON.stringify(body).replaceAll(id, 'ID')]
      }
      const [hidden, unknown] = [await ask('hidden-1'), await ask('nobody-1')]
      expect([name, ...hidden]).toEqual([name, ...unknown])
      expect([403, 404]).toContain(hidden[0])
    }
  })
})
