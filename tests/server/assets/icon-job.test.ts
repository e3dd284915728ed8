import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIconJobKind } from '../../../server/assets/icon-job.ts'
import { createJobKinds } from '../../../server/boot/job-kinds.ts'
import { createJobQueue } from '../../../server/jobs/job-queue.ts'
import { InvalidJobInputError, WorkerProcessError } from '../../../server/workers/worker-process.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
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
  model = (await server.upload(admin, buildTinyGlb())).url
  other = (await server.upload(admin, buildTinyGlb({ pad: 8 }))).url
})
afterAll(() => server.close())

const make = (overrides: Partial<NewAsset> = {}) =>
  admin.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: model, ...overrides },
  })
const get = (id: string) => admin.client.assets.get({ id })
const jobs = async () => (await admin.client.jobs.list({ query: { order: 'createdAt' } })).data
/** Shortens the time that responses wait for an icon, so that they return before the icon is rendered. */
const shortenIconWait = () => {
  server.deps.iconWaitMs = 10
}
const isRunning = async () => expect(await jobs()).toMatchObject([{ status: 'running' }])
/** Advances the clock by `ms` milliseconds and waits for the jobs that are due. */
async function wait(ms: number) {
  server.advance(ms)
  server.deps.jobs.wake()
  await server.deps.jobs.idle()
}

describe('an icon', () => {
  test('that renders slowly is stored after the response, with a changelog entry and an event', async () => {
    shortenIconWait()
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
    await server.deps.jobs.idle()
    await server.deps.relay.waitUntilDelivered()
    const later = await get(asset.id)
    expect(later.iconUrl).toMatch(/^\/files\/[0-9a-f]{64}\.png$/)
    const received = server.deps.events.after(from, 10)
    expect(received === 'gap' ? received : received.map(({ event }) => [event.key, event.fields])).toEqual([
      ['asset.v1.updated', undefined],
      ['asset.v2.updated', ['iconUrl']],
    ])
    const { data } = await admin.client.assets.changelog({ id: asset.id })
    expect(data[0]).toMatchObject({ action: 'updated', changes: [{ field: 'iconUrl', after: later.iconUrl }] })
    expect(await jobs()).toMatchObject([{ status: 'done', progress: 1 }])
  })

  test('delays only the response to the creation of its asset, and no other request of the same user', async () => {
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
    await server.deps.jobs.idle()
    expect((await get(second.id)).iconUrl).toBeDefined()
  })

  test('rendered after the response does not invalidate an open form or a pending undo', async () => {
    shortenIconWait()
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
    await server.deps.jobs.idle()
    await server.deps.relay.waitUntilDelivered()
    const rendered = await get(opened.id)
    expect(rendered).toEqual({ ...opened, iconUrl: rendered.iconUrl })
    expect(rendered.iconUrl).toBeDefined()
    const received = server.deps.events.after(from, 10)
    expect(
      received === 'gap'
        ? received
        : received.map(({ event: { at, updatedAt } }) => [at > opened.updatedAt, updatedAt]),
    ).toEqual([1, 2].map(() => [true, opened.updatedAt]))
    const locked = await admin.client.assets.lock({ id: opened.id, body: {} })
    expect(locked.updatedAt > opened.updatedAt).toBe(true)
    const unlocked = await admin.client.assets.unlock({ id: opened.id, body: { restores: opened.updatedAt } })
    expect(unlocked).toEqual(rendered)
    const saved = await admin.client.assets.update(
      { id: opened.id, body: { name: 'Brim' } },
      { ifMatch: opened.updatedAt },
    )
    expect(saved).toMatchObject({ name: 'Brim', iconUrl: rendered.iconUrl })
  })

  test('whose rendering was interrupted by a process crash is rendered by another process', async () => {
    shortenIconWait()
    draw = () => new Promise(() => {})
    const { id } = await make()
    await vi.waitFor(isRunning, 20_000)
    // Simulates a crash of the process. The next process finds the job running.
    draw = async () => new Uint8Array(TINY_PNG)
    const { db, now, log, jobs: fallen } = server.deps
    const next = createJobQueue({ db, now, log, slots: 1 })
    await next.start(createJobKinds(server.deps))
    // Any process with a free worker slot takes the job.
    await vi.waitFor(async () => expect((await get(id)).iconUrl).toBeDefined(), 20_000)
    await next.stop(0)
    // The crashed process has lost the job.
    for (const job of await jobs()) fallen.onJobEnded(job.id)
    await fallen.idle()
  })

  test('for a model that the asset no longer has is not stored', async () => {
    const asset = await make({ iconUrl: (await server.upload(admin, TINY_PNG, 'icon')).url })
    let change: () => Promise<unknown> = () => admin.client.assets.update({ id: asset.id, body: { modelUrl: other } })
    draw = async () => {
      const work = change
      change = async () => {}
      await work()
      return new Uint8Array(buildPng({ width: 2 }))
    }
    const response = await admin.client.assets.generateIcon({ id: asset.id })
    expect(response.job.status).toBe('done')
    expect(response.asset).toMatchObject({ modelUrl: other, iconUrl: asset.iconUrl })
  })

  test('uploaded by a user during rendering is not overwritten', async () => {
    const own = (await server.upload(admin, buildPng({ width: 3 }), 'icon')).url
    draw = async () => {
      const [{ assetId = '' } = {}] = await jobs()
      await admin.client.assets.update({ id: assetId, body: { iconUrl: own } })
      return new Uint8Array(TINY_PNG)
    }
    const asset = await make()
    await server.deps.jobs.idle()
    expect((await get(asset.id)).iconUrl).toBe(own)
  })

  test('fails without a retry, with a readable reason, if the model cannot be rendered', async () => {
    draw = async () => {
      throw new InvalidJobInputError('/secret/path is broken')
    }
    const asset = await make()
    expect(asset.iconUrl).toBeUndefined()
    expect(await jobs()).toMatchObject([{ status: 'failed', attempts: 1, error: 'The model cannot be rendered.' }])
  })

  test('is retried after a temporary I/O error, whose details are not disclosed', async () => {
    draw = async () => {
      throw Object.assign(new Error('EIO: /secret/path'), { code: 'EIO' })
    }
    const asset = await make()
    expect(await jobs()).toMatchObject([
      { status: 'queued', attempts: 1, error: 'Something went wrong on the server.' },
    ])
    draw = async () => new Uint8Array(TINY_PNG)
    await wait(1500)
    expect((await get(asset.id)).iconUrl).toBeDefined()
  })

  test('that is rendered after its job was aborted is not stored', async () => {
    const before = await server.deps.db.selectFrom('files').select('sha256').execute()
    const abort = new AbortController()
    draw = async () => {
      abort.abort(new Error('left'))
      return new Uint8Array(buildPng({ width: 7 }))
    }
    const job = { id: 'j', key: '', payload: { assetId: 'a', modelUrl: model }, ownerId: admin.id, attempt: 1 }
    const performed = createIconJobKind(server.deps).perform(job, { progress() {}, signal: abort.signal })
    await expect(performed).rejects.toThrow('left')
    expect(await server.deps.db.selectFrom('files').select('sha256').execute()).toEqual(before)
  })

  test('whose model crashes the renderer fails after three attempts', async () => {
    draw = async () => {
      throw new WorkerProcessError('This took too much memory.')
    }
    const asset = await make()
    await wait(1500)
    await wait(6000)
    await wait(100_000)
    expect(await jobs()).toMatchObject([{ status: 'failed', attempts: 3, error: 'This took too much memory.' }])
    draw = async () => new Uint8Array(TINY_PNG)
    const [job] = await jobs()
    await admin.client.jobs.retry({ id: job!.id })
    await server.deps.jobs.idle()
    expect((await get(asset.id)).iconUrl).toBeDefined()
  })
})

