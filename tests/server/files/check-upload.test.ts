import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectModelInProcess } from '../../../server/files/inspect-model.ts'
import type { UploadKind } from '../../../src/api/contract/files.ts'
import { buildGlb, buildTinyGlb } from '../../support/glb.ts'
import { buildJpeg, buildPng, buildPsd, buildWebp } from '../../support/images.ts'
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
    ['a model', 'glb', buildTinyGlb()],
    ['a PNG', 'icon', buildPng({ width: 4096, height: 4096 })],
    ['a JPEG', 'texture', buildJpeg({ width: 8192, height: 8192 })],
    ['a WebP', 'texture', buildWebp.lossy(64, 64)],
    ['a Photoshop document', 'psd', buildPsd()],
  ])('accepts %s', async (_, kind, bytes) => {
    expect(await response(bytes, kind)).toBe(undefined)
  })

  test.each<[string, UploadKind, Uint8Array, unknown[]]>([
    [
      'an icon that is more than 4096 pixels wide',
      'icon',
      buildPng({ width: 4097 }),
      [422, 'IMAGE_INVALID', 'fileInput.imageSizeTooLarge'],
    ],
    [
      'a decompression bomb',
      'texture',
      buildPng({ width: 65_536, height: 65_536, colour: 3, depth: 1 }),
      [422, 'IMAGE_INVALID', 'fileInput.imageSizeTooLarge'],
    ],
    ['a texture of 16 bits', 'texture', buildPng({ depth: 16 }), [422, 'IMAGE_INVALID', 'fileInput.wrongBitDepth']],
    ['a grey texture', 'texture', buildPng({ colour: 0 }), [422, 'IMAGE_INVALID', 'fileInput.wrongColorType']],
    [
      'a texture in the colour space Display P3',
      'texture',
      buildPng({ profile: 'sRGB', profileDescription: 'Display P3' }),
      [422, 'IMAGE_INVALID', 'fileInput.wrongColorSpace'],
    ],
    [
      'an icon in the colour space Adobe RGB',
      'icon',
      buildPng({ profile: 'icm', profileDescription: 'Adobe RGB (1998)' }),
      [422, 'IMAGE_INVALID', 'fileInput.wrongColorSpace'],
    ],
    ['a truncated image', 'texture', buildPng().subarray(0, 33), [422, 'IMAGE_INVALID', 'upload.imageCutOff']],
    [
      'an image with an invalid colour type',
      'texture',
      buildPng({ colour: 5 }),
      [422, 'IMAGE_INVALID', 'upload.imageBroken'],
    ],
    [
      'a Photoshop document without channels',
      'psd',
      buildPsd({ channels: 0 }),
      [422, 'IMAGE_INVALID', 'upload.imageBroken'],
    ],
    [
      'an HTML page as an icon',
      'icon',
      Buffer.from('<html><script>alert(1)</script>'),
      [415, 'WRONG_FILE_TYPE', undefined],
    ],
    ['a model as an icon', 'icon', buildTinyGlb(), [415, 'WRONG_FILE_TYPE', undefined]],
    ['a truncated model', 'glb', buildTinyGlb().slice(0, -4), [422, 'MODEL_INVALID', 'upload.glbCutOff']],
    [
      'a model with nothing to render',
      'glb',
      buildTinyGlb({ json: { nodes: [{}] } }),
      [422, 'MODEL_INVALID', 'upload.nothingToDraw'],
    ],
    [
      'a model that refers to a missing accessor',
      'glb',
      buildTinyGlb({ json: { accessors: [] } }),
      [422, 'MODEL_INVALID', 'upload.glbPointsAway'],
    ],
    [
      'a model with a cycle of nodes',
      'glb',
      buildTinyGlb({ json: { nodes: [{ children: [0] }] } }),
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

  test('neither serves a refused file nor counts the file in the quota', async () => {
    const before = await owner.client.files.usage()
    await response(buildPng({ width: 4097 }), 'icon')
    expect(await owner.client.files.usage()).toEqual(before)
    const name = `${createHash('sha256')
      .update(buildPng({ width: 4097 }))
      .digest('hex')}.png`
    expect((await server.fetch(`${ORIGIN}/files/${name}`)).status).toBe(404)
  })

  test('is repeated on the next request for the upload if it could not run before', async () => {
    let isBusy = true
    const busy = await openTestServer({
      inspect: (path) => (isBusy ? Promise.reject(new Error('This took too long.')) : inspectModelInProcess(path)),
    })
    const other = await busy.account('developer')
    await expect(busy.upload(other, buildTinyGlb())).rejects.toThrow('"code":"UNAVAILABLE"')
    isBusy = false
    const { rows } = await sql<{ id: string }>`select id from upload_starts`.execute(busy.deps.db)
    expect((await other.client.files.describe({ id: rows[0]!.id })).bytes).toBe(buildTinyGlb().length)
    await busy.close()
  })
})
