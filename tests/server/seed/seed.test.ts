import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acquireConsumerLease } from '../../../server/events/consumer-lease.ts'
import {
  EVENT_RETENTION_MS,
  numberAllEvents,
  readEvents,
  readLastEventPosition,
} from '../../../server/events/outbox.ts'
import { readMorphSources } from '../../../server/fitting/morph-sources.ts'
import { DEMO_PASSWORD, readDemoAccounts, seedDemo } from '../../../server/seed/seed.ts'
import { MAX_CONCURRENT_UPLOADS } from '../../../server/seed/seed-assets.ts'
import { ASSET_TYPES } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { openTestServer, START_TIME, type TestServer } from '../../support/server.ts'

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), 'atelier-demo-'))
  await mkdir(join(folder, 'models'))
  await writeFile(join(folder, 'models', 'one.glb'), buildTinyGlb({ json: { materials: [{ name: 'cloth' }] } }))
  await writeFile(join(folder, 'one.png'), TINY_PNG)
  const assets = Array.from({ length: 40 }, (_, i) => ({
    key: `piece-${i}`,
    name: `Piece ${i}`,
    type: ASSET_TYPES[i % ASSET_TYPES.length],
    gender: ['male', 'female', 'neutral'][i % 3],
    model: 'models/one.glb',
    colours: { cloth: `#${(i * 5).toString(16).padStart(2, '0').repeat(3)}` },
    thumbnail: 'one.png',
    ...(i % ASSET_TYPES.length ? { body: 'female' } : {}),
    tags: ['warm', i % 2 ? 'city' : 'formal'],
  }))
  await writeFile(
    join(folder, 'catalogue.json'),
    JSON.stringify({ assets, bodies: [], cages: [], clips: [], effects: [] }),
  )
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const fill = (demoFolder = folder) => seedDemo({ ...server.deps, demoFolder })

async function signIn(role: 'admin' | 'developer' | 'user') {
  const session = await server
    .client()
    .auth.login({ body: { email: `${role}@atelier.example`, password: DEMO_PASSWORD } })
  return { session, client: server.client(session.token) }
}

test('uploads a few files at a time and downloads none', async () => {
  const { files } = server.deps
  const { put, withLocalCopy } = files.content
  let [now, most, puts, removals] = [0, 0, 0, 0]
  files.content.put = async (content, bytes) => {
    puts += 1
    now += 1
    most = Math.max(most, now)
    return put.call(files.content, content, bytes).finally(() => {
      now -= 1
    })
  }
  files.content.withLocalCopy = () => {
    removals += 1
    return Promise.reject(new Error('Nothing is to be taken out.'))
  }
  await fill()
  Object.assign(files.content, { put, withLocalCopy })
  expect([puts, removals, now]).toEqual([80, 0, 0])
  // Each asset uploads its model and its picture.
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(2 * MAX_CONCURRENT_UPLOADS)
})

test('fills an empty database with usable demo data', async () => {
  await fill()
  expect(await readDemoAccounts(server.deps.db)).toEqual(
    ['admin', 'developer', 'user'].map((name) => `${name}@atelier.example`),
  )
  const { client } = await signIn('admin')
  const { data, pagination } = await client.assets.list({ query: { limit: 100, order: 'createdAt' } })
  expect(pagination.totalDocs).toBe(40)
  expect((await client.assets.countByType()).map(({ type }) => type)).toEqual(ASSET_TYPES.toSorted())
  expect(new Set(data.map(({ modelUrl }) => modelUrl)).size).toBe(40)
  expect(data.every(({ iconUrl, stats }) => iconUrl?.endsWith('.png') && stats.triangles === 1)).toBe(true)
  expect(data.filter(({ locked, lockedBy }) => locked && lockedBy).length).toBeGreaterThan(2)
  expect(data.find(({ type }) => type === 'hair')?.bodyId).toBe(
    data.find(({ type, gender }) => type === 'bodyshape' && gender === 'female')?.id,
  )
  const applications = await client.applications.list()
  expect(applications.data.map(({ name }) => name)).toEqual([
    'Fieldhouse',
    'Harbour Lane',
    'Nightmarket',
    'Paper League',
  ])
  for (const { id } of applications.data) {
    const positions = data.flatMap(({ applications }) => applications.filter((it) => it.applicationId === id))
    expect(positions.map(({ position }) => position)).toEqual(positions.map((_, i) => i + 1))
  }
  expect((await client.tags.list()).data.map(({ name, assetCount }) => [name, assetCount])).toEqual([
    ['city', 20],
    ['formal', 20],
    ['warm', 40],
  ])
  expect((await signIn('user')).session.assets.length).toBeGreaterThan(3)
  expect((await signIn('developer')).session.settings.isEmailVerified).toBe(true)
})

