import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { buildPsd } from '../../support/images.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let owner: TestAccount
let admin: TestAccount
let psdUrl: string
let otherUrl: string
let id: string

beforeAll(async () => {
  server = await openTestServer({ workers: 0, deps: { corsOrigins: ['https://app.example'] } })
  owner = await server.account('developer', 'owner@house.example')
  admin = await server.account('admin', 'admin@house.example')
  const modelUrl = (await server.upload(owner, buildTinyGlb())).url
  psdUrl = (await server.upload(owner, buildPsd({ width: 4, height: 4 }), 'psd')).url
  otherUrl = (await server.upload(owner, buildPsd({ width: 5, height: 4 }), 'psd')).url
  const body = { name: 'Curls', type: 'hair', gender: 'neutral', modelUrl, psdUrl } as const
  id = (await owner.client.assets.create({ body })).id
  await server.deps.db.updateTable('assets').set({ default_authorized: true }).execute()
})
afterAll(() => server.close())

const fetchFile = (url: string, init: RequestInit = {}) => server.fetch(new Request(`http://localhost${url}`, init))
const grantFor = async (account: TestAccount) => (await account.client.assets.source({ id })).url

test("serves a source file, uncached, by a grant issued to the asset's owner or an admin", async () => {
  for (const account of [owner, admin]) {
    const url = await grantFor(account)
    if (account === admin)
      expect((await admin.client.privateAssets.source({ id })).url.startsWith(`${psdUrl}?grant=`)).toBe(true)
    expect(url.startsWith(`${psdUrl}?grant=`)).toBe(true)
    const whole = await fetchFile(url)
    expect(whole.status).toBe(200)
    expect(
      Buffer.from(await whole.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('8BPS')
    const etag = whole.headers.get('etag')!
    const responses = [
      whole,
      await fetchFile(url, { method: 'HEAD' }),
      await fetchFile(url, { headers: { range: 'bytes=0-3' } }),
      await fetchFile(url, { headers: { range: 'bytes=999999999-' } }),
      await fetchFile(url, { headers: { 'if-none-match': etag } }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 206, 416, 304])
    for (const { headers } of responses) {
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment/)
  }
})

test('refuses every request for a source file without a valid grant, even if the file does not exist', async () => {
  const sha256 = /[0-9a-f]{64}/.exec(psdUrl)![0]
  const headers = { authorization: `Bearer ${owner.token}` }
  const requests: [string, RequestInit?][] = [
    [psdUrl],
    [psdUrl, { method: 'HEAD' }],
    [psdUrl, { headers }],
    [psdUrl, { headers: { range: 'bytes=0-3' } }],
    [psdUrl, { headers: { 'if-none-match': '*' } }],
    [psdUrl, { headers: { 'if-none-match': `"${sha256}"` } }],
    [psdUrl.replace('.psd', '.ps%64')],
    [`${psdUrl}?grant=`],
    [`${psdUrl}?grant=${'a'.repeat(5000)}`],
    [`${psdUrl}?grant=${owner.token}`],
    [`/files/${'ab'.repeat(32)}.psd`],
  ]
  for (const [url, init] of requests) {
    const response = await fetchFile(url, init)
    expect([url, response.status, response.headers.get('cache-control')]).toEqual([url, 403, 'no-store'])
  }
  for (const ending of ['png', 'jpg', 'webp', 'glb', 'zip', 'PSD'])
    expect((await fetchFile(`/files/${sha256}.${ending}`)).status).toBe(404)
})

test('limits a grant to its source file and to five minutes, and refuses it as an access token', async () => {
  const url = await grantFor(owner)
  const grant = new URL(url, 'http://localhost').searchParams.get('grant')!
  expect((await fetchFile(`${otherUrl}?grant=${grant}`)).status).toBe(403)
  expect((await server.call('GET /v1/assets', { token: grant })).status).toBe(401)
  server.advance(299_000)
  expect((await fetchFile(url)).status).toBe(200)
  server.advance(1_000)
  expect((await fetchFile(url)).status).toBe(403)
})

test('issues no grant for a source file to a caller who may not edit the asset', async () => {
  for (const role of ['anonymous', 'user', 'developer'] as const) {
    const { token } = await server.account(role, `${role}@house.example`)
    for (const twin of ['', '/private']) {
      const { status, body } = await server.call(`GET ${twin}/v1/assets/${id}/source`, { token })
      expect([role, status]).toEqual([role, 403])
      expect(JSON.stringify(body)).not.toContain('grant=')
    }
  }
})

test('issues no grant for the source file of a trashed asset until it is restored, even to admins', async () => {
  const url = await grantFor(owner)
  await owner.client.assets.remove({ id })
  const statusFor = async ({ token }: TestAccount) =>
    Promise.all(
      ['', '/private'].map(async (twin) => {
        const { status, body } = await server.call(`GET ${twin}/v1/assets/${id}/source`, { token })
        return [status, body.error?.code]
      }),
    )
  for (const account of [owner, admin])
    expect([account.email, await statusFor(account)]).toEqual([
      account.email,
      account === admin
        ? Array(2).fill([404, 'NOT_FOUND'])
        : [
            [404, 'NOT_FOUND'],
            [403, 'FORBIDDEN'],
          ],
    ])
  // A link that was requested before stays valid for its 5 minutes.
  expect((await fetchFile(url)).status).toBe(200)
  await owner.client.assets.restore({ id })
  expect((await fetchFile(await grantFor(owner))).status).toBe(200)
})

test('refuses a source file that no asset uses, even to its uploader', async () => {
  const maker = await server.account('developer', 'maker@house.example')
  const { id: upload, url } = await server.upload(maker, buildPsd({ width: 6, height: 4 }), 'psd')
  const headers = { authorization: `Bearer ${maker.token}` }
  expect((await fetchFile(url, { headers })).status).toBe(403)
  expect((await fetchFile(`/files/${upload}`, { headers })).status).toBe(404)
  const { url: described, sha256 } = await maker.client.files.describe({ id: upload })
  expect([described, url.includes(sha256)]).toEqual([url, true])

  const modelUrl = (await server.upload(maker, buildTinyGlb())).url
  const body = { name: 'Bob', type: 'hair', gender: 'neutral', modelUrl, psdUrl: url } as const
  const created = await maker.client.assets.create({ body })
  expect((await fetchFile((await maker.client.assets.source({ id: created.id })).url)).status).toBe(200)
})

describe('a source file on a separate API host', () => {
  const APP = 'https://app.example'

  test('can be downloaded by its link, and read only by pages of allowed origins', async () => {
    const url = await grantFor(owner)
    // A browser sends no `Origin` when it follows a link to another host, as for a download.
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', referer: `${APP}/` }
    const followed = await fetchFile(url, { headers })
    expect([followed.status, followed.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${psdUrl.split('/').at(-1)}"`,
    ])
    const readBy = async (origin: string, address: string) => {
      const { status, headers } = await fetchFile(address, { headers: { origin, range: 'bytes=0-3' } })
      return [status, headers.get('access-control-allow-origin')]
    }
    expect(await readBy(APP, url)).toEqual([206, APP])
    expect(await readBy(APP, psdUrl)).toEqual([403, APP])
    for (const address of [url, url.replace('.psd', '.ps%64'), url.replace('.psd', '.%70sd')])
      expect([address, await readBy('https://evil.example', address)]).toEqual([address, [403, null]])
  })
})

test('audits refused source files and origins, with one row per hour for all anonymous callers', async () => {
  const { db } = server.deps
  await db.deleteFrom('audit').execute()
  const user = await server.account('user', 'reader@house.example')
  await db.deleteFrom('audit').execute()
  for (let time = 0; time < 5; time += 1) {
    await fetchFile(`/files/${String(time).repeat(64)}.psd`)
    await fetchFile(psdUrl, { headers: { authorization: `Bearer ${user.token}` } })
    await fetchFile('/v1/assets', { headers: { origin: `https://evil${time}.example` } })
  }
  const rows = await db.selectFrom('audit').select(['action', 'user_id', 'details']).execute()
  expect(new Set(rows.map(({ action, user_id, details }) => [action, user_id, details]))).toEqual(
    new Set([
      ['refused', null, { call: 'GET files/{name}', count: 5 }],
      ['refused', user.id, { call: 'GET files/{name}', count: 5 }],
      ['refused', null, { call: 'origin', count: 5 }],
    ]),
  )
})
