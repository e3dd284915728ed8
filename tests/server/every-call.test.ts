import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../../src/api/client.ts'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Contract } from '../../src/api/contract/endpoint.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttpClient } from '../../src/api/http.ts'
import { buildArchive, buildManifest, createCapManifestRow } from '../support/build-archive.ts'
import { CALLS, createSample } from '../support/contract-fields.ts'
import { buildTinyGlb, TINY_PNG } from '../support/glb.ts'
import { buildPng } from '../support/images.ts'
import { START_TIME, type TestAccount } from '../support/server.ts'
import { setUpTestServer } from '../support/set-up-test-server.ts'

/** Returns valid input for an endpoint: all path parameters and a body. */
const inputOf = ({ body }: { body?: Parameters<typeof createSample>[0] }) => ({
  ...{ id: 'x', userId: 'x', tagId: 'x', email: 'x@house.example', applicationId: 'x', importId: 'x', deliveryId: 'x' },
  sessionId: 'x',
  ...(body ? { body: createSample(body) } : {}),
})

describe('every API call', () => {
  const refused = JSON.stringify({
    error: { code: 'NOT_FOUND', message: 'It was not found.', status: 404 },
    ...{ type: '/docs#NOT_FOUND', title: 'Not found', status: 404, detail: 'It was not found.' },
  })
  const responses: [what: string, fetch: typeof globalThis.fetch, kind: string][] = [
    ['refused', async () => new Response(refused, { status: 404 }), 'http'],
    ['answered with HTML instead of JSON', async () => new Response('<html>', { status: 404 }), 'http'],
  ]
  test.each(responses)(
    'rejects with an ApiError that names the service of the call if it is %s',
    async (_, fetch, kind) => {
      const tokens = { getFreshToken: async () => 't', getCurrentToken: () => 't' }
      const client = createClient(contract as Contract, createHttpClient({ base: 'http://house.test/', tokens, fetch }))
      for (const { name, endpoint } of CALLS) {
        const [service = '', call = ''] = name.split('.')
        const error = await client[service]![call]!(inputOf(endpoint) as never).catch((it: unknown) => it)
        expect([name, error]).toEqual([name, expect.objectContaining({ name: 'ApiError', service, kind })])
      }
    },
  )
})

/**
 * Endpoints that are not tested here, most of them because they change no asset. `fitting/morphs.test.ts` and
 * `assets/variants.test.ts` test the endpoints that need cages or a finished variant.
 */
const OF_NO_ASSET = new RegExp(
  [
    /^(accounts|apiTokens|auth|cageMeshes|jobs|morphedAssets|presence|users|views|webhooks)\./,
    /^private(UserAssets)\./,
    /^applicationMorphedAssets\./,
    /^assets\.(validate|predictTexture|makeVariant|adoptVariant)$/,
    /^tags\.(create|update)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const server = setUpTestServer({ deps: { renderIcon: async () => buildPng({ width: 2, height: 2 }) } })
let admin: TestAccount
let modelUrl: string
let iconUrl: string
let asset: Asset
let tagId: string

beforeEach(async () => {
  admin = await server.account('admin')
  for (const id of ['harbour', 'quay'])
    await server.deps.db
      .insertInto('applications')
      .values({ id, name: id, name_key: id, owner_id: admin.id, created_at: START_TIME })
      .execute()
  modelUrl = (await server.upload(admin, buildTinyGlb())).url
  // An uploaded icon, so that none is rendered during a test.
  iconUrl = (await server.upload(admin, TINY_PNG, 'icon')).url
  tagId = (await admin.client.tags.create({ body: { name: 'Summer', color: 'ochre' } })).tagId
  asset = await create({ tags: [tagId], applicationIds: ['harbour'] })
})

const create = (values: object = {}) =>
  admin.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl, iconUrl, ...values },
  })