test('gives every asset a changelog in the past that ends with its present state', async () => {
  await fill()
  const { client } = await signIn('admin')
  const { data } = await client.assets.list({ query: { limit: 100 } })
  for (const asset of data) {
    const { data: entries } = await client.assets.changelog({ id: asset.id })
    expect(entries.at(-1)).toMatchObject({ action: 'created', at: asset.createdAt })
    expect(entries[0]?.at).toBe(asset.updatedAt)
    expect(entries[0]?.action === 'locked').toBe(asset.locked)
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(Date.parse(asset.updatedAt)).toBeLessThan(START_TIME.getTime())
  }
})

test('writes events of the last days in order of time, and new consumers start after these events', async () => {
  const { db } = server.deps
  const before = await readLastEventPosition(db)
  await fill()
  const { client } = await signIn('admin')
  const { data } = await client.audit.events({ query: { limit: 100 } })
  expect(data.length).toBeGreaterThan(3)
  const { data: assets } = await client.assets.list({ query: { limit: 100 } })
  const recent = assets.filter(({ updatedAt }) => Date.parse(updatedAt) > START_TIME.getTime() - EVENT_RETENTION_MS)
  expect(new Set(data.map(({ assetId }) => assetId))).toEqual(new Set(recent.map(({ id }) => id)))
  const times = data.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(times[0]).toBe(
    assets
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1),
  )
  const position = await acquireConsumerLease(db, { name: 'new here', holder: 'one', isShared: true })
  expect(position).toBe(before + data.length)
  await numberAllEvents(db)
  expect(await readEvents(db, position!, 10)).toEqual([])
})

test('creates the same assets in a second run on an empty database', async () => {
  await fill()
  const first = await server.deps.db.selectFrom('assets').selectAll().orderBy('id').execute()
  await server.reset()
  await fill()
  expect(await server.deps.db.selectFrom('assets').selectAll().orderBy('id').execute()).toEqual(first)
})

test('writes nothing to a database that has accounts, and only accounts if there is no catalogue', async () => {
  await fill(join(folder, 'none'))
  expect((await (await signIn('admin')).client.assets.list()).data).toEqual([])
  await fill()
  expect((await (await signIn('admin')).client.assets.list()).data).toEqual([])
  await server.reset()
  await server.account('user')
  await fill()
  expect(await readDemoAccounts(server.deps.db)).toEqual([])
})

test('rejects if a model of the catalogue is missing, and writes nothing', async () => {
  const broken = join(folder, 'broken')
  await mkdir(broken)
  const asset = { key: 'a', name: 'A', type: 'top', gender: 'male', model: 'models/gone.glb' }
  await writeFile(join(broken, 'catalogue.json'), JSON.stringify({ assets: [asset] }))
  await expect(fill(broken)).rejects.toThrow(
    /^The demo data in .+ is incomplete \(npm run demo-models creates it\): ENOENT/,
  )
  expect(await server.deps.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test.skipIf(!existsSync('demo/catalogue.json'))(
  'creates at least 120 assets of all types from the demo of this repository',
  async () => {
    await fill('demo')
    const { client } = await signIn('admin')
    const counts = await client.assets.countByType()
    expect(counts.map(({ type }) => type)).toEqual(ASSET_TYPES.toSorted())
    expect((await client.assets.list()).pagination.totalDocs).toBeGreaterThanOrEqual(120)
    expect(await server.deps.db.selectFrom('assets').select('id').where('icon_url', 'is', null).execute()).toEqual([])
  },
  30_000,
)

test.skipIf(!existsSync('demo/catalogue.json'))(
  'stores cages for every demo body, so that each garment can be fitted to every other body',
  async () => {
    await fill('demo')
    const { db } = server.deps
    const { client } = await signIn('admin')
    const { data: bodies } = await client.assets.list({ query: { type: 'bodyshape', limit: 100 } })
    expect(bodies.length).toBeGreaterThanOrEqual(3)
    for (const { id } of bodies) {
      const { data } = await client.cageMeshes.list({ query: { bodyId: id, limit: 100 } })
      expect(data.map(({ assetType }) => assetType)).toEqual(expect.arrayContaining([undefined, 'top', 'footwear']))
    }
    const { data: assets } = await client.assets.list({ query: { type: ['top', 'bottom', 'footwear'], limit: 100 } })
    const garments = assets.filter(({ bodyId }) => bodyId !== undefined)
    expect(garments.length).toBeGreaterThanOrEqual(12)
    for (const garment of garments)
      for (const body of bodies.filter(({ id }) => id !== garment.bodyId))
        expect(await readMorphSources(db, garment, body.id)).toMatchObject({
          model: garment.modelUrl,
          toBody: body.modelUrl,
        })
    const { data: cages } = await client.cageMeshes.list({ query: { assetType: 'whole', limit: 100 } })
    expect(new Set(cages.map(({ topology }) => topology)).size).toBe(1)
  },
  60_000,
)
