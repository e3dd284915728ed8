import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createJobKinds } from '../../../server/boot/job-kinds.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import type { OptimiseModel } from '../../../server/model-work/model-pool.ts'
import { OptimiseError } from '../../../server/optimise/optimise-error.ts'
import { WorkerUnavailableError } from '../../../server/workers/worker-process.ts'
import type { Asset } from '../../../src/api/contract/assets.ts'
import type { VariantRecipe } from '../../../src/api/contract/recipes.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const DAY = 86_400_000

let server: TestServer
let ann: TestAccount
let ben: TestAccount
let model: string
/** Recipe and owner of each job that the fake optimiser received. */
let requests: string[]
let make: () => ReturnType<OptimiseModel>

const stats = (bytes: number, triangles = 1) => ({ triangles, vertices: 3, textures: 0, bytes })
const level = (pad: number, after = stats(400)) => ({
  glb: buildTinyGlb({ pad }),
  before: stats(900),
  after,
  difference: { mean: 0.125, max: 0.5, picture: TINY_PNG },
})

beforeAll(async () => {
  server = await openTestServer({
    graceMs: DAY,
    deps: {
      optimiseModel: async (_, recipe, owner) => {
        requests.push(`${recipe} ${owner}`)
        return make()
      },
    },
  })
})
beforeEach(async () => {
  await server.reset()
  requests = []
  make = async () => [level(4)]
  ;[ann, ben] = [
    await server.account('developer', 'ann@house.example'),
    await server.account('developer', 'ben@house.example'),
  ]
  model = (await server.upload(ann, buildTinyGlb())).url
})
afterAll(() => server.close())

const create = (by = ann, modelUrl = model) =>
  by.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })
async function makeVariant(asset: Asset, recipe: VariantRecipe = 'web', by = ann) {
  await by.client.assets.makeVariant({ id: asset.id, body: { recipe } })
  await server.deps.jobs.idle()
  return (await variantsOf(asset, by)).find((it) => it.recipe === recipe)!
}
const variantsOf = async ({ id }: Asset, by = ann) => (await by.client.assets.variants({ id })).data
const isStored = async (url: string) => (await server.call(`GET ${url}`)).status === 200
const swept = async (days: number) => {
  for (let day = 0; day < days; day++) {
    server.advance(DAY + 1)
    await runHourlyMaintenance(server.deps)
  }
}

