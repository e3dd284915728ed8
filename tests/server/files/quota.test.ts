import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { CLAIM_MS, UNREFERENCED_MS } from '../../../server/files/charges.ts'
import { FileRoom } from '../../../server/files/file-room.ts'
import { usageOf } from '../../../server/files/quota.ts'
import { UNFINISHED_MS } from '../../../server/files/upload-store.ts'
import { sweep } from '../../../server/sweep.ts'
import { glbOfSize, TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, PASSWORD, type TestAccount, type TestServer } from '../../support/server.ts'
import { emptyStored, storedIn } from '../../support/stored-bytes.ts'

const QUOTA = { bytes: 1000, unfinished: 8 }
let server: TestServer
let owner: TestAccount

beforeAll(async () => {
  server = await openTestServer({ quota: QUOTA })
})
beforeEach(async () => {
  await server.reset()
  await emptyStored(server.folder)
  delete server.deps.renderIcon
  owner = await server.account('developer')
})
afterAll(() => server.close())

const begin = (bytes: number, by = owner) =>
  server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${by.token}`,
      'upload-length': String(bytes),
      'upload-metadata': `kind ${btoa('glb')}`,
    },
  })
const give = async (response: Response) => {
  const method = 'DELETE'
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
  return (await server.fetch(`${ORIGIN}${response.headers.get('location')}`, { method, headers })).status
}
/** Lets a time pass, after which the owner has to sign in again. */
async function later(ms: number) {
  server.advance(ms)
  const { body } = await server.call('POST /v1/auth/login', { body: { email: owner.email, password: PASSWORD } })
  owner = { ...owner, token: body.token, client: server.client(body.token) }
}
const usage = () => owner.client.files.usage()

describe('the room of a user', () => {
  test('is held exactly by uploads that begin at once', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => begin(300)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413, 413])
    expect(await usage()).toEqual({ usedBytes: 900, quotaBytes: 1000, unfinished: 3 })
    const refused = answers.find(({ status }) => status === 413)
    expect((await refused!.json()).error).toEqual({
      code: 'QUOTA_EXCEEDED',
      message: 'There is not enough storage left for this file.',
      status: 413,
      details: { bytes: 300, usedBytes: 900, quotaBytes: 1000 },
    })
  })

  test.each([
    [99, 201],
    [100, 201],
    [101, 413],
  ])('of which 100 bytes are left is enough for %i bytes: %i', async (bytes, status) => {
    await begin(900)
    expect((await begin(bytes)).status).toBe(status)
  })

  test('is taken by a finished file as by the upload before it, and once for the same content', async () => {
    await server.upload(owner, glbOfSize(400))
    await server.upload(owner, glbOfSize(400))
    expect(await usage()).toEqual({ usedBytes: 400, quotaBytes: 1000, unfinished: 0 })
    await server.upload(owner, glbOfSize(401))
    expect((await begin(200)).status).toBe(413)
  })

  test('is given back by an upload that is given up or refused', async () => {
    expect(await give(await begin(900))).toBe(204)
    await expect(server.upload(owner, new Uint8Array(900))).rejects.toThrow('WRONG_FILE_TYPE')
    await expect(server.upload(owner, glbOfSize(900).fill(0xff, 20, 40))).rejects.toThrow('MODEL_INVALID')
    expect(await usage()).toEqual({ usedBytes: 0, quotaBytes: 1000, unfinished: 0 })
  })

  test('is given back by an upload that nobody finished in a day', async () => {
    await begin(900)
    await later(UNFINISHED_MS)
    await sweep(server.deps)
    expect((await usage()).unfinished).toBe(1)
    await later(1)
    await sweep(server.deps)
    expect((await usage()).unfinished).toBe(0)
  })

  test('is taken once by an upload that is announced twice', async () => {
    const keyed = (bytes: number, key: string) =>
      server.fetch(`${ORIGIN}/files`, {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          authorization: `Bearer ${owner.token}`,
          'upload-length': String(bytes),
          'upload-metadata': `kind ${btoa('glb')}`,
          'idempotency-key': key,
        },
      })
    const answers = await Promise.all([keyed(600, 'a'), keyed(600, 'a'), keyed(600, 'a')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(await usage()).toEqual({ usedBytes: 600, quotaBytes: 1000, unfinished: 1 })
    expect((await keyed(601, 'a')).status).toBe(409)
    expect((await keyed(600, 'b')).status).toBe(413)
    await give(answers[0]!)
    expect((await keyed(700, 'a')).status).toBe(201)
  })

  test('is not held by an announcement that the server fell over', async () => {
    const lost = { id: 'lost', owner_id: owner.id, bytes: 600, started_at: server.deps.now(), key: 'a' }
    await server.deps.db.insertInto('upload_starts').values(lost).execute()
    const again = () => server.deps.files.begin('new', { kind: 'glb', owner: owner.id }, 600, 'a')
    expect([await again(), (await usage()).usedBytes]).toEqual([undefined, 600])
  })

  test('is not the room of another', async () => {
    await begin(1000)
    const other = await server.account('developer', 'other@house.example')
    expect((await begin(1000, other)).status).toBe(201)
  })

  test('has no more uploads under way than it may', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => begin(1)))
    expect(answers.filter(({ status }) => status === 201).length).toBe(QUOTA.unfinished)
    const codes = await Promise.all(
      answers.filter(({ status }) => status !== 201).map(async (it) => (await it.json()).error.code),
    )
    expect([codes.length, new Set(codes)]).toEqual([92, new Set(['TOO_MANY_REQUESTS'])])
  })
})

describe('a file that is given up', () => {
  const model = tinyGlb({ pad: 60 })
  const send = async (by: TestAccount) => {
    const { id, url } = await server.upload(by, model)
    return { url, give: () => giveAs(by, `/files/${id}`) }
  }
  const giveAs = async (by: TestAccount, path: string) => {
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${by.token}` }
    expect((await server.fetch(`${ORIGIN}${path}`, { method: 'DELETE', headers })).status).toBe(204)
  }
  const used = async (by: TestAccount) => (await by.client.files.usage()).usedBytes
  const isThere = async (url: string) => (await server.fetch(`${ORIGIN}${url}`)).status === 200
  const cap = (modelUrl: string) => ({ name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl }) as const

  test('is gone at once, and so can be sent again and again without end: one at a time stands there', async () => {
    for (let i = 0; i < 5; i++) {
      const { url, give } = await send(owner)
      expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
      await give()
      expect([await isThere(url), await used(owner)]).toEqual([false, 0])
    }
    expect((await storedIn(server.folder)).names.size).toBe(0)
  })

  test('stays, and is charged to the others who sent it too', async () => {
    const other = await server.account('developer', 'other@house.example')
    const [mine, theirs] = [await send(owner), await send(other)]
    await mine.give()
    expect([await isThere(mine.url), await used(owner), await used(other)]).toEqual([true, 0, model.length])
    await theirs.give()
    expect([await isThere(mine.url), await used(other)]).toEqual([false, 0])
  })

  test('stays charged while its sender has it by another upload', async () => {
    const [one, two] = [await send(owner), await send(owner)]
    await one.give()
    expect([await isThere(one.url), await used(owner)]).toEqual([true, model.length])
    await two.give()
    expect([await isThere(one.url), await used(owner)]).toEqual([false, 0])
  })

  test('stays charged to its sender while an asset refers to it, also that of another, and a day longer', async () => {
    const admin = await server.account('admin')
    const { url, give } = await send(owner)
    const { id } = await admin.client.assets.create({ body: cap(url) })
    await give()
    expect([await isThere(url), await used(owner), await used(admin)]).toEqual([true, model.length, 0])
    await later(30 * UNREFERENCED_MS)
    await sweep(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    await server.deps.db.deleteFrom('assets').where('id', '=', id).execute()
    await sweep(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    await later(UNREFERENCED_MS)
    await sweep(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([false, 0])
  })

  test('is not removed under the hands of whoever makes an asset of it, and later if they make none', async () => {
    const { url, give } = await send(owner)
    await owner.client.assets.validate({ body: { modelUrl: url } })
    await give()
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    const { id } = await owner.client.assets.create({ body: cap(url) })
    await later(CLAIM_MS)
    await sweep(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    await owner.client.assets.remove({ id })
    await owner.client.assets.purge({ id })
    await later(UNREFERENCED_MS)
    await sweep(server.deps)
    await later(UNREFERENCED_MS)
    await sweep(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([false, 0])

    const again = await send(owner)
    await owner.client.assets.validate({ body: { modelUrl: url } })
    await again.give()
    await later(CLAIM_MS)
    await sweep(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([false, 0])
  })
})

describe('an icon that the server renders', () => {
  const model = tinyGlb()
  const icon = (bytes: number) => new Uint8Array(Buffer.concat([TINY_PNG, Buffer.alloc(bytes - TINY_PNG.length)]))
  const make = async (modelUrl: string) =>
    owner.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })

  test('is charged to whoever makes the asset, and never beyond their room: they go without, then', async () => {
    const { url } = await server.upload(owner, model)
    const room = QUOTA.bytes - model.length
    server.deps.renderIcon = async () => icon(room + 1)
    expect((await make(url)).iconUrl).toBeUndefined()
    expect((await usage()).usedBytes).toBe(model.length)
    server.deps.renderIcon = async () => icon(room)
    expect((await make(url)).iconUrl).toBeDefined()
    expect((await make(url)).iconUrl).toBeDefined()
    expect((await usage()).usedBytes).toBe(QUOTA.bytes)
    expect((await begin(1)).status).toBe(413)
    expect((await storedIn(server.folder)).bytes).toBe(QUOTA.bytes)
  })
})

test('what is stored already, of the demo or by an older version, is charged by the first sweep', async () => {
  const url = await server.deps.files.keep(tinyGlb())
  await owner.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: url } })
  const sent = await server.upload(owner, glbOfSize(400))
  await server.deps.db.deleteFrom('file_charges').execute()
  await sweep(server.deps)
  expect((await usage()).usedBytes).toBe(tinyGlb().length + sent.bytes)
})

test('of a hundred uploads at once, with their bytes, exactly as many pass as there is room, and never one byte more', async () => {
  const quota = { bytes: 4000, unfinished: 100 }
  const { db, now } = server.deps
  const files = await FileRoom.open(db, now, server.folder, { quota })
  const app = createServer({ ...server.deps, files })
  const fetch: TestServer['fetch'] = async (input, init) => app.fetch(new Request(input, init))
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await usageOf(db, owner.id)).usedBytes, (await storedIn(server.folder)).bytes)
    }
  })()
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      const bytes = glbOfSize(400, (room) => new Uint8Array(room).fill(i))
      const metadata = `kind ${btoa('glb')}`
      const type = 'application/offset+octet-stream'
      const answer = await fetch(`${ORIGIN}/files`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': '400', 'upload-metadata': metadata, 'content-type': type },
        body: bytes,
      })
      return answer.status
    }),
  )
  isOver = true
  await watching
  expect(statuses.sort()).toEqual([...Array(10).fill(201), ...Array(90).fill(413)])
  expect([most, (await storedIn(server.folder)).bytes]).toEqual([quota.bytes, quota.bytes])
  expect(await usage()).toMatchObject({ usedBytes: quota.bytes, unfinished: 0 })
})
