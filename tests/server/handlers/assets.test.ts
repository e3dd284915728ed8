import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectHere } from '../../../server/files/inspect.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { glbOf, TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { png } from '../../support/images.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let model: string
const drawn: string[] = []
let draw: () => Promise<Uint8Array> = async () => TINY_PNG
/** What happens while a model is looked at. */
let meanwhile: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  const renderIcon = (path: string) => {
    drawn.push(path)
    return draw()
  }
  const inspect = async (path: string) => {
    await meanwhile()
    return inspectHere(path)
  }
  server = await openTestServer({ inspect, deps: { renderIcon } })
})
beforeEach(async () => {
  await server.reset()
  draw = async () => TINY_PNG
  meanwhile = async () => {}
  drawn.length = 0
  admin = await server.account('admin')
  model = (await server.upload(admin, tinyGlb())).url
})
afterAll(() => server.close())

const make = (given: Partial<NewAsset> = {}, by: TestAccount = admin) =>
  by.client.assets.create({ body: { name: 'Kiln jacket', type: 'top', gender: 'female', modelUrl: model, ...given } })

async function application(id: string, ownerId: string) {
  const row = { id, name: id, name_key: id, owner_id: ownerId, created_at: BEGINNING }
  await server.deps.db.insertInto('applications').values(row).execute()
}
async function tag(id: string) {
  await server.deps.db.insertInto('tags').values({ id, name: id, name_key: id, color: 'ochre' }).execute()
}