describe('generate-icon-from-model', () => {
  test('replaces an uploaded icon by a rendered one, and returns the asset with the job', async () => {
    const own = (await server.upload(admin, buildPng({ width: 3 }), 'icon')).url
    const asset = await make({ iconUrl: own })
    const response = await admin.client.assets.generateIcon({ id: asset.id })
    expect(response.job).toMatchObject({ kind: 'icon', status: 'done', assetId: asset.id, attempts: 1 })
    expect(response.asset.iconUrl).not.toBe(own)
    // A user requested the icon, so a form opened earlier must not overwrite the icon silently.
    expect(response.asset.updatedAt > asset.updatedAt).toBe(true)
    expect(response.asset).toEqual(await get(asset.id))
    expect(await admin.client.privateAssets.generateIcon({ id: asset.id })).toMatchObject({ asset: response.asset })
  })

  test('refuses a locked asset, an outdated version and an unknown asset', async () => {
    const { id, updatedAt } = await make()
    await admin.client.assets.update({ id, body: { name: 'Newer' } })
    const stale = admin.client.assets.generateIcon({ id }, { ifMatch: updatedAt })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    await admin.client.assets.lock({ id, body: {} })
    await expect(admin.client.assets.generateIcon({ id })).rejects.toMatchObject({ status: 423, code: 'ASSET_LOCKED' })
    await expect(admin.client.assets.generateIcon({ id: 'no-such' })).rejects.toMatchObject({ status: 404 })
    expect(await jobs()).toHaveLength(1)
  })

  test('does not reveal which user already requested the same icon', async () => {
    const owner = await server.account('developer')
    const asset = await owner.client.assets.create({
      body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: model },
    })
    // The icon from the asset's creation is rendered by now.
    shortenIconWait()
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
    await server.deps.jobs.idle()
  })

  test('fails and keeps the icon if the asset is locked during rendering', async () => {
    const asset = await make()
    draw = async () => {
      await admin.client.assets.lock({ id: asset.id, body: {} })
      return new Uint8Array(buildPng({ width: 2 }))
    }
    const { job, asset: locked } = await admin.client.assets.generateIcon({ id: asset.id })
    expect([job.status, job.error]).toEqual(['failed', 'The asset is locked. Unlock it first.'])
    expect(locked.iconUrl).toBe(asset.iconUrl)
  })
})
