import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

/** The `ETag` of an asset distinguishes its responses and, in `If-Match`, names the version that a user saw. */
let server: TestServer
let admin: TestAccount
let id: string

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  const { db } = server.deps
  const quay = { id: 'quay', name: 'Quay', name_key: 'quay', owner_id: admin.id, created_at: START_TIME }
  await db.insertInto('applications').values(quay).execute()
  const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
  const body = { type: 'headwear' as const, gender: 'neutral' as const, modelUrl, applicationIds: ['quay'] }
  id = (await admin.client.assets.create({ body: { ...body, name: 'Cap' } })).id
  await admin.client.assets.create({ body: { ...body, name: 'Other' } })
})
afterAll(() => server.close())

const read = async (query = '', by = admin) => {
  const { headers, body } = await server.call(`GET /v1/assets/${id}${query}`, { token: by.token })
  return { tag: headers.get('etag')!, asset: body }
}
const rename = async (tag: string, name = 'Newer') => {
  const headers = { 'if-match': tag }
  const { status, ...response } = await server.call(`PATCH /v1/assets/${id}`, {
    token: admin.token,
    headers,
    body: { name },
  })
  return { status, tag: response.headers.get('etag'), asset: response.body }
}
/** Sets an icon as the render job does: without a new version, because no user wrote it. */
const drawIcon = () =>
  server.deps.db
    .updateTable('assets')
    .set({ icon_url: `/files/${'0'.repeat(64)}.png`, icon_rendered: true })
    .where('id', '=', id)
    .execute()

describe('the ETag of an asset', () => {
  test('is strong, and is the same for equal responses', async () => {
    const first = await read()
    expect(first.tag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    expect((await read()).tag).toBe(first.tag)
  })

  test('changes when an icon is rendered, although the version of the asset stays the same', async () => {
    const before = await read()
    await drawIcon()
    const after = await read()
    expect([after.asset.updatedAt, after.tag === before.tag]).toEqual([before.asset.updatedAt, false])
  })

  test('changes when moves of other assets shift its position', async () => {
    const before = await read()
    const other = (await admin.client.assets.list({ query: { search: 'Other' } })).data[0]!
    await admin.client.assets.updateApplication({ id: other.id, body: { applicationId: 'quay', position: 1 } })
    const after = await read()
    expect([after.asset.updatedAt, after.tag === before.tag]).toEqual([before.asset.updatedAt, false])
  })

  test('differs for a caller who sees fewer fields', async () => {
    const user = await server.account('user')
    const [userView, adminView] = [await read('', user), await read()]
    expect([userView.asset.updatedBy.email, adminView.asset.updatedBy.email]).toEqual([undefined, admin.email])
    expect(userView.tag).not.toBe(adminView.tag)
  })

  test('is the same in the response of a write and in the next read', async () => {
    const written = await rename((await read()).tag)
    expect([written.status, written.tag]).toEqual([200, (await read()).tag])
  })
})

describe('If-Match', () => {
  test('accepts weak ETags, update times as ETags, and the ETag from before an icon was rendered', async () => {
    const { tag } = await read()
    await drawIcon()
    expect((await rename(tag, 'One')).status).toBe(200)
    expect((await rename(`W/${(await read()).tag}`, 'Two')).status).toBe(200)
    expect((await rename(`"other", "${(await read()).asset.updatedAt}"`, 'Three')).status).toBe(200)
  })

  test('refuses the ETag of an earlier version', async () => {
    const { tag } = await read()
    expect((await rename(tag)).status).toBe(200)
    const late = await rename(tag, 'Late')
    expect([late.status, late.asset.error.code]).toEqual([412, 'STALE_WRITE'])
  })
})
