import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { FileService } from '../../../server/files/file-service.ts'
import { type DiskUploads, UNFINISHED_UPLOAD_MS } from '../../../server/files/upload-store.ts'
import { buildGlbOfSize, buildTinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { measureStoredBytes } from '../../support/stored-bytes.ts'
import { createTusCalls, encodeMetadata, getUploadId, TUS_HEADERS } from '../../support/tus-calls.ts'

let server: TestServer
let owner: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('developer')
})
afterAll(() => server.close())

const { send, append, begin, readOffset } = createTusCalls(
  () => server,
  () => owner,
)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('an upload', () => {
  test('is received in chunks, resumes at its offset, and is stored under its checksum', async () => {
    const glb = buildTinyGlb()
    const path = await begin(glb.length, { kind: 'glb', filename: 'chair.glb', sha256: sha256(glb) })
    expect((await append(path, 0, glb.slice(0, 10))).headers.get('upload-offset')).toBe('10')
    const progress = await send('HEAD', path)
    expect(progress.status).toBe(200)
    expect(progress.headers.get('upload-offset')).toBe('10')
    expect(progress.headers.get('upload-length')).toBe(String(glb.length))
    expect((await append(path, 3, glb.slice(3))).status).toBe(409)
    expect((await append(path, 10, glb.slice(10))).status).toBe(204)
    const id = getUploadId(path)
    expect(await owner.client.files.describe({ id })).toEqual({
      id,
      url: `/files/${sha256(glb)}.glb`,
      sha256: sha256(glb),
      type: 'model/gltf-binary',
      bytes: glb.length,
    })
    expect(await readOffset(path)).toBe(String(glb.length))
    expect(await readdir(join(server.folder, 'uploads'))).not.toContain(id)
  })

  test('resumes after a restart of the server', async () => {
    const glb = buildTinyGlb({ pad: 8 })
    const path = await begin(glb.length)
    await append(path, 0, glb.slice(0, 100))
    const again = await openTestServer({
      deps: {
        db: server.deps.db,
        tokens: server.deps.tokens,
        files: await FileService.open(server.deps.db, server.deps.now, server.folder),
      },
    })
    const response = await again.fetch(`${ORIGIN}${path}`, {
      method: 'PATCH',
      headers: {
        ...TUS_HEADERS,
        authorization: `Bearer ${owner.token}`,
        'upload-offset': '100',
        'content-type': 'application/offset+octet-stream',
      },
      body: glb.slice(100),
    })
    expect(response.status).toBe(204)
    expect((await owner.client.files.describe({ id: getUploadId(path) })).sha256).toBe(sha256(glb))
  })

  test('finishes on the next request if the server crashed after receiving the last byte', async () => {
    const glb = buildTinyGlb({ pad: 12 })
    const path = await begin(glb.length)
    const id = getUploadId(path)
    await server.deps.files.uploads.write(Readable.from([glb]), id, 0)
    expect(await readOffset(path)).toBe(String(glb.length))
    expect((await owner.client.files.describe({ id })).sha256).toBe(sha256(glb))
  })

  test('is identified only by the path of its URL, whatever the query contains', async () => {
    const glb = buildTinyGlb()
    const [one, two] = [await begin(glb.length), await begin(glb.length)]
    expect((await send('DELETE', `${one}?other=/${getUploadId(two)}`)).status).toBe(204)
    expect((await send('HEAD', one)).status).toBe(404)
    expect((await send('HEAD', two)).status).toBe(200)
  })

  test('can be discarded before or after its last byte, which frees its storage and quota', async () => {
    const glb = buildTinyGlb({ pad: 28 })
    const before = await measureStoredBytes(server.folder)
    const half = await begin(glb.length)
    await append(half, 0, glb.slice(0, 50))
    expect((await send('DELETE', half)).status).toBe(204)
    expect((await send('HEAD', half)).status).toBe(404)
    const whole = await begin(glb.length)
    await append(whole, 0, glb)
    expect((await send('DELETE', whole)).status).toBe(204)
    expect((await send('HEAD', whole)).status).toBe(404)
    expect((await server.fetch(`${ORIGIN}/files/${sha256(glb)}.glb`)).status).toBe(404)
    expect(await measureStoredBytes(server.folder)).toEqual(before)
    expect(await owner.client.files.usage()).toMatchObject({ usedBytes: 0, unfinished: 0 })
  })

  test('that is complete but not yet checked can be discarded, which skips the check', async () => {
    const path = await begin(900)
    await server.deps.files.uploads.write(Readable.from([buildGlbOfSize(900).fill(0xff, 20, 40)]), getUploadId(path), 0)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('HEAD', path)).status).toBe(404)
    expect((await owner.client.files.usage()).unfinished).toBe(0)
  })
  test('can be sent completely in the request that creates the upload', async () => {
    const glb = buildTinyGlb({ pad: 16 })
    const response = await send('POST', '/files', {
      headers: {
        'upload-length': String(glb.length),
        'upload-metadata': encodeMetadata({ kind: 'glb' }),
        'content-type': 'application/offset+octet-stream',
      },
      body: glb,
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('upload-offset')).toBe(String(glb.length))
    const id = getUploadId(response.headers.get('location')!)
    expect((await owner.client.files.describe({ id })).sha256).toBe(sha256(glb))
  })

  test('keeps every byte received before its connection broke', async () => {
    const glb = buildTinyGlb({ pad: 2000 })
    const id = getUploadId(await begin(glb.length))
    const uploads = server.deps.files.uploads as DiskUploads
    async function* breaking() {
      for (let i = 0; i < 1500; i += 100) yield glb.slice(i, i + 100)
      throw new Error('The line is cut.')
    }
    await expect(uploads.write(Readable.from(breaking()), id, 0)).rejects.toThrow('The line is cut.')
    expect((await uploads.getUpload(id)).offset).toBe(1500)
    expect(await readFile(uploads.pathOf(id))).toEqual(Buffer.from(glb.slice(0, 1500)))
  })

  test('passes from a stalled sender to the next request, which waits without busy polling', async () => {
    const glb = buildTinyGlb({ pad: 100 })
    const path = await begin(glb.length)
    const silent = new ReadableStream({ start: (body) => body.enqueue(glb.slice(0, 60)) })
    const left = append(path, 0, silent)
    const { uploads } = server.deps.files
    await vi.waitFor(async () => expect((await uploads.getUpload(getUploadId(path))).offset).toBe(60))
    const rounds = vi.spyOn(globalThis, 'setImmediate')
    const head = await send('HEAD', path)
    // The request waits for three seconds without busy polling.
    expect(rounds.mock.calls.length).toBeLessThan(100)
    expect(head.status).toBe(200)
    expect(head.headers.get('upload-offset')).toBe('60')
    expect((await left).headers.get('upload-offset')).toBe('60')
    expect((await append(path, 60, glb.slice(60))).status).toBe(204)
  })

  test('left unfinished is removed after a day', async () => {
    const path = await begin(100)
    await runHourlyMaintenance(server.deps)
    expect((await send('HEAD', path)).status).toBe(200)
    server.advance(UNFINISHED_UPLOAD_MS)
    await runHourlyMaintenance(server.deps)
    const { uploads } = server.deps.files
    expect((await uploads.getUpload(getUploadId(path))).offset).toBe(0)
    server.advance(1)
    await runHourlyMaintenance(server.deps)
    await expect(uploads.getUpload(getUploadId(path))).rejects.toMatchObject({ status_code: 404 })
    const left = await readdir(join(server.folder, 'uploads'))
    expect(left.filter((name) => name.startsWith(getUploadId(path)))).toEqual([])
  })
})
