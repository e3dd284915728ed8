import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { FILE_CLAIM_MS, UNREFERENCED_CHARGE_MS } from '../../../server/files/charges.ts'
import { FileService } from '../../../server/files/file-service.ts'
import { readStorageUsage } from '../../../server/files/quota.ts'
import { UNFINISHED_UPLOAD_MS } from '../../../server/files/upload-store.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { ORIGIN, PASSWORD, type TestAccount, type TestServer } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'
import { emptyStoredFiles, measureStoredBytes } from '../../support/stored-bytes.ts'

const QUOTA = { bytes: 1000, unfinished: 8 }
const server = setUpTestServer({ quota: QUOTA, graceMs: UNREFERENCED_CHARGE_MS })
let owner: TestAccount

beforeEach(async () => {
  await emptyStoredFiles(server.folder)
  delete server.deps.renderIcon
  owner = await server.account('developer')
})

const createUpload = (bytes: number, by = owner) =>
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
/** Advances the clock, and signs the owner in again. */
async function later(ms: number) {
  server.advance(ms)
  const { body } = await server.call('POST /v1/auth/login', { body: { email: owner.email, password: PASSWORD } })
  owner = { ...owner, token: body.token, client: server.client(body.token) }
}
const usage = () => owner.client.files.usage()

describe('the quota of a user', () => {
  test('is enforced exactly for concurrent uploads', async () => {
    const responses = await Promise.all(Array.from({ length: 7 }, () => createUpload(300)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413, 413])
    expect(await usage()).toEqual({ usedBytes: 900, quotaBytes: 1000, unfinished: 3 })
    const refused = responses.find(({ status }) => status === 413)
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
  ])('with 100 bytes left responds to an upload of %i bytes with %i', async (bytes, status) => {
    await createUpload(900)
    expect((await createUpload(bytes)).status).toBe(status)
  })

  test('counts a finished upload by its size, and the same content only once', async () => {
    await server.upload(owner, buildGlbOfSize(400))
    await server.upload(owner, buildGlbOfSize(400))
    expect(await usage()).toEqual({ usedBytes: 400, quotaBytes: 1000, unfinished: 0 })
    await server.upload(owner, buildGlbOfSize(401))
    expect((await createUpload(200)).status).toBe(413)
  })

  test('regains the bytes of an upload that is discarded or refused', async () => {
    expect(await give(await createUpload(900))).toBe(204)
    await expect(server.upload(owner, new Uint8Array(900))).rejects.toThrow('WRONG_FILE_TYPE')
    await expect(server.upload(owner, buildGlbOfSize(900).fill(0xff, 20, 40))).rejects.toThrow('MODEL_INVALID')
    expect(await usage()).toEqual({ usedBytes: 0, quotaBytes: 1000, unfinished: 0 })
  })

  test('stops counting an upload that is unfinished for more than a day', async () => {
    await createUpload(900)
    await later(UNFINISHED_UPLOAD_MS)
    await runHourlyMaintenance(server.deps)
    expect((await usage()).unfinished).toBe(1)
    await later(1)
    await runHourlyMaintenance(server.deps)
    expect((await usage()).unfinished).toBe(0)
  })

  test('counts an upload once if it is created repeatedly with the same idempotency key', async () => {
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
    const responses = await Promise.all([keyed(600, 'a'), keyed(600, 'a'), keyed(600, 'a')])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(responses.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(await usage()).toEqual({ usedBytes: 600, quotaBytes: 1000, unfinished: 1 })
    expect((await keyed(601, 'a')).status).toBe(409)
    expect((await keyed(600, 'b')).status).toBe(413)
    await give(responses[0]!)
    expect((await keyed(700, 'a')).status).toBe(201)
  })

  test('replaces the reservation of an interrupted creation when its idempotency key is used again', async () => {
    const interruptedUpload = { id: 'lost', owner_id: owner.id, bytes: 600, started_at: server.deps.now(), key: 'a' }
    await server.deps.db.insertInto('upload_starts').values(interruptedUpload).execute()
    const again = () => server.deps.files.startUpload('new', { kind: 'glb', owner: owner.id }, 600, 'a')
    expect([await again(), (await usage()).usedBytes]).toEqual([undefined, 600])
  })

  test('does not depend on other users', async () => {
    await createUpload(1000)
    const other = await server.account('developer', 'other@house.example')
    expect((await createUpload(1000, other)).status).toBe(201)
  })

  test('limits the number of unfinished uploads', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => createUpload(1)))
    expect(responses.filter(({ status }) => status === 201).length).toBe(QUOTA.unfinished)
    const codes = await Promise.all(
      responses.filter(({ status }) => status !== 201).map(async (it) => (await it.json()).error.code),
    )
    expect([codes.length, new Set(codes)]).toEqual([92, new Set(['TOO_MANY_REQUESTS'])])
  })
})

