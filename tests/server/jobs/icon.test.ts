import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { iconKind } from '../../../server/jobs/icon.ts'
import { createKinds } from '../../../server/jobs/kinds.ts'
import { createJobs } from '../../../server/jobs/runner.ts'
import { InputFault, ProcessFault } from '../../../server/worker-process.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { png } from '../../support/images.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let model: string
let other: string
let draw: () => Promise<Uint8Array>
let usualWait: number

beforeAll(async () => {
  server = await openTestServer({ deps: { renderIcon: () => draw() } })
  usualWait = server.deps.iconWaitMs!
})
beforeEach(async () => {
  await server.reset()
  server.deps.iconWaitMs = usualWait
  draw = async () => new Uint8Array(TINY_PNG)
  admin = await server.account('admin')
  model = (await server.upload(admin, tinyGlb())).url
  other = (await server.upload(admin, tinyGlb({ pad: 8 }))).url
})
afterAll(() => server.close())

const make = (given: Partial<NewAsset> = {}) =>
  admin.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: model, ...given } })
const get = (id: string) => admin.client.assets.get({ id })
const jobs = async () => (await admin.client.jobs.list({ query: { order: 'createdAt' } })).data
/** Answers come without an icon that is not drawn yet. */
const hurry = () => {
  server.deps.iconWaitMs = 10
}
const isRunning = async () => expect(await jobs()).toMatchObject([{ status: 'running' }])
/** Goes on to the next attempts. */
async function wait(ms: number) {
  server.advance(ms)
  server.deps.jobs.wake()
  await server.deps.jobs.settled()
}