describe('a variant', () => {
  test('is neither stored nor charged if its job is aborted while the variant is made', async () => {
    const stopping = new AbortController()
    make = async () => {
      stopping.abort(new Error('stopped'))
      return [level(4)]
    }
    const { usedBytes } = await ann.client.files.usage()
    const payload = { assetId: 'cap', modelUrl: model, recipe: 'web' as const }
    const job = { id: 'j', key: 'k', payload, ownerId: ann.id, attempt: 1 }
    const { optimise } = createJobKinds(server.deps)
    await expect(optimise.perform(job, { progress() {}, signal: stopping.signal })).rejects.toThrow('stopped')
    expect((await ann.client.files.usage()).usedBytes).toBe(usedBytes)
  })

  test('is created by a job, and reports sizes before and after, and the difference in appearance', async () => {
    const asset = await create()
    expect((await variantsOf(asset)).map(({ recipe, state }) => [recipe, state])).toEqual([
      ['web', 'none'],
      ['phone', 'none'],
      ['lods', 'none'],
      ['ktx2', 'none'],
    ])
    const { job } = await ann.client.assets.makeVariant({ id: asset.id, body: { recipe: 'web' } })
    expect(job).toMatchObject({ kind: 'optimise', assetId: asset.id, ownerId: ann.id })
    await server.deps.jobs.idle()
    const [web, phone] = await variantsOf(asset)
    expect(web).toMatchObject({
      state: 'done',
      isModel: false,
      levels: [{ before: stats(900), after: stats(400), difference: { mean: 0.125, max: 0.5 } }],
    })
    expect(phone?.state).toBe('none')
    const [{ modelUrl = '', differenceUrl = '' } = {}] = web!.levels
    expect(await isStored(modelUrl)).toBe(true)
    expect(differenceUrl).toMatch(/\.png$/)
    expect(await ann.client.assets.get({ id: asset.id })).toEqual(asset)
    expect((await ann.client.assets.changelog({ id: asset.id })).data).toHaveLength(1)
  })

  test('is created by one job for repeated requests and for all assets with the same model', async () => {
    const [one, other] = [await create(), await create(ben)]
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    make = async () => {
      await finished
      return [level(4)]
    }
    await ann.client.assets.makeVariant({ id: one.id, body: { recipe: 'web' } })
    await ann.client.assets.makeVariant({ id: one.id, body: { recipe: 'web' } })
    const response = await ben.client.assets.makeVariant({ id: other.id, body: { recipe: 'web' } })
    // Other users must not learn the owner and the asset of the job.
    expect(response.job).toBeUndefined()
    expect(response.variant.state).toMatch(/queued|running/)
    finish()
    await server.deps.jobs.idle()
    await makeVariant(one)
    const forBen = await makeVariant(other, 'web', ben)
    expect(forBen.levels).toEqual((await variantsOf(one))[0]!.levels)
    expect(requests).toEqual([`web ${ann.id}`])
  })

  test('reports why it cannot be created, without internal details, and can be requested again', async () => {
    const asset = await create()
    make = async () => {
      throw new OptimiseError('The model uses ACME_cloth, which would be lost.')
    }
    expect(await makeVariant(asset)).toMatchObject({
      state: 'failed',
      error: 'The model uses ACME_cloth, which would be lost.',
    })
    make = async () => {
      throw new Error('/secret/path is broken')
    }
    expect(await makeVariant(asset)).toMatchObject({
      state: 'failed',
      error: 'No variant of this model can be generated.',
    })
    make = async () => [level(4)]
    expect(await makeVariant(asset)).toMatchObject({ state: 'done' })
  })

  test('is retried, with a general error message, if no worker process can be started', async () => {
    const asset = await create()
    make = async () => {
      throw new WorkerUnavailableError('The process could not be started.')
    }
    expect(await makeVariant(asset)).toMatchObject({ state: 'queued', error: 'Something went wrong on the server.' })
    make = async () => [level(4)]
    server.advance(1500)
    server.deps.jobs.wake()
    await server.deps.jobs.idle()
    expect(await variantsOf(asset)).toMatchObject([{ recipe: 'web', state: 'done' }, {}, {}, {}])
  })

  test('is returned in place of the model on request, unless it saves nothing, and is named in the response', async () => {
    const asset = await create()
    const get = (variant: 'web' | 'phone' | 'ktx2') => ann.client.assets.get({ id: asset.id, query: { variant } })
    expect(await get('web')).toEqual({ ...asset, variant: 'original' })
    const { levels } = await makeVariant(asset)
    expect(await get('web')).toEqual({ ...asset, variant: 'web', modelUrl: levels[0]!.modelUrl, stats: stats(400) })
    // A variant larger than its original is used only if it has fewer triangles.
    make = async () => [level(8, stats(901))]
    await makeVariant(asset, 'phone')
    expect(await get('phone')).toEqual({ ...asset, variant: 'original' })
    // A variant requested for its format is always used.
    const ktx2 = await makeVariant(asset, 'ktx2')
    expect(await get('ktx2')).toMatchObject({ variant: 'ktx2', modelUrl: ktx2.levels[0]!.modelUrl })
  })

  test('with several levels of detail is returned at the finest level', async () => {
    const asset = await create()
    make = async () => [level(4), level(8)]
    const { levels } = await makeVariant(asset, 'lods')
    expect(levels).toHaveLength(2)
    const served = await ann.client.assets.get({ id: asset.id, query: { variant: 'lods' } })
    expect(served.modelUrl).toBe(levels[0]!.modelUrl)
  })

  test('is stored while any asset has its original model, and is deleted afterwards', async () => {
    const asset = await create()
    const { levels } = await makeVariant(asset)
    const [{ modelUrl = '', differenceUrl = '' } = {}] = levels
    await swept(3)
    expect([await isStored(modelUrl), await isStored(differenceUrl)]).toEqual([true, true])
    const late = await server.account('admin')
    const other = (await server.upload(late, buildTinyGlb({ pad: 12 }))).url
    await late.client.assets.update({ id: asset.id, body: { modelUrl: other } })
    await swept(3)
    expect([await isStored(model), await isStored(modelUrl), await isStored(differenceUrl)]).toEqual([
      false,
      false,
      false,
    ])
    expect(await server.deps.db.selectFrom('variants').selectAll().execute()).toEqual([])
  })

  test('of an outdated recipe version is deleted and can be created again', async () => {
    const asset = await create()
    await makeVariant(asset)
    await server.deps.db.updateTable('variants').set({ version: 0 }).execute()
    expect((await variantsOf(asset))[0]).toMatchObject({ state: 'none' })
    await runHourlyMaintenance(server.deps)
    expect(await server.deps.db.selectFrom('variants').selectAll().execute()).toEqual([])
    expect(await makeVariant(asset)).toMatchObject({ state: 'done' })
    expect(requests).toHaveLength(2)
  })
})

