import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECOMMENDED_LIMITS } from '../../../src/files/glb-check.ts'
import { buildGlb, buildTinyGlb } from '../../support/glb.ts'
import { buildJpeg, buildPng, buildPsd } from '../../support/images.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

let server: TestServer
let owner: TestAccount
beforeAll(async () => {
  server = await openTestServer()
  owner = await server.account('developer')
})
afterAll(() => server.close())

/** Stores a file without any check, as older versions with laxer limits did. */
const storeBytes = (bytes: Uint8Array) => server.deps.files.storeBytes(bytes)
const validate = (body: object) => owner.client.assets.validate({ body })

describe('validating files', () => {
  test("returns statistics and the validator's report of a valid model", async () => {
    const { url } = await server.upload(owner, buildTinyGlb())
    const response = await validate({ modelUrl: url })
    expect(response).toMatchObject({
      isValid: true,
      files: [{ field: 'modelUrl', url, type: 'model/gltf-binary', maxBytes: 52_428_800, fault: null }],
      model: { stats: { triangles: 1, vertices: 3, bytes: buildTinyGlb().length }, notes: [] },
      report: { counts: { error: 0, warning: 0 }, isCut: false },
    })
    expect(response.report?.validatorVersion).toMatch(/^2\./)
  })

  test('reports an exceeded triangle budget as a note, and rejects a model with an accessor error', async () => {
    const count = RECOMMENDED_LIMITS.triangles * 3 + 3
    const { url } = await server.upload(
      owner,
      buildTinyGlb({ json: { accessors: [{ count, componentType: 5126, type: 'VEC3' }] } }),
    )
    const { isValid, files, model, report } = await validate({ modelUrl: url })
    expect([isValid, files[0]?.fault, model?.notes]).toEqual([
      false,
      null,
      [
        {
          kind: 'overBudget',
          budget: 'triangles',
          value: RECOMMENDED_LIMITS.triangles + 1,
          max: RECOMMENDED_LIMITS.triangles,
        },
      ],
    ])
    expect(report?.counts.error).toBeGreaterThan(0)
    expect(report?.findings.map(({ code }) => code)).toContain('MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS')
  })

  test('accepts a model with any number of unnormalised normals, and counts all of these errors', async () => {
    const many = 250_000
    const normals = new Float32Array(many * 3).fill(0.9)
    const accessor = { bufferView: 0, componentType: 5126, count: many, type: 'VEC3' }
    const leaning = (more: object = {}) =>
      buildGlb(
        JSON.stringify({
          asset: { version: '2.0' },
          scene: 0,
          scenes: [{ nodes: [0] }],
          nodes: [{ mesh: 0 }],
          meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 } }] }],
          accessors: [
            { ...accessor, min: [0.9, 0.9, 0.9].map(Math.fround), max: [0.9, 0.9, 0.9].map(Math.fround) },
            accessor,
          ],
          bufferViews: [{ buffer: 0, byteLength: normals.byteLength, byteStride: 12, target: 34962 }],
          buffers: [{ byteLength: normals.byteLength }],
          ...more,
        }),
        new Uint8Array(normals.buffer),
      )
    const fine = await validate({ modelUrl: await storeBytes(leaning()) })
    expect([fine.isValid, fine.report?.isCut, fine.report?.counts.error]).toEqual([true, true, many])
    expect(fine.report?.findings.flatMap(({ places }) => places).length).toBeLessThanOrEqual(500)
    expect(JSON.stringify(fine).length).toBeLessThan(64 * 1024)
    expect(fine.report?.findings.map(({ code }) => code)).toContain('ACCESSOR_VECTOR3_NON_UNIT')
    const broken = await validate({
      modelUrl: await storeBytes(leaning({ skins: [{ joints: [0], inverseBindMatrices: 0 }] })),
    })
    expect([broken.isValid, broken.files[0]?.fault]).toEqual([false, null])
    // Severe findings come first, though they were found last.
    expect(broken.report?.findings[0]?.code).not.toBe('ACCESSOR_VECTOR3_NON_UNIT')
  })

  test('rejects a model with nothing to render', async () => {
    const empty = buildTinyGlb({ json: { nodes: [{}] } })
    const { isValid, files, report } = await validate({ modelUrl: await storeBytes(empty) })
    expect([isValid, files[0]?.fault]).toEqual([
      false,
      {
        word: 'upload.nothingToDraw',
        message: 'The model has nothing to draw: no mesh with vertices is in its scene.',
      },
    ])
    expect(report?.counts.error).toBe(0)
    await expect(server.upload(owner, empty)).rejects.toThrow(/MODEL_INVALID|422/)
  })

  test('returns the width, height, colour type and bit depth of each image', async () => {
    const [icon, texture, source] = [
      await storeBytes(buildPng({ width: 64 })),
      await storeBytes(buildJpeg({ components: 3 })),
      await storeBytes(buildPsd()),
    ]
    const { isValid, files, report } = await validate({ iconUrl: icon, textureUrl: texture, psdUrl: source })
    expect([isValid, report, files.map(({ field, fault, image }) => [field, fault, image])]).toEqual([
      true,
      null,
      [
        ['iconUrl', null, { width: 64, height: 1, colorType: 'rgba', bitDepth: 8 }],
        ['textureUrl', null, { width: 1, height: 1, colorType: 'rgb', bitDepth: 8 }],
        ['psdUrl', null, { width: 1, height: 1, colorType: 'rgb', bitDepth: 8 }],
      ],
    ])
  })

  test('reports each invalid file with its field, message key and message', async () => {
    const wide = await storeBytes(buildPng({ width: 70_000 }))
    const broken = await storeBytes(buildGlb('{"asset":'.padEnd(40)))
    const { isValid, files, report, reportFault } = await validate({
      modelUrl: broken,
      iconUrl: broken,
      textureUrl: wide,
    })
    expect(isValid).toBe(false)
    expect(files.map(({ field, fault }) => [field, fault?.word, fault?.message])).toEqual([
      ['modelUrl', 'upload.glbDocument', "The model's JSON chunk is not valid JSON."],
      ['iconUrl', 'upload.wrongType.icon', 'The file is not a PNG, JPEG or WebP image.'],
      ['textureUrl', 'fileInput.imageSizeTooLarge', 'The image is 70000 × 1 pixels. The limit is 8192 × 8192.'],
    ])
    expect(report?.counts.error ?? reportFault).toBeTruthy()
  })

  test('refuses unknown files, external URLs, empty requests and callers without permission', async () => {
    await expect(validate({ modelUrl: `/files/${'0'.repeat(64)}.glb` })).rejects.toMatchObject({ code: 'FILE_UNKNOWN' })
    await expect(validate({})).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(validate({ modelUrl: 'https://elsewhere.example/a.glb' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    const user = await server.account('user')
    await expect(user.client.assets.validate({ body: {} })).rejects.toMatchObject({ status: 403 })
  })

  test('returns an error message instead of a report if the validator crashes', async () => {
    const crashingServer = await openTestServer({
      deps: { reportModel: () => Promise.reject(new Error('This took too long.')) },
    })
    const other = await crashingServer.account('developer')
    const { url } = await crashingServer.upload(other, buildTinyGlb())
    expect(await other.client.assets.validate({ body: { modelUrl: url } })).toMatchObject({
      isValid: true,
      report: null,
      reportFault: 'The validator could not process this model.',
    })
    await crashingServer.close()
  })
})

const models = findSharedFolder('data/models')
const files = models
  ? (readdirSync(models, { recursive: true }) as string[]).filter((name) => name.endsWith('.glb'))
  : []

test.skipIf(!models)(
  `validates each glTF 2.0 binary among ${files.length} third-party models without failing`,
  async () => {
    for (const file of files) {
      const bytes = readFileSync(join(models ?? '', file))
      if (bytes.toString('latin1', 0, 4) !== 'glTF' || bytes[4] !== 2 || bytes.length < 12) continue
      const { isValid, report, reportFault } = await validate({ modelUrl: await storeBytes(bytes) })
      expect([file, typeof isValid, report !== null || reportFault !== undefined]).toEqual([file, 'boolean', true])
    }
  },
)