describe('an icon', () => {
  test('that is slow comes after the answer, with its history and its event', async () => {
    hurry()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    draw = async () => {
      await finished
      return new Uint8Array(TINY_PNG)
    }
    const asset = await make()
    expect(asset.iconUrl).toBeUndefined()
    await vi.waitFor(isRunning, 20_000)
    expect(await jobs()).toMatchObject([{ kind: 'icon', assetId: asset.id, ownerId: admin.id }])
    const from = server.deps.events.last
    finish()
    await server.deps.jobs.settled()
    await server.deps.relay.settled()
    const later = await get(asset.id)
    expect(later.iconUrl).toMatch(/^\/files\/[0-9a-f]{64}\.png$/)
    const told = server.deps.events.after(from, 10)
    expect(told === 'gap' ? told : told.map(({ event }) => [event.key, event.fields])).toEqual([
      ['asset.v1.updated', undefined],
      ['asset.v2.updated', ['iconUrl']],
    ])
    const { data } = await admin.client.assets.changelog({ id: asset.id })
    expect(data[0]).toMatchObject({ action: 'updated', changes: [{ field: 'iconUrl', after: later.iconUrl }] })
    expect(await jobs()).toMatchObject([{ status: 'done', progress: 1 }])
  })

  test('is waited for by whoever asks for one, and not behind others of theirs', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    draw = async () => {
      await finished
      return new Uint8Array(TINY_PNG)
    }
    const first = make()
    await vi.waitFor(isRunning, 20_000)
    const second = await make({ name: 'Brim', modelUrl: other })
    expect(second.iconUrl).toBeUndefined()
    finish()
    expect((await first).iconUrl).toBeDefined()
    await server.deps.jobs.settled()
    expect((await get(second.id)).iconUrl).toBeDefined()
  })

  test('leaves a form valid that was opened before it was there, and a change that is taken back', async () => {
    hurry()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    draw = async () => {
      await finished
      return new Uint8Array(TINY_PNG)
    }
    const opened = await make()
    const from = server.deps.events.last
    server.advance(60_000)
    finish()
    await server.deps.jobs.settled()
    await server.deps.relay.settled()
    const drawn = await get(opened.id)
    expect(drawn).toEqual({ ...opened, iconUrl: drawn.iconUrl })
    expect(drawn.iconUrl).toBeDefined()
    const told = server.deps.events.after(from, 10)
    expect(
      told === 'gap' ? told : told.map(({ event: { at, updatedAt } }) => [at > opened.updatedAt, updatedAt]),
    ).toEqual([1, 2].map(() => [true, opened.updatedAt]))
    const locked = await admin.client.assets.lock({ id: opened.id, body: {} })
    expect(locked.updatedAt > opened.updatedAt).toBe(true)
    const back = await admin.client.assets.unlock({ id: opened.id, body: { restores: opened.updatedAt } })
    expect(back).toEqual(drawn)
    const saved = await admin.client.assets.update(
      { id: opened.id, body: { name: 'Brim' } },
      { ifMatch: opened.updatedAt },
    )
    expect(saved).toMatchObject({ name: 'Brim', iconUrl: drawn.iconUrl })
  })

  test('that was being drawn when the server fell is drawn after it', async () => {
    hurry()
    draw = () => new Promise(() => {})
    const { id } = await make()
    await vi.waitFor(isRunning, 20_000)
    // The process is gone, whatever it was at; the next one finds the job under way.
    draw = async () => new Uint8Array(TINY_PNG)
    const { db, now, log, jobs: fallen } = server.deps
    const next = createJobs({ db, now, log, seats: 1 })
    await next.begin(createKinds(server.deps))
    // Whoever has a free seat takes it.
    await vi.waitFor(async () => expect((await get(id)).iconUrl).toBeDefined(), 20_000)
    await next.stop(0)
    // What is still alive of it has lost the job.
    for (const job of await jobs()) fallen.told(job.id)
    await fallen.settled()
  })

  test('of a model that the asset has no more is not written', async () => {
    const asset = await make({ iconUrl: (await server.upload(admin, TINY_PNG, 'icon')).url })
    let change: () => Promise<unknown> = () => admin.client.assets.update({ id: asset.id, body: { modelUrl: other } })
    draw = async () => {
      const work = change
      change = async () => {}
      await work()
      return new Uint8Array(png({ width: 2 }))
    }
    const answer = await admin.client.assets.generateIcon({ id: asset.id })
    expect(answer.job.status).toBe('done')
    expect(answer.asset).toMatchObject({ modelUrl: other, iconUrl: asset.iconUrl })
  })

  test('that a person hands in while one is drawn stays', async () => {
    const own = (await server.upload(admin, png({ width: 3 }), 'icon')).url
    draw = async () => {
      const [{ assetId = '' } = {}] = await jobs()
      await admin.client.assets.update({ id: assetId, body: { iconUrl: own } })
      return new Uint8Array(TINY_PNG)
    }
    const asset = await make()
    await server.deps.jobs.settled()
    expect((await get(asset.id)).iconUrl).toBe(own)
  })

  test('of a model that cannot be drawn is not tried again, and the reason can be read', async () => {
    draw = async () => {
      throw new InputFault('/secret/path is broken')
    }
    const asset = await make()
    expect(asset.iconUrl).toBeUndefined()
    expect(await jobs()).toMatchObject([{ status: 'failed', attempts: 1, error: 'The model cannot be drawn.' }])
  })

  test('that fails by what may pass is tried again, and nothing of the fault is told', async () => {
    draw = async () => {
      throw Object.assign(new Error('EIO: /secret/path'), { code: 'EIO' })
    }
    const asset = await make()
    expect(await jobs()).toMatchObject([
      { status: 'queued', attempts: 1, error: 'Something went wrong at the server.' },
    ])
    draw = async () => new Uint8Array(TINY_PNG)
    await wait(1500)
    expect((await get(asset.id)).iconUrl).toBeDefined()
  })

  test('that is drawn after its job was left is not kept', async () => {
    const before = await server.deps.db.selectFrom('files').select('sha256').execute()
    const abort = new AbortController()
    draw = async () => {
      abort.abort(new Error('left'))
      return new Uint8Array(png({ width: 7 }))
    }
    const job = { id: 'j', key: '', payload: { assetId: 'a', modelUrl: model }, ownerId: admin.id, attempt: 1 }
    const performed = iconKind(server.deps).perform(job, { progress() {}, signal: abort.signal })
    await expect(performed).rejects.toThrow('left')
    expect(await server.deps.db.selectFrom('files').select('sha256').execute()).toEqual(before)
  })

  test('whose model kills what draws it is given up after three times', async () => {
    draw = async () => {
      throw new ProcessFault('This took too much memory.')
    }
    const asset = await make()
    await wait(1500)
    await wait(6000)
    await wait(100_000)
    expect(await jobs()).toMatchObject([{ status: 'failed', attempts: 3, error: 'This took too much memory.' }])
    draw = async () => new Uint8Array(TINY_PNG)
    const [job] = await jobs()
    await admin.client.jobs.retry({ id: job!.id })
    await server.deps.jobs.settled()
    expect((await get(asset.id)).iconUrl).toBeDefined()
  })
})

