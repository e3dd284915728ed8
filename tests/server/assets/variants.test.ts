import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OptimiseModel } from '../../../server/files/models.ts'
import { OptimiseFault } from '../../../server/optimise/fault.ts'
import { sweep } from '../../../server/sweep.ts'
import { ProcessUnavailable } from '../../../server/worker-process.ts'
import type { Asset } from '../../../src/api/contract/assets.ts'
import type { RecipeName } from '../../../src/api/contract/recipes.ts'
import { TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const DAY = 86_400_000

let server: TestServer
let ann: TestAccount
let ben: TestAccount
let model: string
/** What was asked of the process, and how it answers. */
let asked: string[]
let make: () => ReturnType<OptimiseModel>

const stats = (bytes: number, triangles = 1) => ({ triangles, vertices: 3, textures: 0, bytes })
const level = (pad: number, after = stats(400)) => ({
  glb: tinyGlb({ pad }),
  before: stats(900),
  after,
  difference: { mean: 0.125, max: 0.5, picture: TINY_PNG },
})

beforeAll(async () => {
  server = await openTestServer({
    deps: {
      optimiseModel: async (_, recipe, owner) => {
        asked.push(`${recipe} ${owner}`)
        return make()
      },
    },
  })
})
beforeEach(async () => {
  await server.reset()
  asked = []
  make = async () => [level(4)]
  ;[ann, ben] = [
    await server.account('developer', 'ann@house.example'),
    await server.account('developer', 'ben@house.example'),
  ]
  model = (await server.upload(ann, tinyGlb())).url
})
afterAll(() => server.close())

const create = (by = ann, modelUrl = model) =>
  by.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })
async function made(asset: Asset, recipe: RecipeName = 'web', by = ann) {
  await by.client.assets.makeVariant({ id: asset.id, body: { recipe } })
  await server.deps.jobs.settled()
  return (await variantsOf(asset, by)).find((it) => it.recipe === recipe)!
}
const variantsOf = async ({ id }: Asset, by = ann) => (await by.client.assets.variants({ id })).data
const isStored = async (url: string) => (await server.call(`GET ${url}`)).status === 200
const swept = async (days: number) => {
  for (let day = 0; day < days; day++) {
    server.advance(DAY + 1)
    await sweep(server.deps)
  }
}

