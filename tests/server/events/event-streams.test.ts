import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCESS_TOKEN_SECONDS } from '../../../server/auth/token-service.ts'
import { createStreamSlots, STREAM_LIMITS } from '../../../server/events/stream-slots.ts'
import { toIpv6Network } from '../../../server/http/client-address.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { parseEvents, parseKeysAndIds, readStream } from '../../support/event-streams.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

describe('GET /v1/events', () => {
  let server: TestServer
  let admin: TestAccount
  let model: string

  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(async () => {
    await server.reset()
    admin = await server.account('admin')
    model = (await server.upload(admin, buildTinyGlb())).url
  })
  afterAll(() => server.close())

  const make = (name: string) =>
    admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model } })
  const opened: Response[] = []
  const open = async (token: string, after?: string) => {
    const response = await server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${token}`, ...(after ? { 'last-event-id': after } : {}) },
    })
    opened.push(response)
    return response
  }
  afterEach(async () => {
    // Streams that a test has read are locked. The test itself has cancelled those streams.
    for (const { body } of opened.splice(0)) if (!body?.locked) await body?.cancel()
  })

  test('sends each change with its event keys, asset and time', async () => {
    await server.deps.db
      .insertInto('applications')
      .values({ id: 'harbour', name: 'h', name_key: 'h', owner_id: admin.id, created_at: START_TIME })
      .execute()
    const response = await open(admin.token)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { id, createdAt } = await make('A')
    await admin.client.assets.update({ id, body: { name: 'B', gender: 'female', applicationIds: ['harbour'] } })
    await admin.client.assets.updateApplication({ id, body: { applicationId: 'harbour', isVisible: false } })
    await admin.client.assets.removeFromApplication({ id, body: { applicationId: 'harbour' } })
    await admin.client.assets.lock({ id, body: {} })
    await admin.client.assets.unlock({ id, body: {} })
    await admin.client.assets.remove({ id })
    const text = await readStream(response, 15)
    expect(parseEvents(text)[0]).toEqual({ key: EVENT_KEYS.created, id, at: createdAt })
    expect(parseEvents(text)[2]?.fields).toEqual(['name', 'gender', 'applications'])
    expect(parseKeysAndIds(text)).toEqual(
      [
        ...['created'],
        ...['updated', 'updatedV2', 'typeOrGenderChanged', 'addedToApplication'],
        ...['updated', 'updatedV2', 'applicationUpdated'],
        ...['updated', 'updatedV2', 'applicationDeleted'],
        ...['locked', 'updated', 'updatedV2', 'deleted'],
      ].map((name) => [EVENT_KEYS[name as keyof typeof EVENT_KEYS], id]),
    )
  })

  test('sends nothing for refused calls or calls without effect', async () => {
    const { id } = await make('A')
    await admin.client.assets.lock({ id, body: {} })
    const response = await open(admin.token)
    await expect(admin.client.assets.update({ id, body: { name: 'B' } })).rejects.toMatchObject({ status: 423 })
    await admin.client.assets.lock({ id, body: {} })
    const last = await make('Last')
    expect(parseKeysAndIds(await readStream(response, 1))).toEqual([[EVENT_KEYS.created, last.id]])
  })

  test('sends events for assets that gained or lost a tag, but not for locked assets that refused the tag', async () => {
    const [one, locked] = [await make('A'), await make('B')]
    await admin.client.assets.lock({ id: locked.id, body: {} })
    const { tagId } = await admin.client.tags.create({ body: { name: 'Warm', color: 'ochre' } })
    const response = await open(admin.token)
    await admin.client.tags.setTag({ body: { tagId, assetIds: [locked.id, one.id] } })
    await admin.client.tags.remove({ tagId })
    expect(parseKeysAndIds(await readStream(response, 4))).toEqual([
      [EVENT_KEYS.updated, one.id],
      [EVENT_KEYS.updatedV2, one.id],
      [EVENT_KEYS.updated, one.id],
      [EVENT_KEYS.updatedV2, one.id],
    ])
  })

  test('sends a guest only the events of assets visible to guests', async () => {
    const guest = await server.account('anonymous')
    const response = await open(guest.token)
    const hidden = await make('Hidden')
    const shown = await make('Shown')
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).where('id', '=', shown.id).execute()
    await admin.client.assets.lock({ id: hidden.id, body: {} })
    await admin.client.assets.lock({ id: shown.id, body: {} })
    const ids = parseEvents(await readStream(response, 1)).map(({ id }) => id)
    expect(new Set(ids)).toEqual(new Set([shown.id]))
  })

  test('resumes after the last event id of the reader, or sends a gap event if that id is unknown', async () => {
    const first = await open(admin.token)
    await make('A')
    const text = await readStream(first, 1)
    const lastId = /^id: (.+)$/m.exec(text)![1]!
    const second = await make('B')
    expect(parseKeysAndIds(await readStream(await open(admin.token, lastId), 1))).toEqual([
      [EVENT_KEYS.created, second.id],
    ])
    expect(await readStream(await open(admin.token, 'of-another-server'), 1)).toContain('event: gap\ndata:\n\n')
  })

  test('refuses requests without a token or with an expired token', async () => {
    expect((await server.call('GET /v1/events')).status).toBe(401)
    server.advance((ACCESS_TOKEN_SECONDS + 1) * 1000)
    expect((await server.call('GET /v1/events', { token: admin.token })).body.error.code).toBe('TOKEN_EXPIRED')
  })

  test('does not open a stream for a HEAD request', async () => {
    const openStream = () =>
      server.fetch(`${ORIGIN}/v1/events`, { method: 'HEAD', headers: { authorization: `Bearer ${admin.token}` } })
    for (let i = 0; i <= STREAM_LIMITS.perAccount; i += 1) {
      const { status, body } = await openStream()
      expect({ status, body }).toEqual({ status: 200, body: null })
    }
    expect((await open(admin.token)).status).toBe(200)
  })

  test('responds 429 with Retry-After to streams beyond the limits per account and per address', async () => {
    const guests = await Promise.all(Array.from({ length: 6 }, () => server.account('anonymous')))
    for (const { token } of guests.slice(0, 5)) for (let i = 0; i < STREAM_LIMITS.perAccount; i += 1) await open(token)
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
    const refusal = async (token: string) => {
      const response = await open(token)
      const { error } = await response.json()
      return { status: response.status, ...error, retryAfter: response.headers.get('retry-after') }
    }
    const refused = { status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: '30' }
    expect(await refusal(guests[0]!.token)).toMatchObject({
      ...refused,
      message: 'Too many live streams are open from this account. Close one, or wait.',
    })
    expect(await refusal(guests[5]!.token)).toMatchObject({
      ...refused,
      message: 'Too many live streams are open from your network. Close one, or wait.',
    })
    await opened[0]!.body!.cancel()
    expect((await open(guests[5]!.token)).status).toBe(200)
    await opened[1]!.body!.cancel()
    await opened[1]!.body!.cancel()
    expect((await open(guests[0]!.token)).status).toBe(200)
    expect((await open(guests[0]!.token)).status).toBe(429)
  })

  test('counts all addresses of an IPv6 /64 network as one address', () => {
    const takeSlot = createStreamSlots({ perAccount: 100, perAddress: 2 })
    const from = (address: string) => takeSlot('someone', toIpv6Network(address))
    from('2001:db8:1:2::1')
    from('2001:db8:1:2:aaaa::9')
    expect(() => from('2001:db8:1:2:ffff:ffff:ffff:ffff')).toThrow('Too many live streams are open from your network.')
    expect(() => from('2001:db8:1:3::1')).not.toThrow()
  })
})
