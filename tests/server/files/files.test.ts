import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { FileService } from '../../../server/files/file-service.ts'
import { type DiskUploads, UNFINISHED_UPLOAD_MS } from '../../../server/files/upload-store.ts'
import { UPLOAD_KINDS } from '../../../src/api/contract/files.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { observeStatements } from '../../support/observe-statements.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { measureStoredBytes } from '../../support/stored-bytes.ts'

const LIMIT = 4096
let server: TestServer
let owner: TestAccount

beforeAll(async () => {
  server = await openTestServer({ kinds: { ...UPLOAD_KINDS, glb: { ...UPLOAD_KINDS.glb, maxBytes: LIMIT } } })
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('developer')
})
afterAll(() => server.close())

const TUS = { 'tus-resumable': '1.0.0' }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const metadata = (facts: Record<string, string>) =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

function send(
  method: string,
  path: string,
  {
    by = owner as TestAccount | null,
    headers = {},
    body,
  }: {
    by?: TestAccount | null
    headers?: Record<string, string>
    body?: Uint8Array<ArrayBuffer> | ReadableStream
  } = {},
) {
  return server.fetch(`${ORIGIN}${path}`, {
    method,
    headers: { ...TUS, ...(by ? { authorization: `Bearer ${by.token}` } : {}), ...headers },
    ...(body ? { body, duplex: 'half' } : {}),
  } as RequestInit)
}
const announce = (bytes: number, facts: Record<string, string> = { kind: 'glb' }, by: TestAccount | null = owner) =>
  send('POST', '/files', { by, headers: { 'upload-length': String(bytes), 'upload-metadata': metadata(facts) } })
const append = (
  path: string,
  offset: number,
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  by: TestAccount | null = owner,
) =>
  send('PATCH', path, {
    by,
    body,
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  })
const idOf = (path: string) => path.split('/').at(-1)!
const codeOf = async (response: Response) => [response.status, (await response.json()).error.code]

async function begin(bytes: number, facts?: Record<string, string>): Promise<string> {
  const response = await announce(bytes, facts)
  expect(response.status).toBe(201)
  return response.headers.get('location')!
}

