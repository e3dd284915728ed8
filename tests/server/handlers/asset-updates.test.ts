import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectModelInProcess } from '../../../server/files/inspect-model.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { createReferenceInserts } from '../../support/insert-references.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
const { application } = createReferenceInserts(() => server)
let admin: TestAccount
let model: string
/** Files whose icons were rendered. */
const renderedFiles: string[] = []
/** Runs while a model is inspected. */
let meanwhile: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  const renderIcon = async (path: string) => {
    renderedFiles.push(path)
    return TINY_PNG
  }
  const inspect = async (path: string) => {
    await meanwhile()
    return inspectModelInProcess(path)
  }
  server = await openTestServer({ inspect, deps: { renderIcon } })
})
beforeEach(async () => {
  await server.reset()
  meanwhile = async () => {}
  renderedFiles.length = 0
  admin = await server.account('admin')
  model = (await server.upload(admin, buildTinyGlb())).url
})
afterAll(() => server.close())

const make = (overrides: Partial<NewAsset> = {}, by: TestAccount = admin) =>
  by.client.assets.create({
    body: { name: 'Kiln jacket', type: 'top', gender: 'female', modelUrl: model, ...overrides },
  })

describe('updating an asset', () => {
  test('changes the given fields, advances updatedAt and writes the changelog', async () => {
    const asset = await make()
    const changed = await admin.client.assets.update({ id: asset.id, body: { name: 'Élan', gender: 'neutral' } })
    expect(changed).toEqual({
      ...asset,
      name: 'Élan',
      gender: 'neutral',
      updatedAt: new Date(START_TIME.getTime() + 2).toISOString(),
    })
    const { data } = await admin.client.assets.changelog({ id: asset.id })
    expect(data.map(({ changes }) => changes.map(({ field }) => field)).slice(0, 2)).toEqual([
      ['name', 'gender'],
      ['iconUrl'],
    ])
    expect(data[0]).toEqual({
      id: expect.any(String),
      at: changed.updatedAt,
      actor: { id: admin.id, email: admin.email },
      action: 'updated',
      changes: [
        { field: 'name', before: 'Kiln jacket', after: 'Élan' },
        { field: 'gender', before: 'female', after: 'neutral' },
      ],
    })
  })

  test('without a change writes nothing', async () => {
    const asset = await make()
    server.advance(5000)
    expect(await admin.client.assets.update({ id: asset.id, body: { name: asset.name } })).toEqual(asset)
    expect((await admin.client.assets.changelog({ id: asset.id })).pagination.totalDocs).toBe(2)
  })

  test('measures a new model and renders an icon of it, but keeps an uploaded icon', async () => {
    const two = buildTinyGlb({ json: { textures: [{}] } })
    const { url } = await server.upload(admin, two)
    const asset = await make()
    renderedFiles.length = 0
    const changed = await admin.client.assets.update({ id: asset.id, body: { modelUrl: url } })
    expect(changed.stats).toEqual({ triangles: 1, vertices: 3, textures: 1, bytes: two.length })
    expect(renderedFiles).toHaveLength(1)
    const icon = await server.upload(admin, TINY_PNG, 'icon')
    const own = await make({ iconUrl: icon.url })
    renderedFiles.length = 0
    const updated = await admin.client.assets.update({ id: own.id, body: { modelUrl: url } })
    expect(updated.iconUrl).toBe(icon.url)
    expect(renderedFiles).toEqual([])
  })

  test('with an outdated version is refused, and the error contains the current asset', async () => {
    const asset = await make()
    const newer = await admin.client.assets.update(
      { id: asset.id, body: { name: 'Newer' } },
      { ifMatch: asset.updatedAt },
    )
    const stale = await server.call(`PATCH /v1/assets/${asset.id}`, {
      token: admin.token,
      headers: { 'if-match': `"${asset.updatedAt}"` },
      body: { name: 'Older' },
    })
    expect(stale.status).toBe(412)
    expect(stale.body.error).toMatchObject({ code: 'STALE_WRITE', details: { current: newer } })
    const fresh = await server.call(`GET /v1/assets/${asset.id}`, { token: admin.token })
    expect(fresh.headers.get('etag')).toContain(`"${newer.updatedAt}~`)
  })

  test('does not remove an asset from an application that an admin added it to during the request', async () => {
    const developer = await server.account('developer')
    await application('mine', developer.id)
    await application('harbour', admin.id)
    const other = await server.upload(admin, buildTinyGlb({ pad: 4 }))
    const own = await server.account('developer')
    const asset = await make({}, own)
    // While the new model is inspected, the admin adds the asset to one of the admin's applications.
    meanwhile = () => {
      meanwhile = async () => {}
      return admin.client.assets.update({ id: asset.id, body: { applicationIds: ['harbour'] } })
    }
    const late = own.client.assets.update({ id: asset.id, body: { modelUrl: other.url, applicationIds: ['mine'] } })
    await expect(late).rejects.toMatchObject({ status: 403 })
    const { applications } = await admin.client.assets.get({ id: asset.id })
    expect(applications.map(({ applicationId }) => applicationId)).toEqual(['harbour'])
  })

  test('is refused if the caller loses the permission while the new model is inspected', async () => {
    const { id } = await server.account('developer')
    await application('mine', id)
    // Signs in again, because a token contains only the applications that its account owned at sign-in.
    const own = await server.account('developer')
    const asset = await make({ applicationIds: ['mine'] })
    const other = await server.upload(own, buildTinyGlb({ pad: 4 }))
    let isTaken = false
    // The developer may change the asset only through their application. An admin removes the asset from that application.
    meanwhile = async () => {
      meanwhile = async () => {}
      await admin.client.assets.update({ id: asset.id, body: { applicationIds: [] } })
      isTaken = true
    }
    const late = own.client.assets.update({ id: asset.id, body: { name: 'Late', modelUrl: other.url } })
    await expect(late).rejects.toMatchObject({ status: 403 })
    expect(isTaken).toBe(true)
    const { name, modelUrl } = asset
    expect(await admin.client.assets.get({ id: asset.id })).toMatchObject({ name, modelUrl })
  })

  test.each([true, false])('refuses a developer who sets defaultAuthorized to %s', async (defaultAuthorized) => {
    const developer = await server.account('developer')
    const own = await server.upload(developer, buildTinyGlb({ pad: 8 }))
    const asset = await make({ modelUrl: own.url }, developer)
    // An admin sets the opposite value first, because a request without a change would not be refused.
    await admin.client.assets.update({ id: asset.id, body: { defaultAuthorized: !defaultAuthorized } })
    const change = developer.client.assets.update({ id: asset.id, body: { defaultAuthorized } })
    await expect(change).rejects.toMatchObject({ status: 403 })
    const unchanged = await admin.client.assets.get({ id: asset.id })
    expect(unchanged.defaultAuthorized ?? false).toBe(!defaultAuthorized)
  })

  test('accepts only one of several concurrent changes of the same version', async () => {
    const asset = await make()
    const tries = ['One', 'Two', 'Three'].map((name) =>
      admin.client.assets.update({ id: asset.id, body: { name } }, { ifMatch: asset.updatedAt }),
    )
    const settled = await Promise.allSettled(tries)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('sets and clears the body that an asset belongs to, and a revert restores the body', async () => {
    const body = await make({ type: 'bodyshape' })
    const hair = await make({ type: 'hair' })
    const update = (bodyId: string | null) => admin.client.assets.update({ id: hair.id, body: { bodyId } })
    expect((await update(body.id)).bodyId).toBe(body.id)
    expect((await update(null)).bodyId).toBeUndefined()
    const { data } = await admin.client.assets.changelog({ id: hair.id })
    expect(data[0]?.changes).toEqual([{ field: 'bodyId', before: body.id }])
    const { asset } = await admin.client.assets.revert({ id: hair.id, body: { entryId: data[1]!.id } })
    expect(asset.bodyId).toBe(body.id)
    for (const other of [hair.id, 'none'])
      await expect(update(other)).rejects.toMatchObject({ details: [{ path: 'body.bodyId' }] })
    expect((await admin.client.assets.get({ id: hair.id })).bodyId).toBe(body.id)
  })

  test('leaves no gaps in the positions of an application that assets are removed from', async () => {
    await application('harbour', admin.id)
    const [a, b, c] = [
      await make({ applicationIds: ['harbour'] }),
      await make({ applicationIds: ['harbour'] }),
      await make({ applicationIds: ['harbour'] }),
    ]
    await admin.client.assets.update({ id: a.id, body: { applicationIds: [] } })
    await admin.client.assets.remove({ id: b.id })
    await admin.client.assets.update({ id: a.id, body: { applicationIds: ['harbour'] } })
    const positions = await Promise.all(
      [a, c].map(async ({ id }) => (await admin.client.assets.get({ id })).applications[0]?.position),
    )
    expect(positions).toEqual([2, 1])
  })
})
