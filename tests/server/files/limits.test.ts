import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UPLOAD_KINDS, type UploadKind } from '../../../src/api/contract/files.ts'
import { buildGlbOfSize } from '../../support/glb.ts'
import { buildPng, buildPsd } from '../../support/images.ts'
import { listenOnPort, type PortServer, parseResponseStatus } from '../../support/listen-on-port.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { emptyStoredFiles, measureStoredBytes } from '../../support/stored-bytes.ts'

const KINDS = Object.keys(UPLOAD_KINDS) as UploadKind[]
/** Maximum file sizes in bytes, different for each kind. They are so small that a test can upload files of that size. */
const SMALL = { glb: 5000, texture: 3001, icon: 2002, psd: 12_003 }
const WHOLE: Record<UploadKind, (bytes: number) => Uint8Array> = {
  glb: (bytes) => buildGlbOfSize(bytes, (size) => new Uint8Array(size).fill(9)),
  texture: (bytes) => padded(buildPng(), bytes),
  icon: (bytes) => padded(buildPng(), bytes),
  psd: (bytes) => padded(buildPsd(), bytes),
}
const padded = (bytes: Uint8Array, length: number) =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length))])

let server: TestServer
let wire: PortServer
let owner: TestAccount

beforeAll(async () => {
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, { ...UPLOAD_KINDS[kind], maxBytes: SMALL[kind] }]))
  server = await openTestServer({ kinds: kinds as typeof UPLOAD_KINDS & Record<string, never> })
  wire = await listenOnPort(server.deps)
})
beforeEach(async () => {
  await server.reset()
  await emptyStoredFiles(server.folder)
  owner = await server.account('developer')
})
afterAll(async () => {
  await wire.close()
  await server.close()
})

const announce = (bytes: number, kind: UploadKind) =>
  server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${owner.token}`,
      'upload-length': String(bytes),
      'upload-metadata': `kind ${btoa(kind)}`,
    },
  })
const createUpload = async (bytes: number, kind: UploadKind) => (await announce(bytes, kind)).headers.get('location')!
const patch = (path: string, ...more: string[]) => [
  `PATCH ${path} HTTP/1.1`,
  'tus-resumable: 1.0.0',
  `authorization: Bearer ${owner.token}`,
  'upload-offset: 0',
  'content-type: application/offset+octet-stream',
  ...more,
]
const offsetOf = async (path: string) =>
  (
    await server.fetch(`${ORIGIN}${path}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` },
    })
  ).headers.get('upload-offset')

describe.each(KINDS)('the size limit of an upload of kind %s', (kind) => {
  test('allows an upload of exactly that size, and refuses an upload announced with one byte more', async () => {
    for (const bytes of [SMALL[kind] - 1, SMALL[kind]]) {
      const whole = WHOLE[kind](bytes)
      expect(whole.length).toBe(bytes)
      expect((await server.upload(owner, whole, kind)).bytes).toBe(bytes)
    }
    const refused = await announce(SMALL[kind] + 1, kind)
    expect([refused.status, (await refused.json()).error.code]).toEqual([413, 'FILE_TOO_LARGE'])
  })
})

describe('more bytes than announced', () => {
  const whole = WHOLE.glb(4000)

  test('get a 413 by their Content-Length, before any byte is read', async () => {
    const path = await createUpload(whole.length, 'glb')
    const response = await wire.sendRaw(patch(path, `content-length: ${whole.length + 1}`))
    expect([parseResponseStatus(response), await offsetOf(path)]).toEqual([413, '0'])
  })

  test('in the Content-Length of a request do not become part of the upload', async () => {
    const path = await createUpload(whole.length, 'glb')
    const response = await wire.sendRaw(patch(path, 'content-length: 1000'), whole)
    // The server parses the remaining bytes as the next request, which is invalid.
    expect([204, 400]).toContain(parseResponseStatus(response))
    expect(Number(await offsetOf(path))).toBeLessThanOrEqual(1000)
    expect((await measureStoredBytes(server.folder)).bytes).toBeLessThanOrEqual(1000)
  })

  test('in a chunked body get a 413 at the first excess byte, before the body ends', async () => {
    const path = await createUpload(whole.length, 'glb')
    const socket = wire.connect()
    const answered = answerOf(socket)
    socket.write(`${[...patch(path, 'transfer-encoding: chunked'), 'host: localhost'].join('\r\n')}\r\n\r\n`)
    // Sends all announced bytes and one more. Does not end the body.
    for (const piece of [whole.subarray(0, 100), whole.subarray(100), new Uint8Array(1)]) {
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      socket.write('\r\n')
    }
    expect(parseResponseStatus(await answered)).toBe(413)
    socket.destroy()
    expect((await measureStoredBytes(server.folder)).bytes).toBeLessThanOrEqual(whole.length)
  })

  test('cannot be sent after an invalid Upload-Length, because that header creates no upload', async () => {
    for (const length of ['-1', '1e3', '0x10', '99999999999999999999', 'NaN', ' ', '4000, 4000']) {
      const response = await wire.sendRaw([
        'POST /files HTTP/1.1',
        'tus-resumable: 1.0.0',
        `authorization: Bearer ${owner.token}`,
        `upload-length: ${length}`,
        `upload-metadata: kind ${btoa('glb')}`,
      ])
      expect([length, Math.floor(parseResponseStatus(response) / 100)]).toEqual([length, 4])
    }
    expect((await owner.client.files.usage()).unfinished).toBe(0)
  })
})

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('data', (piece) => resolve(piece.toString('latin1')))
  })
}
