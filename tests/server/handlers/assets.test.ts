import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectModelInProcess } from '../../../server/files/inspect-model.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildGlb, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
import { createReferenceInserts } from '../../support/insert-references.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
const { application, tag } = createReferenceInserts(() => server)
let admin: TestAccount
let model: string
const drawn: string[] = []
let draw: () => Promise<Uint8Array> = async () => TINY_PNG
/** Runs while a model is inspected. */
let meanwhile: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  const renderIcon = (path: string) => {
    drawn.push(path)
    return draw()
  }
  const inspect = async (path: string) => {
    await meanwhile()
    return inspectModelInProcess(path)
  }
  server = await openTestServer({ inspect, deps: { renderIcon } })
})
beforeEach(async () => {
  await server.reset()
  draw = async () => TINY_PNG
  meanwhile = async () => {}
  drawn.length = 0
  admin = await server.account('admin')
  model = (await server.upload(admin, buildTinyGlb())).url
})
afterAll(() => server.close())

const make = (overrides: Partial<NewAsset> = {}, by: TestAccount = admin) =>
  by.client.assets.create({
    body: { name: 'Kiln jacket', type: 'top', gender: 'female', modelUrl: model, ...overrides },
  })

describe('creating an asset', () => {
  test('returns the whole asset with the statistics of its model, and renders its icon', async () => {
    await application('harbour', admin.id)
    await tag('warm')
    const asset = await make({ name: '  Kiln jacket ', tags: ['warm'], applicationIds: ['harbour'] })
    expect(asset).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Kiln jacket',
      type: 'top',
      gender: 'female',
      modelUrl: model,
      iconUrl: expect.stringMatching(/^\/files\/[0-9a-f]{64}\.png$/),
      locked: false,
      applications: [{ applicationId: 'harbour', isVisible: true, position: 1 }],
      tags: ['warm'],
      stats: { triangles: 1, vertices: 3, textures: 0, bytes: buildTinyGlb().length },
      createdAt: START_TIME.toISOString(),
      updatedAt: START_TIME.toISOString(),
      updatedBy: { id: admin.id, email: admin.email },
      createdBy: admin.id,
    })
    expect(await admin.client.assets.get({ id: asset.id })).toEqual(asset)
    const icon = await server.fetch(`http://house.test${asset.iconUrl}`)
    expect(new Uint8Array(await icon.arrayBuffer())).toEqual(TINY_PNG)
  })

  test('omits the icon if rendering fails, and renders none if an icon was uploaded', async () => {
    draw = async () => {
      throw new Error('nothing to draw')
    }
    expect((await make()).iconUrl).toBeUndefined()
    const icon = await server.upload(admin, TINY_PNG, 'icon')
    drawn.length = 0
    expect((await make({ iconUrl: icon.url })).iconUrl).toBe(icon.url)
    expect(drawn).toEqual([])
  })

  test('creates one asset per idempotency key, even for concurrent requests', async () => {
    const options = { idempotencyKey: 'one-intent' }
    const body: NewAsset = { name: 'Once', type: 'hair', gender: 'male', modelUrl: model }
    const created = await Promise.all(Array.from({ length: 8 }, () => admin.client.assets.create({ body }, options)))
    expect(new Set(created.map(({ id }) => id)).size).toBe(1)
    expect((await admin.client.assets.list()).pagination.totalDocs).toBe(1)
    const other = await server.call('POST /v1/assets', {
      token: admin.token,
      headers: { 'idempotency-key': 'one-intent' },
      body: { ...body, name: 'Other' },
    })
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    const developer = await server.account('developer')
    const theirs = await developer.client.assets.create({ body }, options)
    expect(theirs.id).not.toBe(created[0]?.id)
  })

  test.each([
    ['no name', { name: '   ' }, 'body.name'],
    ['a name with a control character', { name: 'a\u0007b' }, 'body.name'],
    ['an unknown type', { type: 'socks' }, 'body.type'],
    ['an unknown field', { colour: 'red' }, 'body.colour'],
    ['an unknown tag', { tags: ['none'] }, 'body.tags.0'],
    ['an unknown application', { applicationIds: ['none'] }, 'body.applicationIds.0'],
    ['an unknown body asset', { bodyId: 'none' }, 'body.bodyId'],
    ['a model URL of another server', { modelUrl: 'https://elsewhere.example/a.glb' }, 'body.modelUrl'],
  ])('refuses %s and names the field', async (_, invalid, path) => {
    const body = { name: 'A', type: 'top', gender: 'male', modelUrl: model, ...invalid }
    const response = await server.call('POST /v1/assets', { token: admin.token, body })
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(response.body.error.details.map((fault: { path: string }) => fault.path)).toContain(path)
  })

  test('refuses an uploaded icon as a texture if textures do not allow its color type', async () => {
    const grey = (await server.upload(admin, buildPng({ colour: 0, depth: 16 }), 'icon')).url
    expect((await make({ iconUrl: grey })).iconUrl).toBe(grey)
    await expect(make({ textureUrl: grey })).rejects.toMatchObject({
      status: 422,
      code: 'IMAGE_INVALID',
      details: { path: 'body.textureUrl', word: 'fileInput.wrongColorType' },
    })
    const asset = await make()
    await expect(admin.client.assets.update({ id: asset.id, body: { textureUrl: grey } })).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
    })
  })

  test('refuses an unknown file, a model as an icon, and a broken model', async () => {
    const unknown = `/files/${'0'.repeat(64)}.glb`
    await expect(make({ modelUrl: unknown })).rejects.toMatchObject({ status: 422, code: 'FILE_UNKNOWN' })
    await expect(make({ iconUrl: model })).rejects.toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    const broken = await server.deps.files.storeBytes(buildGlb('{"asset":'.padEnd(40)))
    await expect(make({ modelUrl: broken })).rejects.toMatchObject({
      status: 422,
      code: 'MODEL_INVALID',
      message: "The model's JSON chunk is not valid JSON.",
    })
    expect((await admin.client.assets.list()).data).toEqual([])
  })
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
    drawn.length = 0
    const changed = await admin.client.assets.update({ id: asset.id, body: { modelUrl: url } })
    expect(changed.stats).toEqual({ triangles: 1, vertices: 3, textures: 1, bytes: two.length })
    expect(drawn).toHaveLength(1)
    const icon = await server.upload(admin, TINY_PNG, 'icon')
    const own = await make({ iconUrl: icon.url })
    drawn.length = 0
    const updated = await admin.client.assets.update({ id: own.id, body: { modelUrl: url } })
    expect([updated.iconUrl, drawn]).toEqual([icon.url, []])
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
    expect([stale.status, stale.body.error.code]).toEqual([412, 'STALE_WRITE'])
    expect(stale.body.error.details).toEqual({ current: newer })
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
    const { name, modelUrl } = await admin.client.assets.get({ id: asset.id })
    expect([name, modelUrl]).toEqual([asset.name, asset.modelUrl])
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

