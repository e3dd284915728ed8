import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildGlb, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
import { createReferenceInserts } from '../../support/insert-references.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
const { application, tag } = createReferenceInserts(() => server)
let admin: TestAccount
let model: string
/** Files whose icons were rendered. */
const renderedFiles: string[] = []
let render: () => Promise<Uint8Array> = async () => TINY_PNG

beforeAll(async () => {
  const renderIcon = (path: string) => {
    renderedFiles.push(path)
    return render()
  }
  server = await openTestServer({ deps: { renderIcon } })
})
beforeEach(async () => {
  await server.reset()
  render = async () => TINY_PNG
  renderedFiles.length = 0
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
    render = async () => {
      throw new Error('nothing to draw')
    }
    expect((await make()).iconUrl).toBeUndefined()
    const icon = await server.upload(admin, TINY_PNG, 'icon')
    renderedFiles.length = 0
    expect((await make({ iconUrl: icon.url })).iconUrl).toBe(icon.url)
    expect(renderedFiles).toEqual([])
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
    expect(other.status).toBe(409)
    expect(other.body.error.code).toBe('IDEMPOTENCY_CONFLICT')
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
    expect(response.status).toBe(400)
    expect(response.body.error.code).toBe('INVALID_INPUT')
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

describe('locking an asset', () => {
  test('protects the asset until it is unlocked, and stores the user who locked it', async () => {
    const asset = await make()
    const locked = await admin.client.assets.lock({ id: asset.id, body: {} })
    expect(locked).toMatchObject({ locked: true, lockedBy: admin.id })
    const frozen = { status: 423, code: 'ASSET_LOCKED', details: { lockedBy: admin.id } }
    await expect(admin.client.assets.update({ id: asset.id, body: { name: 'X' } })).rejects.toMatchObject(frozen)
    await expect(admin.client.assets.remove({ id: asset.id })).rejects.toMatchObject(frozen)
    expect(await admin.client.assets.lock({ id: asset.id, body: {} })).toEqual(locked)
    const unlocked = await admin.client.assets.unlock({ id: asset.id, body: {} })
    expect(unlocked.locked).toBe(false)
    expect(unlocked.lockedBy).toBeUndefined()
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
