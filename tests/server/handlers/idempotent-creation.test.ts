import { beforeEach, describe, expect, test } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { IDEMPOTENCY_KEY_MS } from '../../../server/http/idempotency.ts'
import { type RawResponse, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

/** Requests with an idempotency key take effect once, even if the response was lost and the request is repeated. */
const server = setUpTestServer({ limits: { apiTokensOfAccount: { max: 2, seconds: 3600 } } })
let owner: TestAccount
let admin: TestAccount

beforeEach(async () => {
  owner = await server.account('developer')
  admin = await server.account('admin')
})

const send = (endpoint: string, body: object, key?: string, by = owner) =>
  server.call(endpoint, { token: by.token, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
const codeOf = ({ status, body }: RawResponse) => body.error?.code ?? status

describe('a tag', () => {
  const make = (key?: string, name = 'Winter') => send('POST /v1/tags', { name, color: 'olive' }, key)
  const names = async () => (await owner.client.tags.list({ query: {} })).data.map(({ name }) => name)

  test('is created once per idempotency key, even concurrently, and repeated requests get equal responses', async () => {
    const responses = await Promise.all([make('one'), make('one'), make('one')])
    responses.push(await make('one'))
    expect(responses.map(codeOf)).toEqual([201, 201, 201, 201])
    expect(new Set(responses.map(({ body }) => body.tagId)).size).toBe(1)
    expect(await names()).toEqual(['Winter'])
  })

  test('with a used name is refused under another idempotency key, which can then be used again', async () => {
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

  test('is created once per idempotency key; a repeated request gets its id, not its secret', async () => {
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

  test('shows its secret to only one of several concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 3 }, () => make('one')))
    expect(responses.map(codeOf).sort()).toEqual([201, 'WEBHOOK_ALREADY_MADE', 'WEBHOOK_ALREADY_MADE'])
    expect((await admin.client.webhooks.list()).data).toHaveLength(1)
  })

  test('has no secret in the response that is stored for its idempotency key', async () => {
    const { secret } = (await make('one')).body
    const storedRows = await server.deps.db.selectFrom('idempotency').selectAll().execute()
    expect(storedRows).toHaveLength(1)
    expect(JSON.stringify(storedRows)).not.toContain(secret)
  })

  test('gets a new signing secret by rotation if the response with the first one was lost', async () => {
    await make('one')
    const { webhookId } = (await make('one')).body.error.details
    const { secret } = await admin.client.webhooks.rotateSecret({ id: webhookId })
    const { secret: storedSecret } = await server.deps.db
      .selectFrom('webhooks')
      .select('secret')
      .executeTakeFirstOrThrow()
    expect(secret).toBe(storedSecret)
  })
})

describe('an API token', () => {
  const body = { name: 'Build', scopes: ['read'], expiresAt: new Date(START_TIME.getTime() + 86_400_000).toISOString() }
  const make = (key?: string, payload: object = body) => send('POST /v1/api-tokens', payload, key)
  const listed = async () => (await owner.client.apiTokens.list()).data

  test('is created once per idempotency key; a repeated request gets its id, not its secret', async () => {
    const first = await make('one')
    expect(first.status).toBe(201)
    const again = await make('one')
    expect([again.status, codeOf(again)]).toEqual([409, 'TOKEN_ALREADY_MADE'])
    expect(again.body.error.details).toEqual({ tokenId: first.body.id })
    expect(JSON.stringify(again.body)).not.toContain(first.body.token)
    expect(await listed()).toHaveLength(1)
    expect((await server.call('GET /v1/tags', { token: first.body.token })).status).toBe(200)
  })

  test('shows its secret to only one of several concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 2 }, () => make('one')))
    expect(responses.map(codeOf).sort()).toEqual([201, 'TOKEN_ALREADY_MADE'])
    expect(await listed()).toHaveLength(1)
  })

  test('whose response was lost appears in the list and can be revoked', async () => {
    const { token } = (await make('one')).body
    const { tokenId } = (await make('one')).body.error.details
    expect((await listed()).map(({ id }) => id)).toEqual([tokenId])
    await owner.client.apiTokens.revoke({ id: tokenId })
    expect([await listed(), (await server.call('GET /v1/tags', { token })).status]).toEqual([[], 401])
    expect(codeOf(await make('two'))).toBe(201)
  })

  test('has no secret in the response that is stored for its idempotency key', async () => {
    const { token } = (await make('one')).body
    const storedRows = await server.deps.db.selectFrom('idempotency').selectAll().execute()
    expect(storedRows).toHaveLength(1)
    expect(JSON.stringify(storedRows)).not.toContain(token)
  })

  test('counts once towards the limit if repeated, and its key is refused for another request body', async () => {
    await make('one')
    for (let i = 0; i < 3; i++) await make('one')
    expect(codeOf(await make('one', { ...body, name: 'Other' }))).toBe('IDEMPOTENCY_CONFLICT')
    expect(codeOf(await make('two'))).toBe(201)
    expect(codeOf(await make('three'))).toBe('TOO_MANY_REQUESTS')
  })

  test('can be created under the same key by another user, and by the same user once the key has expired', async () => {
    await make('one')
    const other = await server.account('developer', 'other@house.example')
    expect(codeOf(await send('POST /v1/api-tokens', body, 'one', other))).toBe(201)
    server.advance(IDEMPOTENCY_KEY_MS + 1)
    await runHourlyMaintenance(server.deps)
    const later = { ...body, expiresAt: new Date(server.deps.now().getTime() + 1000).toISOString() }
    const session = await server.account('developer')
    expect(codeOf(await send('POST /v1/api-tokens', later, 'one', session))).toBe(201)
  })
})