describe('locking an asset', () => {
  test('protects the asset until it is unlocked, and stores the user who locked it', async () => {
    const asset = await make()
    const locked = await admin.client.assets.lock({ id: asset.id, body: {} })
    expect([locked.locked, locked.lockedBy]).toEqual([true, admin.id])
    const frozen = { status: 423, code: 'ASSET_LOCKED', details: { lockedBy: admin.id } }
    await expect(admin.client.assets.update({ id: asset.id, body: { name: 'X' } })).rejects.toMatchObject(frozen)
    await expect(admin.client.assets.remove({ id: asset.id })).rejects.toMatchObject(frozen)
    expect(await admin.client.assets.lock({ id: asset.id, body: {} })).toEqual(locked)
    const unlocked = await admin.client.assets.unlock({ id: asset.id, body: {} })
    expect([unlocked.locked, unlocked.lockedBy]).toEqual([false, undefined])
    const { data } = await admin.client.assets.changelog({ id: asset.id, query: { order: 'at' } })
    expect(data.map(({ action }) => action)).toEqual(['created', 'updated', 'locked', 'unlocked'])
    expect(data[2]?.changes).toEqual([
      { field: 'locked', before: false, after: true },
      { field: 'lockedBy', after: admin.id },
    ])
  })
})

describe('removing an asset', () => {
  test('deletes the asset and clears references to it', async () => {
    const body = await make({ type: 'bodyshape' })
    const hair = await make({ type: 'hair', bodyId: body.id })
    expect(await admin.client.assets.remove({ id: body.id })).toEqual({})
    await expect(admin.client.assets.get({ id: body.id })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await admin.client.assets.get({ id: hair.id })).bodyId).toBeUndefined()
  })
})