describe('an upload', () => {
  test('is received in chunks, resumes at its offset, and is stored under its checksum', async () => {
    const glb = buildTinyGlb()
    const path = await begin(glb.length, { kind: 'glb', filename: 'chair.glb', sha256: sha256(glb) })
    expect((await append(path, 0, glb.slice(0, 10))).headers.get('upload-offset')).toBe('10')
    const progress = await send('HEAD', path)
    expect([progress.status, progress.headers.get('upload-offset'), progress.headers.get('upload-length')]).toEqual([
      200,
      '10',
      String(glb.length),
    ])
    expect((await append(path, 3, glb.slice(3))).status).toBe(409)
    expect((await append(path, 10, glb.slice(10))).status).toBe(204)
    const id = path.split('/').at(-1)!
    expect(await owner.client.files.describe({ id })).toEqual({
      id,
      url: `/files/${sha256(glb)}.glb`,
      sha256: sha256(glb),
      type: 'model/gltf-binary',
      bytes: glb.length,
    })
    const after = await send('HEAD', path)
    expect(after.headers.get('upload-offset')).toBe(String(glb.length))
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
        ...TUS,
        authorization: `Bearer ${owner.token}`,
        'upload-offset': '100',
        'content-type': 'application/offset+octet-stream',
      },
      body: glb.slice(100),
    })
    expect(response.status).toBe(204)
    expect((await owner.client.files.describe({ id: path.split('/').at(-1)! })).sha256).toBe(sha256(glb))
  })

  test('finishes on the next request if the server crashed after receiving the last byte', async () => {
    const glb = buildTinyGlb({ pad: 12 })
    const path = await begin(glb.length)
    const id = path.split('/').at(-1)!
    await server.deps.files.uploads.write(Readable.from([glb]), id, 0)
    expect((await send('HEAD', path)).headers.get('upload-offset')).toBe(String(glb.length))
    expect((await owner.client.files.describe({ id })).sha256).toBe(sha256(glb))
  })

  test.each([
    ['one byte below the limit', 201, -1],
    ['exactly at the limit', 201, 0],
    ['one byte above the limit', 413, 1],
  ])('%s gets %i', async (_, status, more) => {
    const response = await announce(LIMIT + more)
    expect(response.status).toBe(status)
    if (status === 413) expect(await codeOf(response)).toEqual([413, 'FILE_TOO_LARGE'])
    else {
      expect((await append(response.headers.get('location')!, 0, buildGlbOfSize(LIMIT + more))).status).toBe(204)
    }
  })

  test('refuses more bytes than announced', async () => {
    const path = await begin(64)
    expect(await codeOf(await append(path, 0, new Uint8Array(buildTinyGlb().slice(0, 65))))).toEqual([
      413,
      'FILE_TOO_LARGE',
    ])
  })

  test('of the wrong file type is refused at its first bytes, whatever its name', async () => {
    const text = new TextEncoder().encode('<html><script>alert(1)</script></html>')
    const path = await begin(2000, { kind: 'glb', filename: 'model.glb' })
    const refused = await append(path, 0, text)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(await codeOf(refused)).toEqual([415, 'WRONG_FILE_TYPE'])
    expect((await send('HEAD', path)).status).toBe(404)
    const png = await begin(TINY_PNG.length, { kind: 'glb' })
    expect(await codeOf(await append(png, 0, new Uint8Array(TINY_PNG)))).toEqual([415, 'WRONG_FILE_TYPE'])
    const short = await begin(3, { kind: 'icon' })
    expect(await codeOf(await append(short, 0, new Uint8Array([1, 2, 3])))).toEqual([415, 'WRONG_FILE_TYPE'])
    const left = await readdir(join(server.folder, 'uploads'))
    for (const refusedPath of [path, png, short]) expect(left).not.toContain(refusedPath.split('/').at(-1))
  })

  test('whose checksum differs from the announced checksum is refused and discarded', async () => {
    const glb = buildTinyGlb()
    const path = await begin(glb.length, { kind: 'glb', sha256: '0'.repeat(64) })
    expect(await codeOf(await append(path, 0, glb))).toEqual([460, 'CHECKSUM_MISMATCH'])
    expect((await send('HEAD', path)).status).toBe(404)
  })

  test('accepts bytes only from a signed-in user, and can be created only by a role above user', async () => {
    const glb = buildTinyGlb()
    const path = await begin(glb.length)
    const user = await server.account('user')
    expect(await codeOf(await append(path, 0, glb, null))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await codeOf(await announce(10, { kind: 'glb' }, user))).toEqual([403, 'FORBIDDEN'])
    expect((await append(path, 0, glb)).status).toBe(204)
    await expect(owner.client.files.describe({ id: 'none' })).rejects.toMatchObject({ status: 404 })
  })

  test('gives another user the same 404 as an id that never existed', async () => {
    const glb = buildTinyGlb()
    const [half, whole, unasked] = [await begin(glb.length), await begin(glb.length), await begin(glb.length)]
    await append(half, 0, glb.slice(0, 50))
    await append(whole, 0, glb)
    // Complete, but not checked yet: another user must not trigger the check.
    await server.deps.files.uploads.write(Readable.from([glb]), idOf(unasked), 0)
    const other = await server.account('developer', 'other@house.example')
    const statements: string[] = []
    const db = observeStatements(server.deps.db, (kind) => statements.push(kind))
    const files = await FileService.open(db, server.deps.now, server.folder)
    const read = vi.spyOn(files.uploads, 'getUpload')
    const again = createApp({ ...server.deps, db, files })
    const describeResponse = async (method: string, path: string) => {
      statements.length = 0
      const response = await again.fetch(
        new Request(`${ORIGIN}${path}`, {
          method,
          headers: {
            ...TUS,
            authorization: `Bearer ${other.token}`,
            'x-request-id': 'the-same-for-all',
            ...(method === 'PATCH' ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } : {}),
          },
          ...(method === 'PATCH' ? { body: glb } : {}),
        }),
      )
      return [response.status, Object.fromEntries(response.headers), await response.text(), [...statements]]
    }
    const never = '/files/01990000-0000-7000-8000-000000000000'
    for (const [method, before] of [
      ['HEAD', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/v1'],
    ] as const) {
      const expected = await describeResponse(method, `${before}${never}`)
      expect([expected[0], (expected[3] as string[]).length]).toEqual([404, 1])
      for (const path of [half, whole, unasked])
        expect(await describeResponse(method, `${before}${path}`)).toEqual(expected)
    }
    expect(read).not.toHaveBeenCalled()
    expect((await send('HEAD', half)).headers.get('upload-offset')).toBe('50')
    for (const path of [whole, unasked])
      expect((await send('HEAD', path)).headers.get('upload-offset')).toBe(String(glb.length))
  })

  test('is identified only by the path of its URL, whatever the query contains', async () => {
    const glb = buildTinyGlb()
    const [one, two] = [await begin(glb.length), await begin(glb.length)]
    expect((await send('DELETE', `${one}?other=/${idOf(two)}`)).status).toBe(204)
    expect([(await send('HEAD', one)).status, (await send('HEAD', two)).status]).toEqual([404, 200])
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
    await server.deps.files.uploads.write(Readable.from([buildGlbOfSize(900).fill(0xff, 20, 40)]), idOf(path), 0)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('HEAD', path)).status).toBe(404)
    expect((await owner.client.files.usage()).unfinished).toBe(0)
  })

  test.each([
    ['an unknown kind', { kind: 'movie' }, 'metadata.kind'],
    ['no kind', { filename: 'a.glb' }, 'metadata.kind'],
    ['an invalid checksum', { kind: 'glb', sha256: 'xyz' }, 'metadata.sha256'],
    ['a name with a NUL', { kind: 'glb', filename: 'a\0b.glb' }, 'metadata.filename'],
  ])('with %s is refused', async (_, facts, path) => {
    const response = await announce(10, facts)
    expect(response.status).toBe(400)
    expect((await response.json()).error.details.map((fault: { path: string }) => fault.path)).toEqual([path])
  })

  test('reports protocol errors in the format of the API', async () => {
    const response = await server.fetch(`${ORIGIN}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(await codeOf(response)).toEqual([412, 'INVALID_INPUT'])
    const options = await server.fetch(`${ORIGIN}/files`, { method: 'OPTIONS' })
    expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration')
  })

  test.each([
    ['with a deferred length', { 'upload-defer-length': '1' }],
    ['marked as part of a concatenated upload', { 'upload-length': '10', 'upload-concat': 'partial' }],
  ])('%s gets a 501 in the format of the API', async (_, headers) => {
    const response = await send('POST', '/files', { headers: { ...headers, origin: ORIGIN } })
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(await codeOf(response)).toEqual([501, 'INVALID_INPUT'])
  })

  test('can be sent completely in the request that creates the upload', async () => {
    const glb = buildTinyGlb({ pad: 16 })
    const response = await send('POST', '/files', {
      headers: {
        'upload-length': String(glb.length),
        'upload-metadata': metadata({ kind: 'glb' }),
        'content-type': 'application/offset+octet-stream',
      },
      body: glb,
    })
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, String(glb.length)])
    const id = response.headers.get('location')!.split('/').at(-1)!
    expect((await owner.client.files.describe({ id })).sha256).toBe(sha256(glb))
  })

  test('keeps every byte received before its connection broke', async () => {
    const glb = buildTinyGlb({ pad: 2000 })
    const id = (await begin(glb.length)).split('/').at(-1)!
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
    await vi.waitFor(async () => expect((await uploads.getUpload(idOf(path))).offset).toBe(60))
    const rounds = vi.spyOn(globalThis, 'setImmediate')
    const head = await send('HEAD', path)
    // The request waits for three seconds without busy polling.
    expect(rounds.mock.calls.length).toBeLessThan(100)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '60'])
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
    expect((await uploads.getUpload(idOf(path))).offset).toBe(0)
    server.advance(1)
    await runHourlyMaintenance(server.deps)
    await expect(uploads.getUpload(idOf(path))).rejects.toMatchObject({ status_code: 404 })
    const left = await readdir(join(server.folder, 'uploads'))
    expect(left.filter((name) => name.startsWith(idOf(path)))).toEqual([])
  })
})

describe('a stored file', () => {
  const glb = buildTinyGlb()
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    server.fetch(`${ORIGIN}/files/${sha256(glb)}.glb`, { method, headers })

  beforeEach(() => server.upload(owner, glb))

  test('is served as public and immutable, with the type of its content', async () => {
    const response = await get()
    expect([response.status, new Uint8Array(await response.arrayBuffer())]).toEqual([200, glb])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `attachment; filename="${sha256(glb)}.glb"`,
      'content-length': String(glb.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'model/gltf-binary',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${sha256(glb)}"`,
      'x-content-type-options': 'nosniff',
    })
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(glb.length), ''])
  })

  test('responds 304 if If-None-Match contains its ETag, and 200 otherwise', async () => {
    expect((await get({ 'if-none-match': `"other", "${sha256(glb)}"` })).status).toBe(304)
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each([
    ['bytes=0-3', 206, [0, 4]],
    ['bytes=4-', 206, [4, undefined]],
    ['bytes=-5', 206, [-5, undefined]],
    ['bytes=0-999999', 206, [0, undefined]],
    ['bytes=5-2', 200, [0, undefined]],
    ['bytes=0-1,4-5', 200, [0, undefined]],
    ['lines=1-2', 200, [0, undefined]],
  ])('responds to the header Range: %s with %i', async (range, status, [start, end]) => {
    const response = await get({ range: range as string })
    expect(response.status).toBe(status)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(glb.slice(start as number, end as number | undefined))
  })

  test('responds 416 to a range beyond its end, and ignores a range if If-Range does not match', async () => {
    const beyond = await get({ range: 'bytes=999999-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${glb.length}`])
    expect((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
    expect((await get({ range: 'bytes=0-3' })).headers.get('content-range')).toBe(`bytes 0-3/${glb.length}`)
  })

  test.each([
    `/files/${'0'.repeat(64)}.glb`,
    '/files/..%2f..%2fkeys.json',
    '/files/%2e%2e/keys.json',
    '/files/....//keys.json',
    '/files/lock',
    `/files/${'a'.repeat(64)}.exe`,
    '/files/',
    '/files',
    `/files/%00${'0'.repeat(63)}.glb`,
  ])('cannot be read at a wrong path: %s gets a 404', async (path) => {
    expect((await server.fetch(`${ORIGIN}${path}`)).status).toBe(404)
  })
})
