import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNREFERENCED_CHARGE_MS } from '../../../server/files/charges.ts'
import { openS3Storage } from '../../../server/files/s3-storage.ts'
import { STORE_MARK_NAME } from '../../../server/files/store-mark.ts'
import { findFourFreePorts } from '../../support/free-port.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { buildPsd } from '../../support/images.ts'
import { hasS3Server, type S3Server, startS3Server } from '../../support/s3-server.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

if (!hasS3Server)
  console.log('S3: skipped, there is no S3-compatible server here (Debian: apt-get install python3-swift).')

const MB = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!hasS3Server)('an S3-compatible file store', () => {
  let store: S3Server
  let client: S3
  let server: TestServer
  let owner: TestAccount

  beforeAll(async () => {
    store = await startS3Server(await findFourFreePorts())
    const { endpoint, region, accessKeyId, secretAccessKey } = store.settings
    client = new S3({
      endpoint: endpoint!,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    server = await openTestServer({ openStorage: (...args) => openS3Storage(store.settings, ...args) })
  })
  beforeEach(async () => {
    await server.reset()
    owner = await server.account('developer')
  })
  afterAll(async () => {
    await server?.close()
    client?.destroy()
    await store?.stop()
  })

  const keys = async () =>
    ((await client.listObjectsV2({ Bucket: store.settings.bucket })).Contents ?? [])
      .map(({ Key }) => Key)
      .filter((key) => !key?.endsWith(STORE_MARK_NAME))
  const headers = () => ({ 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` })
  const createUpload = async (bytes: number) => {
    const started = await server.fetch(`${ORIGIN}/files`, {
      method: 'POST',
      headers: { ...headers(), 'upload-length': String(bytes), 'upload-metadata': `kind ${btoa('glb')}` },
    })
    return started.headers.get('location')!
  }
  const append = (path: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
    server.fetch(`${ORIGIN}${path}`, {
      method: 'PATCH',
      headers: { ...headers(), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    })

  test('accepts uploads in chunks of any size, and serves files with the same headers as a disk store', async () => {
    const glb = buildGlbOfSize(12 * MB + 123, randomBytes)
    const path = await createUpload(glb.length)
    expect((await append(path, 0, glb.slice(0, 10))).headers.get('upload-offset')).toBe('10')
    expect((await append(path, 10, glb.slice(10, 7 * MB))).headers.get('upload-offset')).toBe(String(7 * MB))
    const progress = await server.fetch(`${ORIGIN}${path}`, { method: 'HEAD', headers: headers() })
    expect(progress.headers.get('upload-offset')).toBe(String(7 * MB))
    expect((await server.fetch(`${ORIGIN}/files/${sha256(glb)}.glb`)).status).toBe(404)
    expect((await append(path, 7 * MB, glb.slice(7 * MB))).status).toBe(204)

    const id = path.split('/').at(-1)!
    const { url, bytes } = await owner.client.files.describe({ id })
    expect([url, bytes]).toEqual([`/files/${sha256(glb)}.glb`, glb.length])
    const served = await server.fetch(`${ORIGIN}${url}`)
    expect(sha256(new Uint8Array(await served.arrayBuffer()))).toBe(sha256(glb))
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `attachment; filename="${sha256(glb)}.glb"`,
      'content-length': String(glb.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'model/gltf-binary',
      'x-content-type-options': 'nosniff',
    })
    const part = await server.fetch(`${ORIGIN}${url}`, { headers: { range: 'bytes=5-14' } })
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, glb.slice(5, 15)])
    expect(await keys()).toEqual([`files/${sha256(glb)}.glb`])
  })

  test('refuses an upload of the wrong file type at its first bytes, and stores nothing', async () => {
    const before = await keys()
    const page = await createUpload(2000)
    const refused = await append(page, 0, new TextEncoder().encode('<html><script>alert(1)</script></html>'))
    expect([refused.status, (await refused.json()).error.code]).toEqual([415, 'WRONG_FILE_TYPE'])
    await expect(server.upload(owner, buildGlbOfSize(900).fill(0xff, 20, 40))).rejects.toThrow('MODEL_INVALID')
    expect(await keys()).toEqual(before)
    expect((await owner.client.files.usage()).usedBytes).toBe(0)
  })

  test('becomes read-only if store.json is empty, instead of failing every ownership check', async () => {
    const key = { Bucket: store.settings.bucket, Key: `files/${STORE_MARK_NAME}` }
    const mark = await (await client.getObject(key)).Body!.transformToByteArray()
    await client.putObject({ ...key, Body: new Uint8Array() })
    expect(await server.deps.files.owner.check()).toEqual({ mode: 'readOnly', reason: 'damaged' })
    await client.putObject({ ...key, Body: mark })
    expect(await server.deps.files.owner.check()).toEqual({ mode: 'owner' })
  })

  test('removes every object of a discarded upload', async () => {
    const before = await keys()
    const path = await createUpload(1000)
    await append(path, 0, buildGlbOfSize(1000).slice(0, 500))
    expect((await server.fetch(`${ORIGIN}${path}`, { method: 'DELETE', headers: headers() })).status).toBe(204)
    expect((await server.fetch(`${ORIGIN}${path}`, { method: 'HEAD', headers: headers() })).status).toBe(404)
    expect(await keys()).toEqual(before)
  })

  test('finishes an upload on the next request if the server crashed after the last byte', async () => {
    const glb = buildGlbOfSize(700)
    const path = await createUpload(glb.length)
    const id = path.split('/').at(-1)!
    await server.deps.files.uploads.write(Readable.from([glb]), id, 0)
    expect((await owner.client.files.describe({ id })).sha256).toBe(sha256(glb))
  })

  test('keeps the files of a new asset in a sweep, and removes unreferenced files', async () => {
    const [model, icon, loose] = [
      await server.upload(owner, buildTinyGlb()),
      await server.upload(owner, new Uint8Array(TINY_PNG), 'icon'),
      await server.upload(owner, buildGlbOfSize(500)),
    ]
    const admin = await server.account('admin')
    const body = { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: model.url, iconUrl: icon.url } as const
    const asset = await admin.client.assets.create({ body })
    expect(asset.stats.triangles).toBe(1)
    const response = await admin.client.assets.validate({ body: { modelUrl: model.url, iconUrl: icon.url } })
    expect([response.isValid, response.report?.counts.error]).toEqual([true, 0])
    await server.deps.files.sweep()
    server.advance(UNREFERENCED_CHARGE_MS)
    await server.deps.files.sweep()
    const status = async (url: string) => (await server.fetch(`${ORIGIN}${url}`)).status
    expect(await Promise.all([model.url, icon.url, loose.url].map(status))).toEqual([200, 200, 404])
  })

  test('serves a source file, whole or in ranges, only with a valid grant', async () => {
    const source = buildPsd({ width: 8, height: 8 })
    const { url: psdUrl } = await server.upload(owner, source, 'psd')
    const { url: modelUrl } = await server.upload(owner, buildTinyGlb())
    const body = { name: 'Curls', type: 'hair', gender: 'neutral', modelUrl, psdUrl } as const
    const { id } = await owner.client.assets.create({ body })
    const { url } = await owner.client.assets.source({ id })
    expect(await keys()).toContain(psdUrl.slice(1))

    const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await server.fetch(`${ORIGIN}${path}`, { headers, method })
      const bytes = Buffer.from(await response.arrayBuffer())
      return { status: response.status, cached: response.headers.get('cache-control'), bytes }
    }
    const served = (status: number, bytes: Buffer) => ({ status, cached: 'private, no-store', bytes })
    expect(await get(url)).toEqual(served(200, source))
    expect(await get(url, { range: 'bytes=2-9' })).toEqual(served(206, source.subarray(2, 10)))
    expect(await get(url, { range: 'bytes=-3' })).toEqual(served(206, source.subarray(-3)))
    expect(await get(url, {}, 'HEAD')).toEqual(served(200, Buffer.alloc(0)))

    for (const path of [psdUrl, `${psdUrl}?grant=`])
      for (const headers of [{}, { range: 'bytes=2-9' }, { authorization: `Bearer ${owner.token}` }])
        expect(await get(path, headers)).toMatchObject({ status: 403, cached: 'no-store' })
    server.advance(300_000)
    expect((await get(url, { range: 'bytes=2-9' })).status).toBe(403)
  })

  test('cannot be opened if its bucket does not exist', async () => {
    await expect(openS3Storage({ ...store.settings, bucket: 'none' }, server.folder, async () => {})).rejects.toThrow()
  })
})
