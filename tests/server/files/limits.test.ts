import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UPLOAD_KINDS, type UploadKind } from '../../../src/api/contract/files.ts'
import { glbOfSize } from '../../support/glb.ts'
import { png, psd } from '../../support/images.ts'
import { type OnPort, onPort, statusOf } from '../../support/port.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { emptyStored, storedIn } from '../../support/stored-bytes.ts'

const KINDS = Object.keys(UPLOAD_KINDS) as UploadKind[]
const MB = 1024 * 1024
/** Limits small enough to send every byte of them; one of its own for each kind. */
const SMALL = { glb: 5000, texture: 3001, icon: 2002, psd: 12_003 }
const WHOLE: Record<UploadKind, (bytes: number) => Uint8Array> = {
  glb: (bytes) => glbOfSize(bytes, (room) => new Uint8Array(room).fill(9)),
  texture: (bytes) => padded(png(), bytes),
  icon: (bytes) => padded(png(), bytes),
  psd: (bytes) => padded(psd(), bytes),
}
const padded = (bytes: Uint8Array, length: number) =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length))])

let server: TestServer
let wire: OnPort
let owner: TestAccount

beforeAll(async () => {
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, { ...UPLOAD_KINDS[kind], maxBytes: SMALL[kind] }]))
  server = await openTestServer({ kinds: kinds as typeof UPLOAD_KINDS & Record<string, never> })
  wire = await onPort(server.deps)
})
beforeEach(async () => {
  await server.reset()
  await emptyStored(server.folder)
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
const begin = async (bytes: number, kind: UploadKind) => (await announce(bytes, kind)).headers.get('location')!
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

describe.each(KINDS)('the limit of a %s', (kind) => {
  test('is exact to the byte, announced and sent', async () => {
    for (const bytes of [SMALL[kind] - 1, SMALL[kind]]) {
      const whole = WHOLE[kind](bytes)
      expect(whole.length).toBe(bytes)
      expect((await server.upload(owner, whole, kind)).bytes).toBe(bytes)
    }
    const refused = await announce(SMALL[kind] + 1, kind)
    expect([refused.status, (await refused.json()).error.code]).toEqual([413, 'FILE_TOO_LARGE'])
  })

  test('is the specified one where nobody says otherwise', () => {
    expect(UPLOAD_KINDS[kind].maxBytes).toBe({ glb: 50, texture: 5, icon: 5, psd: 20 }[kind] * MB)
  })
})

describe('more bytes than announced', () => {
  const whole = WHOLE.glb(4000)

  test('are refused by their stated length, before any of them is read', async () => {
    const path = await begin(whole.length, 'glb')
    const answer = await wire.raw(patch(path, `content-length: ${whole.length + 1}`))
    expect([statusOf(answer), await offsetOf(path)]).toEqual([413, '0'])
  })

  test('that a stated length hides are no part of the upload', async () => {
    const path = await begin(whole.length, 'glb')
    const answer = await wire.raw(patch(path, 'content-length: 1000'), whole)
    // What follows is the next request, and none that can be read.
    expect([204, 400]).toContain(statusOf(answer))
    expect(Number(await offsetOf(path))).toBeLessThanOrEqual(1000)
    expect((await storedIn(server.folder)).bytes).toBeLessThanOrEqual(1000)
  })

  test('without any stated length are refused at the first byte beyond, while the sender has not ended', async () => {
    const path = await begin(whole.length, 'glb')
    const socket = wire.connect()
    const answered = answerOf(socket)
    socket.write(`${[...patch(path, 'transfer-encoding: chunked'), 'host: localhost'].join('\r\n')}\r\n\r\n`)
    // All that was announced and one byte more: nothing else comes, not even the end.
    for (const piece of [whole.subarray(0, 100), whole.subarray(100), new Uint8Array(1)]) {
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      socket.write('\r\n')
    }
    expect(statusOf(await answered)).toBe(413)
    socket.destroy()
    expect((await storedIn(server.folder)).bytes).toBeLessThanOrEqual(whole.length)
  })

  test('do not come into the store by an upload that was begun with a lie', async () => {
    for (const length of ['-1', '1e3', '0x10', '99999999999999999999', 'NaN', ' ', '4000, 4000']) {
      const answer = await wire.raw([
        'POST /files HTTP/1.1',
        'tus-resumable: 1.0.0',
        `authorization: Bearer ${owner.token}`,
        `upload-length: ${length}`,
        `upload-metadata: kind ${btoa('glb')}`,
      ])
      expect([length, Math.floor(statusOf(answer) / 100)]).toEqual([length, 4])
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