describe('generate-icon-from-model', () => {
  test('draws an icon in place of one that was handed in, and answers with it and its job', async () => {
    const own = (await server.upload(admin, png({ width: 3 }), 'icon')).url
    const asset = await make({ iconUrl: own })
    const answer = await admin.client.assets.generateIcon({ id: asset.id })
    expect(answer.job).toMatchObject({ kind: 'icon', status: 'done', assetId: asset.id, attempts: 1 })
    expect(answer.asset.iconUrl).not.toBe(own)
    // Somebody asked for it: a form that was opened before does not write over it unseen.
    expect(answer.asset.updatedAt > asset.updatedAt).toBe(true)
    expect(answer.asset).toEqual(await get(asset.id))
    expect(await admin.client.privateAssets.generateIcon({ id: asset.id })).toMatchObject({ asset: answer.asset })
  })

  test('is refused where the asset is locked, is not the version that was meant, or is not there', async () => {
    const { id, updatedAt } = await make()
    await admin.client.assets.update({ id, body: { name: 'Newer' } })
    const stale = admin.client.assets.generateIcon({ id }, { ifMatch: updatedAt })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    await admin.client.assets.lock({ id, body: {} })
    await expect(admin.client.assets.generateIcon({ id })).rejects.toMatchObject({ status: 423, code: 'ASSET_LOCKED' })
    await expect(admin.client.assets.generateIcon({ id: 'no-such' })).rejects.toMatchObject({ status: 404 })
    expect(await jobs()).toHaveLength(1)
  })

  test('says nothing of another person who asked before', async () => {
    const owner = await server.account('developer')
    const asset = await owner.client.assets.create({
      body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: model },
    })
    // The one that the asset was made with is drawn by now.
    hurry()
    draw = () => new Promise(() => {})
    const first = await admin.client.assets.generateIcon({ id: asset.id })
    await vi.waitFor(
      async () => expect((await admin.client.jobs.get({ id: first.job.id })).status).toBe('running'),
      20_000,
    )
    const second = await owner.client.assets.generateIcon({ id: asset.id })
    expect([second.job.id, second.job.status, second.job.ownerId]).toEqual([first.job.id, 'running', undefined])
    expect((await admin.client.assets.generateIcon({ id: asset.id })).job.ownerId).toBe(admin.id)
    await admin.client.jobs.cancel({ id: first.job.id })
    await server.deps.jobs.settled()
  })

  test('writes nothing on an asset that was locked meanwhile, and says so', async () => {
    const asset = await make()
    draw = async () => {
      await admin.client.assets.lock({ id: asset.id, body: {} })
      return new Uint8Array(png({ width: 2 }))
    }
    const { job, asset: locked } = await admin.client.assets.generateIcon({ id: asset.id })
    expect([job.status, job.error]).toEqual(['failed', 'The asset is locked. Unlock it first.'])
    expect(locked.iconUrl).toBe(asset.iconUrl)
  })
})