describe('a discarded file', () => {
  const model = buildTinyGlb({ pad: 60 })
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

  test('is deleted immediately, so that repeated uploads never store more than one copy', async () => {
    for (let i = 0; i < 5; i++) {
      const { url, give } = await send(owner)
      expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
      await give()
      expect([await isThere(url), await used(owner)]).toEqual([false, 0])
    }
    expect((await measureStoredBytes(server.folder)).names.size).toBe(0)
  })

  test('still counts in the quota of other users who also uploaded the file', async () => {
    const other = await server.account('developer', 'other@house.example')
    const [mine, theirs] = [await send(owner), await send(other)]
    await mine.give()
    expect([await isThere(mine.url), await used(owner), await used(other)]).toEqual([true, 0, model.length])
    await theirs.give()
    expect([await isThere(mine.url), await used(other)]).toEqual([false, 0])
  })

  test('still counts in the quota of its owner while the owner has another upload of the file', async () => {
    const [one, two] = [await send(owner), await send(owner)]
    await one.give()
    expect([await isThere(one.url), await used(owner)]).toEqual([true, model.length])
    await two.give()
    expect([await isThere(one.url), await used(owner)]).toEqual([false, 0])
  })

  test('still counts in the quota of its uploader while any asset refers to the file, and a day longer', async () => {
    const admin = await server.account('admin')
    const { url, give } = await send(owner)
    const { id } = await admin.client.assets.create({ body: cap(url) })
    await give()
    expect([await isThere(url), await used(owner), await used(admin)]).toEqual([true, model.length, 0])
    await later(30 * UNREFERENCED_CHARGE_MS)
    await runHourlyMaintenance(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    await server.deps.db.deleteFrom('assets').where('id', '=', id).execute()
    await runHourlyMaintenance(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    await later(UNREFERENCED_CHARGE_MS)
    await runHourlyMaintenance(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([false, 0])
  })

  test('is kept while an asset is created from it, and removed if none is created', async () => {
    const { url, give } = await send(owner)
    await owner.client.assets.validate({ body: { modelUrl: url } })
    await give()
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    const { id } = await owner.client.assets.create({ body: cap(url) })
    await later(FILE_CLAIM_MS)
    await runHourlyMaintenance(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([true, model.length])
    await owner.client.assets.remove({ id })
    await owner.client.assets.purge({ id })
    await later(UNREFERENCED_CHARGE_MS)
    await runHourlyMaintenance(server.deps)
    await later(UNREFERENCED_CHARGE_MS)
    await runHourlyMaintenance(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([false, 0])

    const again = await send(owner)
    await owner.client.assets.validate({ body: { modelUrl: url } })
    await again.give()
    await later(FILE_CLAIM_MS)
    await runHourlyMaintenance(server.deps)
    expect([await isThere(url), await used(owner)]).toEqual([false, 0])
  })
})

describe('a rendered icon', () => {
  const model = buildTinyGlb()
  const icon = (bytes: number) => new Uint8Array(Buffer.concat([TINY_PNG, Buffer.alloc(bytes - TINY_PNG.length)]))
  const make = async (modelUrl: string) =>
    owner.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })

  test("counts towards the quota of the asset's creator, and is not stored if it does not fit", async () => {
    const { url } = await server.upload(owner, model)
    const bytesLeft = QUOTA.bytes - model.length
    server.deps.renderIcon = async () => icon(bytesLeft + 1)
    expect((await make(url)).iconUrl).toBeUndefined()
    expect((await usage()).usedBytes).toBe(model.length)
    server.deps.renderIcon = async () => icon(bytesLeft)
    expect((await make(url)).iconUrl).toBeDefined()
    expect((await make(url)).iconUrl).toBeDefined()
    expect((await usage()).usedBytes).toBe(QUOTA.bytes)
    expect((await createUpload(1)).status).toBe(413)
    expect((await measureStoredBytes(server.folder)).bytes).toBe(QUOTA.bytes)
  })
})

test('a sweep assigns stored files that no quota counts, such as those of older versions, to a quota', async () => {
  const url = await server.deps.files.storeBytes(buildTinyGlb())
  await owner.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: url } })
  const sent = await server.upload(owner, buildGlbOfSize(400))
  await server.deps.db.deleteFrom('file_charges').execute()
  await runHourlyMaintenance(server.deps)
  expect((await usage()).usedBytes).toBe(buildTinyGlb().length + sent.bytes)
})

test('the quota accepts exactly as many of 100 concurrent uploads as fit, to the byte', async () => {
  const quota = { bytes: 4000, unfinished: 100 }
  const { db, now } = server.deps
  const files = await FileService.open(db, now, server.folder, { quota })
  const app = createApp({ ...server.deps, files })
  const fetch: TestServer['fetch'] = async (input, init) => app.fetch(new Request(input, init))
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(
        most,
        (await readStorageUsage(db, owner.id)).usedBytes,
        (await measureStoredBytes(server.folder)).bytes,
      )
    }
  })()
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      const bytes = buildGlbOfSize(400, (size) => new Uint8Array(size).fill(i))
      const metadata = `kind ${btoa('glb')}`
      const type = 'application/offset+octet-stream'
      const response = await fetch(`${ORIGIN}/files`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': '400', 'upload-metadata': metadata, 'content-type': type },
        body: bytes,
      })
      return response.status
    }),
  )
  isOver = true
  await watching
  expect(statuses.sort()).toEqual([...Array(10).fill(201), ...Array(90).fill(413)])
  expect([most, (await measureStoredBytes(server.folder)).bytes]).toEqual([quota.bytes, quota.bytes])
  expect(await usage()).toMatchObject({ usedBytes: quota.bytes, unfinished: 0 })
})