/** Makes one change with an endpoint, and returns the asset's id. */
const WRITES: Record<string, () => Promise<string>> = {
  'applicationAssets.syncWithParent': async () => {
    const { id } = await admin.client.privateAssets.usingTemplate({ body: { templateId: asset.id, name: 'Copy' } })
    await admin.client.applicationAssets.syncWithParent({ id, body: {} })
    return id
  },
  'assets.create': async () => (await create()).id,
  'assets.update': async () => (await admin.client.assets.update({ id: asset.id, body: { name: 'Hat' } })).id,
  'assets.remove': async () => {
    await admin.client.assets.remove({ id: asset.id })
    return asset.id
  },
  'assets.lock': async () => (await admin.client.assets.lock({ id: asset.id, body: {} })).id,
  'assets.unlock': async () => {
    await admin.client.assets.lock({ id: asset.id, body: {} })
    return (await admin.client.assets.unlock({ id: asset.id, body: {} })).id
  },
  'assets.generateIcon': async () => {
    await admin.client.assets.generateIcon({ id: asset.id })
    await server.deps.jobs.idle()
    return asset.id
  },
  'assets.addToApplication': async () =>
    (await admin.client.assets.addToApplication({ id: asset.id, body: { applicationId: 'quay' } })).id,
  'assets.updateApplication': async () =>
    (
      await admin.client.assets.updateApplication({
        id: asset.id,
        body: { applicationId: 'harbour', isVisible: false },
      })
    ).id,
  'assets.removeFromApplication': async () =>
    (await admin.client.assets.removeFromApplication({ id: asset.id, body: { applicationId: 'harbour' } })).id,
  'assets.import': async () => {
    const archive = buildArchive([
      ['manifest.json', buildManifest([createCapManifestRow({ name: 'Imported' })])],
      ['models/Cap.glb', buildTinyGlb()],
    ])
    const { url } = await server.upload(admin, archive, 'archive')
    const { id } = await admin.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await server.deps.jobs.idle()
    return (await admin.client.assets.importStatus({ importId: id })).data[0]!.assetId!
  },
  'assets.restore': async () => {
    await admin.client.assets.remove({ id: asset.id })
    return (await admin.client.assets.restore({ id: asset.id })).id
  },
  'assets.purge': async () => {
    await admin.client.assets.remove({ id: asset.id })
    await admin.client.assets.purge({ id: asset.id })
    return asset.id
  },
  'assets.revert': async () => {
    const { data } = await admin.client.assets.changelog({ id: asset.id })
    await admin.client.assets.update({ id: asset.id, body: { name: 'Hat' } })
    return (await admin.client.assets.revert({ id: asset.id, body: { entryId: data.at(-1)!.id } })).asset.id
  },
  'tags.remove': async () => {
    await admin.client.tags.remove({ tagId })
    return asset.id
  },
  'tags.merge': async () => {
    const { tagId: into } = await admin.client.tags.create({ body: { name: 'Winter', color: 'ochre' } })
    await admin.client.tags.merge({ tagId, body: { into } })
    return asset.id
  },
  'tags.setTag': async () => {
    const { id } = await create()
    await admin.client.tags.setTag({ body: { tagId, assetIds: [id] } })
    return id
  },
  'tags.removeTag': async () => {
    await admin.client.tags.removeTag({ body: { tagId, assetIds: [asset.id] } })
    return asset.id
  },
  'privateAssets.usingTemplate': async () =>
    (await admin.client.privateAssets.usingTemplate({ body: { templateId: asset.id, name: 'Copy' } })).id,
}

/** Expected number of changelog entries of a new asset. For an existing asset: the number of added entries plus 1. Default: 2. */
const ENTRIES: Record<string, number> = {
  'applicationAssets.syncWithParent': 2,
  'assets.create': 1,
  'assets.import': 1,
  'assets.purge': 3,
  'assets.restore': 3,
  'assets.revert': 3,
  'assets.unlock': 3,
  'privateAssets.usingTemplate': 1,
}

/** Returns whether a call is the private counterpart of a public call, for admins. */
const isTwin = (name: string) =>
  name.startsWith('private') && name.replace(/^private(.)/, (_, first) => first.toLowerCase()) in callsByName
const callsByName = Object.fromEntries(CALLS.map(({ name }) => [name, true]))

describe('the changelog', () => {
  test('is tested for every endpoint that changes an asset', () => {
    const writing = CALLS.filter(({ name, endpoint }) => endpoint.method !== 'GET' && !isTwin(name)).map(
      ({ name }) => name,
    )
    expect(writing.filter((name) => !OF_NO_ASSET.test(name)).sort()).toEqual(Object.keys(WRITES).sort())
  })

  test.each(Object.keys(WRITES))('gets an entry with actor and changes from %s', async (name) => {
    const before = await server.deps.db.selectFrom('changelog').selectAll().where('asset_id', '=', asset.id).execute()
    const id = await WRITES[name]!()
    const entries = await server.deps.db
      .selectFrom('changelog')
      .selectAll()
      .where('asset_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    const were = id === asset.id ? before.length - 1 : 0
    expect(entries.length - were).toBe(ENTRIES[name] ?? 2)
    const last = entries.at(-1)!
    expect(last.actor_id).toBe(admin.id)
    const isWithoutChanges = ['assets.purge'].includes(name)
    expect(last.changes.length > 0 || isWithoutChanges).toBe(true)
  })
})
