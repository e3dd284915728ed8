import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectInProcess } from '../../../server/files/inspect-model.ts'
import type { UploadKind } from '../../../src/api/contract/files.ts'
import { buildGlb, tinyGlb } from '../../support/glb.ts'
import { jpeg, png, psd, webp } from '../../support/images.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let owner: TestAccount
beforeAll(async () => {
  server = await openTestServer()
  owner = await server.account('developer')
})
afterAll(() => server.close())

/** Uploads without client checks. Returns the error, if any. */
async function response(bytes: Uint8Array, kind: UploadKind) {
  const refused = await server.upload(owner, bytes, kind).then(
    () => undefined,
    ({ message }: Error) => JSON.parse(message.slice(message.indexOf('{'))).error,
  )
  return refused && [refused.status, refused.code, refused.details?.word]
}

describe('the server-side check of an upload', () => {
  test.each<[string, UploadKind, Uint8Array]>([
    ['a model', 'glb', tinyGlb()],
    ['a PNG', 'icon', png({ width: 4096, height: 4096 })],
    ['a JPEG', 'texture', jpeg({ width: 8192, height: 8192 })],
    ['a WebP', 'texture', webp.lossy(64, 64)],
    ['a Photoshop document', 'psd', psd()],
  ])('accepts %s', async (_, kind, bytes) => {
    expect(await response(bytes, kind)).toBe(undefined)
  })

  test.each<[string, UploadKind, Uint8Array, unknown[]]>([
    [
      'an icon that is more than 4096 pixels wide',
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
      'a texture in the colour space Display P3',
      'texture',
      png({ profile: 'sRGB', described: 'Display P3' }),
      [422, 'IMAGE_INVALID', 'fileInput.wrongColorSpace'],
    ],
    [
      'an icon in the colour space Adobe RGB',
      'icon',
      png({ profile: 'icm', described: 'Adobe RGB (1998)' }),
      [422, 'IMAGE_INVALID', 'fileInput.wrongColorSpace'],
    ],
    ['a truncated image', 'texture', png().subarray(0, 33), [422, 'IMAGE_INVALID', 'upload.imageCutOff']],
    [
      'an image with an invalid colour type',
      'texture',
      png({ colour: 5 }),
      [422, 'IMAGE_INVALID', 'upload.imageBroken'],
    ],
    [
      'a Photoshop document without channels',
      'psd',
      psd({ channels: 0 }),
      [422, 'IMAGE_INVALID', 'upload.imageBroken'],
    ],
    [
      'an HTML page as an icon',
      'icon',
      Buffer.from('<html><script>alert(1)</script>'),
      [415, 'WRONG_FILE_TYPE', undefined],
    ],
    ['a model as an icon', 'icon', tinyGlb(), [415, 'WRONG_FILE_TYPE', undefined]],
    ['a truncated model', 'glb', tinyGlb().slice(0, -4), [422, 'MODEL_INVALID', 'upload.glbCutOff']],
    [
      'a model with nothing to render',
      'glb',
      tinyGlb({ json: { nodes: [{}] } }),
      [422, 'MODEL_INVALID', 'upload.nothingToDraw'],
    ],
    [
      'a model that refers to a missing accessor',
      'glb',
      tinyGlb({ json: { accessors: [] } }),
      [422, 'MODEL_INVALID', 'upload.glbPointsAway'],
    ],
    [
      'a model with a cycle of nodes',
      'glb',
      tinyGlb({ json: { nodes: [{ children: [0] }] } }),
      [422, 'MODEL_INVALID', 'upload.glbTangled'],
    ],
    [
      'a model that requires an unknown extension',
      'glb',
      buildGlb('{"asset":{"version":"2.0"},"extensionsRequired":["ACME"]}'),
      [422, 'MODEL_INVALID', 'upload.glbExtension'],
    ],
  ])('refuses %s', async (_, kind, bytes, expected) => {
    expect(await response(bytes, kind)).toEqual(expected)
  })

  test('neither serves a refused file nor charges for it', async () => {
    const before = await owner.client.files.usage()
    await response(png({ width: 4097 }), 'icon')
    expect(await owner.client.files.usage()).toEqual(before)
    const name = `${createHash('sha256')
      .update(png({ width: 4097 }))
      .digest('hex')}.png`
    expect((await server.fetch(`${ORIGIN}/files/${name}`)).status).toBe(404)
  })

  test('is repeated on the next request for the upload if it could not run before', async () => {
    let isBusy = true
    const busy = await openTestServer({
      inspect: (path) => (isBusy ? Promise.reject(new Error('This took too long.')) : inspectInProcess(path)),
    })
    const other = await busy.account('developer')
    await expect(busy.upload(other, tinyGlb())).rejects.toThrow('"code":"UNAVAILABLE"')
    isBusy = false
    const { rows } = await sql<{ id: string }>`select id from upload_starts`.execute(busy.deps.db)
    expect((await other.client.files.describe({ id: rows[0]!.id })).bytes).toBe(tinyGlb().length)
    await busy.close()
  })
})
