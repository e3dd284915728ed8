import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

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

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a stored file', () => {
  const glb = buildTinyGlb()
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    server.fetch(`${ORIGIN}/files/${sha256(glb)}.glb`, { method, headers })

  beforeEach(() => server.upload(owner, glb))

  test('is served as public and immutable, with the type of its content', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(glb)
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
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(glb.length))
    expect(await head.text()).toBe('')
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
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${glb.length}`)
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