describe('a variant', () => {
  test('is asked for, made by a job, and told with its size and looks before and after', async () => {
    const asset = await create()
    expect((await variantsOf(asset)).map(({ recipe, state }) => [recipe, state])).toEqual([
      ['web', 'none'],
      ['phone', 'none'],
      ['lods', 'none'],
      ['ktx2', 'none'],
    ])
    const { job } = await ann.client.assets.makeVariant({ id: asset.id, body: { recipe: 'web' } })
    expect(job).toMatchObject({ kind: 'optimise', assetId: asset.id, ownerId: ann.id })
    await server.deps.jobs.settled()
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
    // The asset and what was sent are as they were.
    expect(await ann.client.assets.get({ id: asset.id })).toEqual(asset)
    expect((await ann.client.assets.changelog({ id: asset.id })).data).toHaveLength(1)
  })

  test('is made once, however often and for however many assets with this model it is asked for', async () => {
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
    const answer = await ben.client.assets.makeVariant({ id: other.id, body: { recipe: 'web' } })
    // Whose job it is, and for which asset, is not told to others.
    expect(answer.job).toBeUndefined()
    expect(answer.variant.state).toMatch(/queued|running/)
    finish()
    await server.deps.jobs.settled()
    await made(one)
    const forBen = await made(other, 'web', ben)
    expect(forBen.levels).toEqual((await variantsOf(one))[0]!.levels)
    expect(asked).toEqual([`web ${ann.id}`])
  })

  test('that cannot be made says why in one sentence, and is asked for again', async () => {
    const asset = await create()
    make = async () => {
      throw new OptimiseFault('The model uses ACME_cloth, which would be lost.')
    }
    expect(await made(asset)).toMatchObject({
      state: 'failed',
      error: 'The model uses ACME_cloth, which would be lost.',
    })
    make = async () => {
      throw new Error('/secret/path is broken')
    }
    expect(await made(asset)).toMatchObject({ state: 'failed', error: 'No variant of this model can be made.' })
    make = async () => [level(4)]
    expect(await made(asset)).toMatchObject({ state: 'done' })
  })

  test('that no process can be had for is tried again, and nothing of that is told', async () => {
    const asset = await create()
    make = async () => {
      throw new ProcessUnavailable('The process could not be started.')
    }
    expect(await made(asset)).toMatchObject({ state: 'queued', error: 'Something went wrong at the server.' })
    make = async () => [level(4)]
    server.advance(1500)
    server.deps.jobs.wake()
    await server.deps.jobs.settled()
    expect(await variantsOf(asset)).toMatchObject([{ recipe: 'web', state: 'done' }, {}, {}, {}])
  })

  test('is served in place of the model once it is there, with a word that tells which it is', async () => {
    const asset = await create()
    const get = (variant: 'web' | 'phone' | 'ktx2') => ann.client.assets.get({ id: asset.id, query: { variant } })
    expect(await get('web')).toEqual({ ...asset, variant: 'original' })
    const { levels } = await made(asset)
    expect(await get('web')).toEqual({ ...asset, variant: 'web', modelUrl: levels[0]!.modelUrl, stats: stats(400) })
    // What is larger than its original helps nobody, unless it has fewer triangles.
    make = async () => [level(8, stats(901))]
    await made(asset, 'phone')
    expect(await get('phone')).toEqual({ ...asset, variant: 'original' })
    // What is asked for its format is.
    const ktx2 = await made(asset, 'ktx2')
    expect(await get('ktx2')).toMatchObject({ variant: 'ktx2', modelUrl: ktx2.levels[0]!.modelUrl })
  })

  test('of several levels is served as its finest', async () => {
    const asset = await create()
    make = async () => [level(4), level(8)]
    const { levels } = await made(asset, 'lods')
    expect(levels).toHaveLength(2)
    const served = await ann.client.assets.get({ id: asset.id, query: { variant: 'lods' } })
    expect(served.modelUrl).toBe(levels[0]!.modelUrl)
  })

  test('stays while an asset has its model, and goes with the last', async () => {
    const asset = await create()
    const { levels } = await made(asset)
    const [{ modelUrl = '', differenceUrl = '' } = {}] = levels
    await swept(3)
    expect([await isStored(modelUrl), await isStored(differenceUrl)]).toEqual([true, true])
    const late = await server.account('admin')
    const other = (await server.upload(late, tinyGlb({ pad: 12 }))).url
    await late.client.assets.update({ id: asset.id, body: { modelUrl: other } })
    await swept(3)
    expect([await isStored(model), await isStored(modelUrl), await isStored(differenceUrl)]).toEqual([
      false,
      false,
      false,
    ])
    expect(await server.deps.db.selectFrom('variants').selectAll().execute()).toEqual([])
  })

  test('of an older version is made anew', async () => {
    const asset = await create()
    await made(asset)
    await server.deps.db.updateTable('variants').set({ version: 0 }).execute()
    expect((await variantsOf(asset))[0]).toMatchObject({ state: 'none' })
    await sweep(server.deps)
    expect(await server.deps.db.selectFrom('variants').selectAll().execute()).toEqual([])
    expect(await made(asset)).toMatchObject({ state: 'done' })
    expect(asked).toHaveLength(2)
  })
})

describe('adopting', () => {
  test('is for admins too, of anybody’s asset', async () => {
    const asset = await create()
    const { levels } = await made(asset)
    const admin = await server.account('admin')
    const adopted = await admin.client.privateAssets.adoptVariant({ id: asset.id, recipe: 'web' })
    expect(adopted.modelUrl).toBe(levels[0]!.modelUrl)
  })

  const adopt = (asset: Asset, recipe = 'web', ifMatch?: string) =>
    ann.client.assets.adoptVariant({ id: asset.id, recipe }, ifMatch === undefined ? {} : { ifMatch })

  test('makes a variant the model, with an entry of its own; a revert brings the original back, even much later', async () => {
    const asset = await create()
    const { levels } = await made(asset)
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

  test('goes from one variant to another, all of them of what was sent', async () => {
    const asset = await create()
    await made(asset)
    const adopted = await adopt(asset)
    make = async () => [level(8)]
    await made(adopted, 'phone')
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

  test('is refused for what has not been made, is no recipe, is locked, or is not the version that was meant', async () => {
    const asset = await create()
    await expect(adopt(asset)).rejects.toMatchObject({ status: 409, code: 'VARIANT_NOT_MADE' })
    await expect(adopt(asset, 'toast')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await made(asset)
    const newer = await ann.client.assets.update({ id: asset.id, body: { name: 'Newer' } })
    await expect(adopt(asset, 'web', asset.updatedAt)).rejects.toMatchObject({ status: 412, code: 'STALE_WRITE' })
    await server.deps.db.updateTable('assets').set({ locked: true }).execute()
    await expect(adopt(newer)).rejects.toMatchObject({ status: 423, code: 'ASSET_LOCKED' })
    await expect(ben.client.assets.adoptVariant({ id: asset.id, recipe: 'web' })).rejects.toMatchObject({ status: 403 })
    // Nothing of a locked asset changes where a variant of its model is made.
    make = async () => [level(8)]
    expect(await made(asset, 'phone')).toMatchObject({ state: 'done' })
  })
})
