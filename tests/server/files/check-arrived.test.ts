import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectHere } from '../../../server/files/inspect.ts'
import type { UploadKind } from '../../../src/api/contract/files.ts'
import { glbOf, tinyGlb } from '../../support/glb.ts'
import { jpeg, png, psd, webp } from '../../support/images.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let owner: TestAccount
beforeAll(async () => {
  server = await openTestServer()
  owner = await server.account('developer')
})
afterAll(() => server.close())

/** What the server says to a client that checks nothing. */
async function answer(bytes: Uint8Array, kind: UploadKind) {
  const refused = await server.upload(owner, bytes, kind).then(
    () => undefined,
    ({ message }: Error) => JSON.parse(message.slice(message.indexOf('{'))).error,
  )
  return refused && [refused.status, refused.code, refused.details?.word]
}

describe('what a client did not check, the server does', () => {
  test.each<[string, UploadKind, Uint8Array]>([
    ['a model', 'glb', tinyGlb()],
    ['a PNG', 'icon', png({ width: 4096, height: 4096 })],
    ['a JPEG', 'texture', jpeg({ width: 8192, height: 8192 })],
    ['a WebP', 'texture', webp.lossy(64, 64)],
    ['a Photoshop document', 'psd', psd()],
  ])('%s is taken', async (_, kind, bytes) => {
    expect(await answer(bytes, kind)).toBe(undefined)
  })

  test.each<[string, UploadKind, Uint8Array, unknown[]]>([
    [
      'an icon with too long a side',
      'icon',
      png({ width: 4097 }),
      [422, 'IMAGE_INVALID', 'fileInput.imageSizeTooLarge'],
    ],
    [
      'a decompression bomb',
      'texture',
      png({ width: 65_536, height: 65_536, colour: 3, depth: 1 }),
      [422, 'IMAGE_INVALID', 'fileInput.imageSizeTooLarge'],
    ],
    ['a texture of 16 bits', 'texture', png({ depth: 16 }), [422, 'IMAGE_INVALID', 'fileInput.wrongBitDepth']],
    ['a grey texture', 'texture', png({ colour: 0 }), [422, 'IMAGE_INVALID', 'fileInput.wrongColorType']],
    [
      'a texture of another colour space',
      'texture',
      png({ profile: 'sRGB', described: 'Display P3' }),
      [422, 'IMAGE_INVALID', 'fileInput.wrongColorSpace'],
    ],
    [
      'an icon of another colour space',
      'icon',
      png({ profile: 'icm', described: 'Adobe RGB (1998)' }),
      [422, 'IMAGE_INVALID', 'fileInput.wrongColorSpace'],
    ],
    ['a cut off image', 'texture', png().subarray(0, 33), [422, 'IMAGE_INVALID', 'upload.imageCutOff']],
    ['a broken image', 'texture', png({ colour: 5 }), [422, 'IMAGE_INVALID', 'upload.imageBroken']],
    ['a broken document', 'psd', psd({ channels: 0 }), [422, 'IMAGE_INVALID', 'upload.imageBroken']],
    [
      'a page that calls itself an image',
      'icon',
      Buffer.from('<html><script>alert(1)</script>'),
      [415, 'WRONG_FILE_TYPE', undefined],
    ],
    ['a model as an image', 'icon', tinyGlb(), [415, 'WRONG_FILE_TYPE', undefined]],
    ['a model without its end', 'glb', tinyGlb().slice(0, -4), [422, 'MODEL_INVALID', 'upload.glbCutOff']],
    [
      'a model with nothing to draw',
      'glb',
      tinyGlb({ json: { nodes: [{}] } }),
      [422, 'MODEL_INVALID', 'upload.nothingToDraw'],
    ],
    [
      'a model that points away',
      'glb',
      tinyGlb({ json: { accessors: [] } }),
      [422, 'MODEL_INVALID', 'upload.glbPointsAway'],
    ],
    [
      'a model that hangs in a circle',
      'glb',
      tinyGlb({ json: { nodes: [{ children: [0] }] } }),
      [422, 'MODEL_INVALID', 'upload.glbTangled'],
    ],
    [
      'a model of something else',
      'glb',
      glbOf('{"asset":{"version":"2.0"},"extensionsRequired":["ACME"]}'),
      [422, 'MODEL_INVALID', 'upload.glbExtension'],
    ],
  ])('%s is refused', async (_, kind, bytes, expected) => {
    expect(await answer(bytes, kind)).toEqual(expected)
  })

  test('what was refused is served to nobody and takes no room', async () => {
    const before = await owner.client.files.usage()
    await answer(png({ width: 4097 }), 'icon')
    expect(await owner.client.files.usage()).toEqual(before)
    const name = `${createHash('sha256')
      .update(png({ width: 4097 }))
      .digest('hex')}.png`
    expect((await server.fetch(`${ORIGIN}/files/${name}`)).status).toBe(404)
  })

  test('a check that cannot be made now is made once it is asked for again', async () => {
    let isBusy = true
    const busy = await openTestServer({
      inspect: (path) => (isBusy ? Promise.reject(new Error('This took too long.')) : inspectHere(path)),
    })
    const other = await busy.account('developer')
    await expect(busy.upload(other, tinyGlb())).rejects.toThrow('"code":"UNAVAILABLE"')
    isBusy = false
    const { rows } = await sql<{ id: string }>`select id from upload_starts`.execute(busy.deps.db)
    expect((await other.client.files.describe({ id: rows[0]!.id })).bytes).toBe(tinyGlb().length)
    await busy.close()
  })
})
