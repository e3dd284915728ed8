import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import type { RenderIcon } from '../../../server/model-work/model-pool.ts'
import { InvalidJobInputError } from '../../../server/workers/worker-process.ts'
import { MAX_QUEUED_TURNTABLES } from '../../../src/api/contract/pictures.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const DAY = 86_400_000
const STRIP = new Uint8Array(buildPng({ width: 24 }))

let server: TestServer
let admin: TestAccount
let user: TestAccount
let modelUrl: string
/** Owner and options of each requested rendering that is not an icon. */
let renders: unknown[]
let draw: () => ReturnType<RenderIcon>

beforeAll(async () => {
  server = await openTestServer({
    graceMs: DAY,
    deps: {
      renderIcon: async (_, owner, look) => {
        if (!look) return new Uint8Array(TINY_PNG)
        renders.push([owner, look])
        return draw()
      },
    },
  })
})
beforeEach(async () => {
  await server.reset()
  renders = []
  server.deps.iconWaitMs = 50_000
  draw = async () => STRIP
  ;[admin, user] = [await server.account('admin'), await server.account('user')]
  modelUrl = (await server.upload(admin, buildTinyGlb())).url
})
afterAll(() => server.close())

const create = (name = 'Cap') =>
  admin.client.assets.create({ body: { name, type: 'headwear', gender: 'neutral', modelUrl } })
const open = async (id: string) => admin.client.assets.update({ id, body: { defaultAuthorized: true } })
const waiting = async () => (await user.client.jobs.list({ query: { kind: ['turntable'] } })).data

test('a turntable is rendered on request, once per model, and counts in the asset creator’s quota', async () => {
  const [{ id }, twin] = [await create(), await create('Twin')]
  const { usedBytes: before } = await admin.client.files.usage()
  const response = await user.client.assets.turntable({ id })
  expect(response.turntableUrl).toMatch(/^\/files\/[0-9a-f]{64}\.png$/)
  expect(await user.client.assets.turntable({ id: twin.id })).toEqual(response)
  expect(renders).toEqual([[user.id, { frames: 24, size: 160, format: 'webp', quality: 78 }]])
  expect(await waiting()).toMatchObject([{ kind: 'turntable', status: 'done', assetId: id, ownerId: user.id }])
  expect((await admin.client.files.usage()).usedBytes - before).toBe(STRIP.length)
  expect((await user.client.files.usage().catch((error) => error)).usedBytes ?? 0).toBe(0)
  expect((await admin.client.assets.changelog({ id })).data).toHaveLength(2)
})

test('a slow turntable rendering is reported as in progress, without a second job', async () => {
  const { id } = await create()
  server.deps.iconWaitMs = 10
  let finish: (strip: Uint8Array) => void = () => {}
  draw = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  expect(await user.client.assets.turntable({ id })).toEqual({ state: 'drawing' })
  expect(await admin.client.assets.turntable({ id })).toEqual({ state: 'drawing' })
  await vi.waitFor(() => expect(renders).toHaveLength(1), 20_000)
  finish(STRIP)
  await server.deps.jobs.idle()
  expect((await user.client.assets.turntable({ id })).turntableUrl).toBeDefined()
  expect(renders).toHaveLength(1)
})

test('a failed turntable rendering is not retried on each request', async () => {
  const { id } = await create()
  draw = () => Promise.reject(new InvalidJobInputError('Nothing to draw.'))
  for (const _ of [1, 2, 3]) expect(await user.client.assets.turntable({ id })).toEqual({ state: 'none' })
  expect(renders).toHaveLength(1)
  expect(await waiting()).toMatchObject([{ status: 'failed', error: 'The model cannot be rendered.' }])
})

test('a guest gets an existing turntable but triggers no rendering, and gets 404 for a hidden asset', async () => {
  const guest = await server.account('anonymous')
  const { id } = await create()
  await expect(guest.client.assets.turntable({ id })).rejects.toMatchObject({ status: 404 })
  await open(id)
  expect(await guest.client.assets.turntable({ id })).toEqual({ state: 'none' })
  expect(renders).toEqual([])
  const response = await user.client.assets.turntable({ id })
  expect(await guest.client.assets.turntable({ id })).toEqual(response)
})

test('limits the number of queued turntable jobs per account', async () => {
  const { db, now } = server.deps
  const { id } = await create()
  for (let n = 0; n < MAX_QUEUED_TURNTABLES; n++) {
    const job = { kind: 'turntable', key: `other ${n}`, payload: { assetId: id, modelUrl }, owner: user.id } as const
    await enqueueJob(db, { ...job, now: new Date(now().getTime() + DAY) })
  }
  expect(await user.client.assets.turntable({ id })).toEqual({ state: 'none' })
  expect(renders).toEqual([])
  expect((await admin.client.assets.turntable({ id })).turntableUrl).toBeDefined()
})

test('a turntable and its file are deleted once no asset, not even in the trash, has the model', async () => {
  const { id } = await create()
  const { turntableUrl = '' } = await admin.client.assets.turntable({ id })
  const isStored = async () => (await server.call(`GET ${turntableUrl}`)).status === 200
  const sweepAfter = async (days: number) => {
    server.advance(days * DAY + 1)
    await runHourlyMaintenance(server.deps)
    await server.deps.jobs.idle()
  }
  await admin.client.assets.remove({ id })
  for (const days of [1, 1]) await sweepAfter(days)
  expect(await isStored()).toBe(true)
  for (const days of [30, 1, 1, 1]) await sweepAfter(days)
  expect(await isStored()).toBe(false)
})
