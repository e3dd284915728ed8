import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KEY_MS } from '../../../server/idempotency.ts'
import { sweep } from '../../../server/sweep.ts'
import { BEGINNING, openTestServer, type RawAnswer, type TestAccount, type TestServer } from '../../support/server.ts'

/** What a call under a key made is made once, also where its answer was lost and it is sent again. */
let server: TestServer
let owner: TestAccount
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer({ limits: { apiTokensOfAccount: { most: 2, seconds: 3600 } } })
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('developer')
  admin = await server.account('admin')
})
afterAll(() => server.close())

const send = (what: string, body: object, key?: string, by = owner) =>
  server.call(what, { token: by.token, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
const codeOf = ({ status, body }: RawAnswer) => body.error?.code ?? status

describe('a tag', () => {
  const make = (key?: string, name = 'Winter') => send('POST /v1/tags', { name, color: 'olive' }, key)
  const names = async () => (await owner.client.tags.list({ query: {} })).data.map(({ name }) => name)

  test('is made once of one key, at once or later, and answered alike', async () => {
    const answers = await Promise.all([make('one'), make('one'), make('one')])
    answers.push(await make('one'))
    expect(answers.map(codeOf)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.tagId)).size).toBe(1)
    expect(await names()).toEqual(['Winter'])
  })

  test('of another key, or none, has a name that is taken; and a key that was refused may be used again', async () => {
    await make('one')
    expect([codeOf(await make('two')), codeOf(await make())]).toEqual(['NAME_TAKEN', 'NAME_TAKEN'])
    expect([codeOf(await make('two', 'Summer')), codeOf(await make('two', 'Autumn'))]).toEqual([
      201,
      'IDEMPOTENCY_CONFLICT',
    ])
    expect(await names()).toEqual(['Summer', 'Winter'])
  })
})

describe('a webhook', () => {
  const make = async (key: string) => send('POST /v1/webhooks', { url: 'https://hooks.example/' }, key, admin)

  test('is made once of one key; who asks again is told which it was, and not its secret', async () => {
    const first = await make('one')
    expect([first.status, first.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
    const again = await make('one')
    expect([again.status, codeOf(again), again.body.error.details]).toEqual([
      409,
      'WEBHOOK_ALREADY_MADE',
      { webhookId: first.body.id },
    ])
    expect(JSON.stringify(again.body)).not.toContain(first.body.secret)
    expect((await admin.client.webhooks.list()).data.map(({ id }) => id)).toEqual([first.body.id])
  })

  test('is told to one of any number who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => make('one')))
    expect(answers.map(codeOf).sort()).toEqual([201, 'WEBHOOK_ALREADY_MADE', 'WEBHOOK_ALREADY_MADE'])
    expect((await admin.client.webhooks.list()).data).toHaveLength(1)
  })

  test('has a secret that no answer of a key keeps', async () => {
    const { secret } = (await make('one')).body
    const kept = await server.deps.db.selectFrom('idempotency').selectAll().execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(secret)
  })

  test('whose secret was lost is given another, which signs', async () => {
    await make('one')
    const { webhookId } = (await make('one')).body.error.details
    const { secret } = await admin.client.webhooks.rotateSecret({ id: webhookId })
    const { secret: kept } = await server.deps.db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
    expect(secret).toBe(kept)
  })
})

describe('an API token', () => {
  const body = { name: 'Build', scopes: ['read'], expiresAt: new Date(BEGINNING.getTime() + 86_400_000).toISOString() }
  const make = (key?: string, given: object = body) => send('POST /v1/api-tokens', given, key)
  const listed = async () => (await owner.client.apiTokens.list()).data

  test('is made once of one key; who asks again is told which it was, and not its secret', async () => {
    const first = await make('one')
    expect(first.status).toBe(201)
    const again = await make('one')
    expect([again.status, codeOf(again)]).toEqual([409, 'TOKEN_ALREADY_MADE'])
    expect(again.body.error.details).toEqual({ tokenId: first.body.id })
    expect(JSON.stringify(again.body)).not.toContain(first.body.token)
    expect(await listed()).toHaveLength(1)
    expect((await server.call('GET /v1/tags', { token: first.body.token })).status).toBe(200)
  })

  test('is told to one of any number who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 2 }, () => make('one')))
    expect(answers.map(codeOf).sort()).toEqual([201, 'TOKEN_ALREADY_MADE'])
    expect(await listed()).toHaveLength(1)
  })

  test('whose answer was lost is the one that the list shows, and is gone once it is revoked', async () => {
    const { token } = (await make('one')).body
    const { tokenId } = (await make('one')).body.error.details
    expect((await listed()).map(({ id }) => id)).toEqual([tokenId])
    await owner.client.apiTokens.revoke({ id: tokenId })
    expect([await listed(), (await server.call('GET /v1/tags', { token })).status]).toEqual([[], 401])
    expect(codeOf(await make('two'))).toBe(201)
  })

  test('of the key stands nowhere in the store', async () => {
    const { token } = (await make('one')).body
    const kept = await server.deps.db.selectFrom('idempotency').selectAll().execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  test('that is asked for again takes none of the account’s allowance, and another body is refused', async () => {
    await make('one')
    for (let i = 0; i < 3; i++) await make('one')
    expect(codeOf(await make('one', { ...body, name: 'Other' }))).toBe('IDEMPOTENCY_CONFLICT')
    expect(codeOf(await make('two'))).toBe(201)
    expect(codeOf(await make('three'))).toBe('TOO_MANY_REQUESTS')
  })

  test('is another’s business under another’s key, and a new one once the key is forgotten', async () => {
    await make('one')
    const other = await server.account('developer', 'other@house.example')
    expect(codeOf(await send('POST /v1/api-tokens', body, 'one', other))).toBe(201)
    server.advance(KEY_MS + 1)
    await sweep(server.deps)
    const later = { ...body, expiresAt: new Date(server.deps.now().getTime() + 1000).toISOString() }
    const session = await server.account('developer')
    expect(codeOf(await send('POST /v1/api-tokens', later, 'one', session))).toBe(201)
  })
})
