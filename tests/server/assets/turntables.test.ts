import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RenderIcon } from '../../../server/files/models.ts'
import { enqueue } from '../../../server/jobs/enqueue.ts'
import { sweep } from '../../../server/sweep.ts'
import { InputFault } from '../../../server/worker-process.ts'
import { MOST_TURNTABLES_WAITING } from '../../../src/api/contract/pictures.ts'
import { TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { png } from '../../support/images.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const DAY = 86_400_000
const STRIP = new Uint8Array(png({ width: 24 }))

let server: TestServer
let admin: TestAccount
let user: TestAccount
let modelUrl: string
/** The looks that were asked for besides icons, and by whose turn. */
let asked: unknown[]
let draw: () => ReturnType<RenderIcon>

beforeAll(async () => {
  server = await openTestServer({
    deps: {
      renderIcon: async (_, owner, look) => {
        if (!look) return new Uint8Array(TINY_PNG)
        asked.push([owner, look])
        return draw()
      },
    },
  })
})
beforeEach(async () => {
  await server.reset()
  asked = []
  server.deps.iconWaitMs = 50_000
  draw = async () => STRIP
  ;[admin, user] = [await server.account('admin'), await server.account('user')]
  modelUrl = (await server.upload(admin, tinyGlb())).url
})
afterAll(() => server.close())

const create = (name = 'Cap') =>
  admin.client.assets.create({ body: { name, type: 'headwear', gender: 'neutral', modelUrl } })
const open = async (id: string) => admin.client.assets.update({ id, body: { defaultAuthorized: true } })
const waiting = async () => (await user.client.jobs.list({ query: { kind: ['turntable'] } })).data

test('the first who asks has it drawn in their turn, the maker is charged, and whoever shares the model is given the same', async () => {
  const [{ id }, twin] = [await create(), await create('Twin')]
  const { usedBytes: before } = await admin.client.files.usage()
  const answer = await user.client.assets.turntable({ id })
  expect(answer.turntableUrl).toMatch(/^\/files\/[0-9a-f]{64}\.png$/)
  expect(await user.client.assets.turntable({ id: twin.id })).toEqual(answer)
  expect(asked).toEqual([[user.id, { frames: 24, size: 160, format: 'webp', quality: 78 }]])
  expect(await waiting()).toMatchObject([{ kind: 'turntable', status: 'done', assetId: id, ownerId: user.id }])
  expect((await admin.client.files.usage()).usedBytes - before).toBe(STRIP.length)
  expect((await user.client.files.usage().catch((fault) => fault)).usedBytes ?? 0).toBe(0)
  // It is a picture of the asset, and changes nothing of it.
  expect((await admin.client.assets.changelog({ id })).data).toHaveLength(2)
})

test('what takes long has no address yet, and is not asked for twice', async () => {
  const { id } = await create()
  server.deps.iconWaitMs = 10
  let finish: (strip: Uint8Array) => void = () => {}
  draw = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  expect(await user.client.assets.turntable({ id })).toEqual({ state: 'drawing' })
  expect(await admin.client.assets.turntable({ id })).toEqual({ state: 'drawing' })
  await vi.waitFor(() => expect(asked).toHaveLength(1), 20_000)
  finish(STRIP)
  await server.deps.jobs.settled()
  expect((await user.client.assets.turntable({ id })).turntableUrl).toBeDefined()
  expect(asked).toHaveLength(1)
})

test('what cannot be drawn is not tried with every look at it', async () => {
  const { id } = await create()
  draw = () => Promise.reject(new InputFault('Nothing to draw.'))
  for (const _ of [1, 2, 3]) expect(await user.client.assets.turntable({ id })).toEqual({ state: 'none' })
  expect(asked).toHaveLength(1)
  expect(await waiting()).toMatchObject([{ status: 'failed', error: 'The model cannot be drawn.' }])
})

test('a guest is given what there is and has nothing drawn; who may not see the asset hears of none', async () => {
  const guest = await server.account('anonymous')
  const { id } = await create()
  await expect(guest.client.assets.turntable({ id })).rejects.toMatchObject({ status: 404 })
  await open(id)
  expect(await guest.client.assets.turntable({ id })).toEqual({ state: 'none' })
  expect(asked).toEqual([])
  const answer = await user.client.assets.turntable({ id })
  expect(await guest.client.assets.turntable({ id })).toEqual(answer)
})

test('one account has so many waiting and no more', async () => {
  const { db, now } = server.deps
  const { id } = await create()
  for (let n = 0; n < MOST_TURNTABLES_WAITING; n++) {
    const job = { kind: 'turntable', key: `other ${n}`, payload: { assetId: id, modelUrl }, owner: user.id } as const
    await enqueue(db, { ...job, now: new Date(now().getTime() + DAY) })
  }
  expect(await user.client.assets.turntable({ id })).toEqual({ state: 'none' })
  expect(asked).toEqual([])
  expect((await admin.client.assets.turntable({ id })).turntableUrl).toBeDefined()
})

test('goes once no asset has the model, and its file after it; what is in the trash keeps its own', async () => {
  const { id } = await create()
  const { turntableUrl = '' } = await admin.client.assets.turntable({ id })
  const isStored = async () => (await server.call(`GET ${turntableUrl}`)).status === 200
  const sweepAfter = async (days: number) => {
    server.advance(days * DAY + 1)
    await sweep(server.deps)
    await server.deps.jobs.settled()
  }
  await admin.client.assets.remove({ id })
  for (const days of [1, 1]) await sweepAfter(days)
  expect(await isStored()).toBe(true)
  for (const days of [30, 1, 1, 1]) await sweepAfter(days)
  expect(await isStored()).toBe(false)
})