describe('create', () => {
  test('answers the whole asset, counts its model and renders its icon', async () => {
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
      stats: { triangles: 1, vertices: 3, textures: 0, bytes: tinyGlb().length },
      createdAt: BEGINNING.toISOString(),
      updatedAt: BEGINNING.toISOString(),
      updatedBy: { id: admin.id, email: admin.email },
      createdBy: admin.id,
    })
    expect(await admin.client.assets.get({ id: asset.id })).toEqual(asset)
    const icon = await server.fetch(`http://house.test${asset.iconUrl}`)
    expect(new Uint8Array(await icon.arrayBuffer())).toEqual(TINY_PNG)
  })

  test('does without an icon where none can be rendered, and renders none where one is handed in', async () => {
    draw = async () => {
      throw new Error('nothing to draw')
    }
    expect((await make()).iconUrl).toBeUndefined()
    const icon = await server.upload(admin, TINY_PNG, 'icon')
    drawn.length = 0
    expect((await make({ iconUrl: icon.url })).iconUrl).toBe(icon.url)
    expect(drawn).toEqual([])
  })

  test('makes one asset of one key, also when the requests come at once', async () => {
    const options = { idempotencyKey: 'one-intent' }
    const body: NewAsset = { name: 'Once', type: 'hair', gender: 'male', modelUrl: model }
    const made = await Promise.all(Array.from({ length: 8 }, () => admin.client.assets.create({ body }, options)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect((await admin.client.assets.list()).pagination.totalDocs).toBe(1)
    const other = await server.call('POST /v1/assets', {
      token: admin.token,
      headers: { 'idempotency-key': 'one-intent' },
      body: { ...body, name: 'Other' },
    })
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    const developer = await server.account('developer')
    const theirs = await developer.client.assets.create({ body }, options)
    expect(theirs.id).not.toBe(made[0]?.id)
  })

  test.each([
    ['no name', { name: '   ' }, 'body.name'],
    ['a name with a control character', { name: 'a\u0007b' }, 'body.name'],
    ['an unknown type', { type: 'socks' }, 'body.type'],
    ['an unknown field', { colour: 'red' }, 'body.colour'],
    ['an unknown tag', { tags: ['none'] }, 'body.tags.0'],
    ['an unknown application', { applicationIds: ['none'] }, 'body.applicationIds.0'],
    ['an unknown body', { bodyId: 'none' }, 'body.bodyId'],
    ['a model of another place', { modelUrl: 'https://elsewhere.example/a.glb' }, 'body.modelUrl'],
  ])('refuses %s and names the field', async (_, given, path) => {
    const body = { name: 'A', type: 'top', gender: 'male', modelUrl: model, ...given }
    const answer = await server.call('POST /v1/assets', { token: admin.token, body })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(answer.body.error.details.map((fault: { path: string }) => fault.path)).toContain(path)
  })

  test('refuses an image that was uploaded as something else and is none of its field', async () => {
    const grey = (await server.upload(admin, png({ colour: 0, depth: 16 }), 'icon')).url
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

  test('refuses a file nobody uploaded, a model as an icon, and a model that is broken inside', async () => {
    const unknown = `/files/${'0'.repeat(64)}.glb`
    await expect(make({ modelUrl: unknown })).rejects.toMatchObject({ status: 422, code: 'FILE_UNKNOWN' })
    await expect(make({ iconUrl: model })).rejects.toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    const broken = await server.deps.files.keep(glbOf('{"asset":'.padEnd(40)))
    await expect(make({ modelUrl: broken })).rejects.toMatchObject({
      status: 422,
      code: 'MODEL_INVALID',
      message: "The model's JSON chunk is not valid JSON.",
    })
    expect((await admin.client.assets.list()).data).toEqual([])
  })
})

describe('access', () => {
  test('a user reads but does not write, a guest sees what everyone may use', async () => {
    const asset = await make()
    const user = await server.account('user')
    const guest = await server.account('anonymous')
    expect((await user.client.assets.list()).data.map(({ id }) => id)).toEqual([asset.id])
    await expect(make({}, user)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
    await expect(user.client.assets.remove({ id: asset.id })).rejects.toMatchObject({ status: 403 })
    await expect(user.client.assets.lock({ id: asset.id, body: {} })).rejects.toMatchObject({ status: 403 })
    expect((await guest.client.assets.list()).data).toEqual([])
    await expect(guest.client.assets.get({ id: asset.id })).rejects.toMatchObject({ status: 404 })
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).execute()
    expect((await guest.client.assets.get({ id: asset.id })).id).toBe(asset.id)
    expect(await guest.client.assets.countByType()).toEqual([{ type: 'top', count: 1 }])
  })

  test('who may only read does not learn the addresses of those who write', async () => {
    const { id } = await make()
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).execute()
    const actorAsSeenBy = async (role: 'user' | 'anonymous' | 'developer') =>
      (await (await server.account(role)).client.assets.changelog({ id })).data[0]?.actor
    expect(await actorAsSeenBy('user')).toEqual({ id: admin.id })
    expect(await actorAsSeenBy('anonymous')).toEqual({ id: admin.id })
    expect(await actorAsSeenBy('developer')).toEqual({ id: admin.id, email: admin.email })
  })

  test('a developer writes what is theirs or in their applications, and nothing else', async () => {
    const { id: developerId } = await server.account('developer')
    await application('own', developerId)
    await application('foreign', admin.id)
    const developer = await server.account('developer', 'again@house.example')
    await server.deps.db.updateTable('applications').set({ owner_id: developer.id }).where('id', '=', 'own').execute()
    const { body: session } = await server.call('POST /v1/auth/refresh', {
      body: { refreshToken: developer.session.refreshToken },
    })
    const client = server.client(session.token)
    const foreign = await make({ name: 'Foreign', applicationIds: ['foreign'] })
    const inOwn = await make({ name: 'In own', applicationIds: ['own'] })
    const mine = await client.assets.create({
      body: { name: 'Mine', type: 'top', gender: 'male', modelUrl: model, applicationIds: ['own'] },
    })
    await expect(client.assets.update({ id: foreign.id, body: { name: 'X' } })).rejects.toMatchObject({ status: 403 })
    expect((await client.assets.update({ id: inOwn.id, body: { name: 'Y' } })).name).toBe('Y')
    expect((await client.assets.lock({ id: mine.id, body: {} })).lockedBy).toBe(developer.id)
    const into = client.assets.update({ id: inOwn.id, body: { applicationIds: ['own', 'foreign'] } })
    await expect(into).rejects.toMatchObject({ status: 403 })
  })
})

describe('update', () => {
  test('changes what is handed in, moves updatedAt on and keeps the history', async () => {
    const asset = await make()
    const changed = await admin.client.assets.update({ id: asset.id, body: { name: 'Élan', gender: 'neutral' } })
    expect(changed).toEqual({
      ...asset,
      name: 'Élan',
      gender: 'neutral',
      updatedAt: new Date(BEGINNING.getTime() + 2).toISOString(),
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

  test('that changes nothing leaves no trace', async () => {
    const asset = await make()
    server.advance(5000)
    expect(await admin.client.assets.update({ id: asset.id, body: { name: asset.name } })).toEqual(asset)
    expect((await admin.client.assets.changelog({ id: asset.id })).pagination.totalDocs).toBe(2)
  })

  test('with a new model counts and draws anew, but keeps an icon that was handed in', async () => {
    const two = tinyGlb({ json: { textures: [{}] } })
    const { url } = await server.upload(admin, two)
    const asset = await make()
    drawn.length = 0
    const changed = await admin.client.assets.update({ id: asset.id, body: { modelUrl: url } })
    expect(changed.stats).toEqual({ triangles: 1, vertices: 3, textures: 1, bytes: two.length })
    expect(drawn).toHaveLength(1)
    const icon = await server.upload(admin, TINY_PNG, 'icon')
    const own = await make({ iconUrl: icon.url })
    drawn.length = 0
    const kept = await admin.client.assets.update({ id: own.id, body: { modelUrl: url } })
    expect([kept.iconUrl, drawn]).toEqual([icon.url, []])
  })

  test('of an old version is refused with the current one', async () => {
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

  test('takes no asset out of an application it was put into meanwhile by someone with more rights', async () => {
    const developer = await server.account('developer')
    await application('mine', developer.id)
    await application('harbour', admin.id)
    const other = await server.upload(admin, tinyGlb({ pad: 4 }))
    const own = await server.account('developer')
    const asset = await make({}, own)
    // While the new model is looked at, the admin puts the asset into an application of theirs.
    meanwhile = () => {
      meanwhile = async () => {}
      return admin.client.assets.update({ id: asset.id, body: { applicationIds: ['harbour'] } })
    }
    const late = own.client.assets.update({ id: asset.id, body: { modelUrl: other.url, applicationIds: ['mine'] } })
    await expect(late).rejects.toMatchObject({ status: 403 })
    const { applications } = await admin.client.assets.get({ id: asset.id })
    expect(applications.map(({ applicationId }) => applicationId)).toEqual(['harbour'])
  })

  test('from two sides at once lets one through', async () => {
    const asset = await make()
    const tries = ['One', 'Two', 'Three'].map((name) =>
      admin.client.assets.update({ id: asset.id, body: { name } }, { ifMatch: asset.updatedAt }),
    )
    const settled = await Promise.allSettled(tries)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('keeps the positions of an application without gaps', async () => {
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

describe('lock', () => {
  test('freezes the asset until it is unlocked, and says who did it', async () => {
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

test.each(['authorize-default', 'authorized', 'editable', 'countByType', 'trash', 'duplicates'])(
  'the fixed name %s is never read as an id, with any method that takes one',
  async (name) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const options = { token: admin.token, ...(method === 'PATCH' ? { body: {} } : {}) }
      const { status, body } = await server.call(`${method} /v1/assets/${name}`, options)
      // Once there is such a call, it answers.
      if (status === 200 && method === 'GET') continue
      expect([status, body.error.message]).toEqual([404, 'This address was not found.'])
    }
    expect((await server.call(`GET /v1/assets/${name}x`, { token: admin.token })).body.error.message).toMatch(/asset/i)
  },
)

describe('remove', () => {
  test('deletes the asset; what pointed at it points at nothing', async () => {
    const body = await make({ type: 'bodyshape' })
    const hair = await make({ type: 'hair', bodyId: body.id })
    expect(await admin.client.assets.remove({ id: body.id })).toEqual({})
    await expect(admin.client.assets.get({ id: body.id })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await admin.client.assets.get({ id: hair.id })).bodyId).toBeUndefined()
  })

  test.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown id is 404', async (method) => {
    const options = { token: admin.token, ...(method === 'PATCH' ? { body: {} } : {}) }
    expect((await server.call(`${method} /v1/assets/none`, options)).body.error.code).toBe('NOT_FOUND')
  })
})

describe('list', () => {
  const names = [
    'Élan',
    'apron',
    'Zephyr',
    '100% wool',
    'under_score',
    'Beret',
    'beret',
    'Çedar',
    'Drift',
    'Echo',
    'Fern',
  ]

  beforeEach(async () => {
    await tag('warm')
    await application('harbour', admin.id)
    for (const [i, name] of names.entries()) {
      server.advance(1000)
      await make({
        name,
        type: i % 2 ? 'hair' : 'top',
        gender: i % 3 ? 'male' : 'neutral',
        ...(i < 3 ? { tags: ['warm'] } : {}),
        ...(i < 4 ? { applicationIds: ['harbour'] } : {}),
      })
    }
  })
  const list = async (query: object) => (await admin.client.assets.list({ query })).data.map(({ name }) => name)

  test('sorts names without regard to case and accents', async () => {
    const sorted = [
      '100% wool',
      'apron',
      'Beret',
      'beret',
      'Çedar',
      'Drift',
      'Echo',
      'Élan',
      'Fern',
      'under_score',
      'Zephyr',
    ]
    expect(await list({ order: 'name', limit: 100 })).toEqual(sorted)
    expect(await list({ order: '-name', limit: 100 })).toEqual(sorted.toReversed())
  })

  test('shows the newest first where no order is asked for', async () => {
    expect(await list({ limit: 3 })).toEqual(['Fern', 'Echo', 'Drift'])
  })

  test('pages without losing or doubling a row, ties too', async () => {
    for (const order of ['type', '-gender', 'createdAt'] as const) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ order, page, limit: 3 })))
      expect(pages.flat().sort()).toEqual(names.toSorted())
      expect(pages.flat()).toEqual(await list({ order, limit: 100 }))
    }
  })

  test('tells the totals right on every page, also beyond the end', async () => {
    const pagination = async (page: number) =>
      (await admin.client.assets.list({ query: { page, limit: 4 } })).pagination
    const totals = { limit: 4, totalPages: 3, totalDocs: 11 }
    expect(await pagination(1)).toEqual({ page: 1, hasNextPage: true, nextCursor: expect.any(String), ...totals })
    expect(await pagination(3)).toEqual({ page: 3, hasNextPage: false, ...totals })
    expect(await pagination(99)).toEqual({ page: 99, hasNextPage: false, ...totals })
  })

  test('filters by each field and by several values', async () => {
    expect(await list({ type: 'hair', limit: 100, order: 'createdAt' })).toEqual(names.filter((_, i) => i % 2))
    expect(await list({ type: ['hair', 'top'], limit: 100 })).toHaveLength(names.length)
    expect(await list({ gender: 'neutral', type: 'top', limit: 100, order: 'createdAt' })).toEqual(['Élan', 'beret'])
    expect(await list({ tag: ['warm', 'none'], order: 'createdAt' })).toEqual(names.slice(0, 3))
    expect(await list({ applicationId: 'harbour', order: 'createdAt' })).toEqual(names.slice(0, 4))
    expect(await list({ locked: 'true' })).toEqual([])
    expect(await admin.client.assets.countByType({ query: { tag: 'warm' } })).toEqual([
      { type: 'hair', count: 1 },
      { type: 'top', count: 2 },
    ])
  })

  test('follows, in one application, who was changed last, came, moved or left', async () => {
    const idOf = async (name: string) => (await admin.client.assets.list({ query: { search: name } })).data[0]!.id
    const inHarbour = (order: '-updatedAt' | 'updatedAt' = '-updatedAt') => list({ applicationId: 'harbour', order })
    const [first, second, third, fourth] = names
    expect(await inHarbour()).toEqual([fourth, third, second, first])
    server.advance(1000)
    await admin.client.assets.update({ id: await idOf(first!), body: { gender: 'female' } })
    expect(await inHarbour()).toEqual([first, fourth, third, second])
    server.advance(1000)
    await admin.client.assets.addToApplication({ id: await idOf('Fern'), body: { applicationId: 'harbour' } })
    expect(await inHarbour()).toEqual(['Fern', first, fourth, third, second])
    server.advance(1000)
    const move = { applicationId: 'harbour', position: 1 }
    await admin.client.assets.updateApplication({ id: await idOf('Fern'), body: move })
    await admin.client.assets.removeFromApplication({ id: await idOf(first!), body: { applicationId: 'harbour' } })
    await admin.client.assets.remove({ id: await idOf(third!) })
    expect(await inHarbour('updatedAt')).toEqual([second, fourth, 'Fern'])
  })

  test('searches names and ids; signs of patterns stand for themselves', async () => {
    expect(await list({ search: 'BERET', order: 'createdAt' })).toEqual(['Beret', 'beret'])
    expect(await list({ search: 'elan' })).toEqual(['Élan'])
    expect(await list({ search: '100%' })).toEqual(['100% wool'])
    expect(await list({ search: '%' })).toEqual(['100% wool'])
    expect(await list({ search: '_' })).toEqual(['under_score'])
    expect(await list({ search: '\\' })).toEqual([])
    expect(await list({ search: '  ', limit: 100 })).toHaveLength(names.length)
    const [{ id } = { id: '' }] = (await admin.client.assets.list({ query: { search: 'Fern' } })).data
    expect(await list({ search: id })).toEqual(['Fern'])
  })

  test('takes every hostile text as text', async () => {
    const texts = await hostileTexts()
    for (const text of texts) {
      const answer = await server.call(`GET /v1/assets?search=${encodeURIComponent(text.slice(0, 200))}`, {
        token: admin.token,
      })
      expect([200, 400], text).toContain(answer.status)
    }
    expect((await admin.client.assets.list()).pagination.totalDocs).toBe(names.length)
  })
})

describe('list, asked for oddly', () => {
  test('a page beyond the last that can be asked for means that one', async () => {
    const { body } = await server.call('GET /v1/assets?page=2000000', { token: admin.token })
    expect(body.pagination.page).toBe(1_000_000)
  })

  test.each([
    ['page=0', 'query.page'],
    ['page=-1', 'query.page'],
    ['page=1.5', 'query.page'],
    ['page=1&page=2', 'query.page'],
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['limit=ten', 'query.limit'],
    ['order=modelUrl', 'query.order'],
    ['order=--name', 'query.order'],
    ['order=name;drop%20table%20assets', 'query.order'],
    ['type=socks', 'query.type'],
    ['locked=yes', 'query.locked'],
    ['search=%00', 'query.search'],
    ['colour=red', 'query.colour'],
    ['__proto__=1', 'query.__proto__'],
  ])('refuses ?%s and names the parameter', async (query, path) => {
    const answer = await server.call(`GET /v1/assets?${query}`, { token: admin.token })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(answer.body.error.details.map((fault: { path: string }) => fault.path.replace(/\.\d+$/, ''))).toContain(path)
  })
})

/** Injection strings; the shared collection where it is at hand, and a few always. */
async function hostileTexts(): Promise<string[]> {
  const few = ["'; drop table assets; --", "' or '1'='1", '$1', '%27%20or%201=1', '\u202e', '{"$gt":""}', '\\', "\\'"]
  const files = ['sql-error-based.txt', 'sql-postgres.txt', 'nosql.txt', 'blns.txt']
  const shared = await Promise.all(
    files.map((name) => readFile(`../shared/data/strings/${name}`, 'utf8').catch(() => '')),
  )
  return [...few, ...shared.join('\n').split('\n').filter(Boolean)]
}