describe('adopting a variant', () => {
  test('is allowed to admins for any asset', async () => {
    const asset = await create()
    const { levels } = await makeVariant(asset)
    const admin = await server.account('admin')
    const adopted = await admin.client.privateAssets.adoptVariant({ id: asset.id, recipe: 'web' })
    expect(adopted.modelUrl).toBe(levels[0]!.modelUrl)
  })

  const adopt = (asset: Asset, recipe = 'web', ifMatch?: string) =>
    ann.client.assets.adoptVariant({ id: asset.id, recipe }, ifMatch === undefined ? {} : { ifMatch })

  test('makes the variant the model, with a changelog entry, and a revert restores the original model', async () => {
    const asset = await create()
    const { levels } = await makeVariant(asset)
    const adopted = await adopt(asset)
    expect(adopted).toMatchObject({ modelUrl: levels[0]!.modelUrl, stats: stats(400) })
    const { data } = await ann.client.assets.changelog({ id: asset.id })
    expect(data[0]).toMatchObject({ action: 'updated', actor: { id: ann.id } })
    expect(data[0]!.changes.map(({ field }) => field).sort()).toEqual(['modelUrl', 'stats'])
    expect((await variantsOf(asset))[0]).toMatchObject({ state: 'done', isModel: true })
    await swept(3)
    const late = await server.account('admin')
    const { asset: back } = await late.client.assets.revert({ id: asset.id, body: { entryId: data[1]!.id } })
    expect([back.modelUrl, back.stats]).toEqual([model, asset.stats])
    expect(await isStored(model)).toBe(true)
  })

  test('replaces an adopted variant by another variant, and both keep the original model as their source', async () => {
    const asset = await create()
    await makeVariant(asset)
    const adopted = await adopt(asset)
    make = async () => [level(8)]
    await makeVariant(adopted, 'phone')
    const rows = await server.deps.db
      .selectFrom('variants')
      .select(['recipe', 'source_url'])
      .orderBy('recipe')
      .execute()
    expect(rows).toEqual([
      { recipe: 'phone', source_url: model },
      { recipe: 'web', source_url: model },
    ])
    const again = await adopt(adopted, 'phone')
    expect((await variantsOf(again)).map(({ isModel }) => isModel)).toEqual([false, true, false, false])
    const raw = await server.call(`POST /v1/assets/${asset.id}/variants/web/adopt`, { token: ann.token })
    expect([raw.status, raw.headers.get('etag')?.startsWith(`"${raw.body.updatedAt}`)]).toEqual([200, true])
  })

  test('is refused for a missing variant, an unknown recipe, a locked asset or an outdated version', async () => {
    const asset = await create()
    await expect(adopt(asset)).rejects.toMatchObject({ status: 409, code: 'VARIANT_NOT_MADE' })
    await expect(adopt(asset, 'toast')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await makeVariant(asset)
    const newer = await ann.client.assets.update({ id: asset.id, body: { name: 'Newer' } })
    await expect(adopt(asset, 'web', asset.updatedAt)).rejects.toMatchObject({ status: 412, code: 'STALE_WRITE' })
    await server.deps.db.updateTable('assets').set({ locked: true }).execute()
    await expect(adopt(newer)).rejects.toMatchObject({ status: 423, code: 'ASSET_LOCKED' })
    await expect(ben.client.assets.adoptVariant({ id: asset.id, recipe: 'web' })).rejects.toMatchObject({ status: 403 })
    // A locked asset gets a variant too, because a variant does not change the asset.
    make = async () => [level(8)]
    expect(await makeVariant(asset, 'phone')).toMatchObject({ state: 'done' })
  })
})
