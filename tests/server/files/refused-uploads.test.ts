import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { FileService } from '../../../server/files/file-service.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { observeStatements } from '../../support/observe-statements.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { createTusCalls, getUploadId, readStatusAndCode, TUS_HEADERS } from '../../support/tus-calls.ts'

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

const { send, announce, append, begin, readOffset } = createTusCalls(
  () => server,
  () => owner,
)

describe('an upload', () => {
  test('refuses more bytes than announced', async () => {
    const path = await begin(64)
    expect(await readStatusAndCode(await append(path, 0, new Uint8Array(buildTinyGlb().slice(0, 65))))).toEqual([
      413,
      'FILE_TOO_LARGE',
    ])
  })

  test('of the wrong file type is refused at its first bytes, whatever its name', async () => {
    const text = new TextEncoder().encode('<html><script>alert(1)</script></html>')
    const path = await begin(2000, { kind: 'glb', filename: 'model.glb' })
    const refused = await append(path, 0, text)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(await readStatusAndCode(refused)).toEqual([415, 'WRONG_FILE_TYPE'])
    expect((await send('HEAD', path)).status).toBe(404)
    const png = await begin(TINY_PNG.length, { kind: 'glb' })
    expect(await readStatusAndCode(await append(png, 0, new Uint8Array(TINY_PNG)))).toEqual([415, 'WRONG_FILE_TYPE'])
    const short = await begin(3, { kind: 'icon' })
    expect(await readStatusAndCode(await append(short, 0, new Uint8Array([1, 2, 3])))).toEqual([415, 'WRONG_FILE_TYPE'])
    const left = await readdir(join(server.folder, 'uploads'))
    for (const refusedPath of [path, png, short]) expect(left).not.toContain(getUploadId(refusedPath))
  })

  test('whose checksum differs from the announced checksum is refused and discarded', async () => {
    const glb = buildTinyGlb()
    const path = await begin(glb.length, { kind: 'glb', sha256: '0'.repeat(64) })
    expect(await readStatusAndCode(await append(path, 0, glb))).toEqual([460, 'CHECKSUM_MISMATCH'])
    expect((await send('HEAD', path)).status).toBe(404)
  })

  test('accepts bytes only from a signed-in user, and can be created only by a role above user', async () => {
    const glb = buildTinyGlb()
    const path = await begin(glb.length)
    const user = await server.account('user')
    expect(await readStatusAndCode(await append(path, 0, glb, null))).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await readStatusAndCode(await announce(10, { kind: 'glb' }, user))).toEqual([403, 'FORBIDDEN'])
    expect((await append(path, 0, glb)).status).toBe(204)
    await expect(owner.client.files.describe({ id: 'none' })).rejects.toMatchObject({ status: 404 })
  })

  test('gives another user the same 404 as an id that never existed', async () => {
    const glb = buildTinyGlb()
    const [half, whole, unasked] = [await begin(glb.length), await begin(glb.length), await begin(glb.length)]
    await append(half, 0, glb.slice(0, 50))
    await append(whole, 0, glb)
    // Complete, but not checked yet: another user must not trigger the check.
    await server.deps.files.uploads.write(Readable.from([glb]), getUploadId(unasked), 0)
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
            ...TUS_HEADERS,
            authorization: `Bearer ${other.token}`,
            'x-request-id': 'the-same-for-all',
            ...(method === 'PATCH' ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } : {}),
          },
          ...(method === 'PATCH' ? { body: glb } : {}),
        }),
      )
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
        statements: [...statements],
      }
    }
    const never = '/files/01990000-0000-7000-8000-000000000000'
    for (const [method, before] of [
      ['HEAD', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/v1'],
    ] as const) {
      const expected = await describeResponse(method, `${before}${never}`)
      expect(expected.status, method).toBe(404)
      expect(expected.statements, method).toHaveLength(1)
      for (const path of [half, whole, unasked])
        expect(await describeResponse(method, `${before}${path}`), method).toEqual(expected)
    }
    expect(read).not.toHaveBeenCalled()
    expect(await readOffset(half)).toBe('50')
    for (const path of [whole, unasked]) expect(await readOffset(path)).toBe(String(glb.length))
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
    expect(await readStatusAndCode(response)).toEqual([412, 'INVALID_INPUT'])
    const options = await server.fetch(`${ORIGIN}/files`, { method: 'OPTIONS' })
    expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration')
  })

  test.each([
    ['with a deferred length', { 'upload-defer-length': '1' }],
    ['marked as part of a concatenated upload', { 'upload-length': '10', 'upload-concat': 'partial' }],
  ])('%s gets a 501 in the format of the API', async (_, headers) => {
    const response = await send('POST', '/files', { headers: { ...headers, origin: ORIGIN } })
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(await readStatusAndCode(response)).toEqual([501, 'INVALID_INPUT'])
  })
})
