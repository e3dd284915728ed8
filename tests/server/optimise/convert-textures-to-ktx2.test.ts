import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadGltfValidator } from '../../../server/files/gltf-validator.ts'
import { createModelPool, type ModelPool } from '../../../server/model-work/model-pool.ts'
import { computeMaxSidePx } from '../../../server/optimise/convert-textures-to-ktx2.ts'
import { readGlb } from '../../../server/render/glb.ts'
import { TINY_PNG } from '../../support/glb.ts'
import { buildSkinnedSheet, listModelNames } from '../../support/optimise-models.ts'
import { buildQuadGlb, encodePng } from '../../support/render-quad.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

/** Colour models of the KTX2 data format descriptor. */
const [ETC1S, UASTC] = [163, 166]
const [LINEAR, SRGB] = [1, 2]

let server: TestServer
let models: ModelPool
beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
  models = createModelPool()
})
afterAll(async () => {
  await models.stop()
  await server.close()
})

/** Returns the only model that the `ktx2` recipe makes. Runs in a separate process, because the encoder prints output. */
async function packModel(glb: Uint8Array) {
  const path = join(server.folder, 'model.glb')
  await writeFile(path, glb)
  const [only] = await models.optimise(path, 'ktx2', 'ann')
  return only!
}

const soft = async (width: number, height = width) =>
  encodePng(
    width,
    Array.from({ length: width * height }, (_, i) => [(i % width) * (200 / width), 90, Math.floor(i / width) % 255]),
  )

/** Creates a quad barely wider than a line. A larger visible area would take longer to render and compare. */
const line = (options: NonNullable<Parameters<typeof buildQuadGlb>[0]>) =>
  buildQuadGlb({
    ...options,
    change: (json) => {
      json.nodes![0]!.scale = [0.02, 1, 1]
    },
  })
const COLOUR = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }

/** Parses the header of a KTX2 file (KTX 2.0, sections 3 and 5). */
function headOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [at, levels] = [view.getUint32(48, true), view.getUint32(40, true)]
  const sides = [view.getUint32(20, true), view.getUint32(24, true)]
  return { sides, levels, model: view.getUint8(at + 12), transfer: view.getUint8(at + 14) }
}

/** Returns the document, and a lookup of the first material's KTX2 textures by slot. */
function picturesOf(glb: Uint8Array) {
  const { json, bin } = readGlb(glb)
  const material = json.materials![0]!
  const { pbrMetallicRoughness: pbr, ...others } = material
  const slots = { ...pbr, ...others } as Record<string, { index: number } | undefined>
  const at = (slot: string) => {
    const texture = json.textures![slots[slot]!.index]! as { extensions: { KHR_texture_basisu: { source: number } } }
    const image = json.images![texture.extensions.KHR_texture_basisu.source]! as {
      bufferView: number
      mimeType: string
    }
    const { byteOffset = 0, byteLength } = json.bufferViews![image.bufferView]!
    expect(image.mimeType).toBe('image/ktx2')
    return headOf(bin.subarray(byteOffset, byteOffset + byteLength))
  }
  return { json, at }
}

test.each([
  ['a few keep the maximum size', 4, 1024, 1024],
  ['sixteen of the largest fit exactly', 16, 4096, 1024],
  ['many are scaled down', 60, 4096, 512],
  ['hundreds are scaled down further', 500, 4096, 128],
  ['small ones are unchanged', 500, 128, 1024],
])('limits the total size of textures: %s', (_, count, px, side) => {
  expect(computeMaxSidePx(Array(count).fill([px, px]), 1024)).toBe(side)
})

describe('the recipe "ktx2"', { timeout: 240_000 }, () => {
  sampledTest('stores normal and data textures as linear UASTC, and colour textures as sRGB ETC1S', async () => {
    const picture = { bytes: await soft(64) }
    const glb = line({
      pictures: [picture, { bytes: await soft(60) }, { bytes: await soft(56) }],
      material: {
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 2 } },
        normalTexture: { index: 1 },
      },
    })
    const { json, at } = picturesOf((await packModel(glb)).glb)
    expect(at('baseColorTexture')).toMatchObject({ model: ETC1S, transfer: SRGB, levels: 7 })
    expect(at('normalTexture')).toMatchObject({ model: UASTC, transfer: LINEAR, levels: 6 })
    expect(at('metallicRoughnessTexture')).toMatchObject({ model: UASTC, transfer: LINEAR, levels: 6 })
    expect(json.extensionsRequired).toEqual(expect.arrayContaining(['KHR_texture_basisu']))
  })

  test('produces textures with sides that are multiples of four and at most 1024 pixels', async () => {
    const sides = async (width: number, height: number) => {
      const glb = line({ pictures: [{ bytes: await soft(width, height) }], material: COLOUR })
      return picturesOf((await packModel(glb)).glb).at('baseColorTexture').sides
    }
    expect(await sides(30, 17)).toEqual([32, 16])
    expect(await sides(1, 3)).toEqual([4, 4])
    expect(await sides(2048, 64)).toEqual([1024, 32])
  })

  sampledTest('keeps names, extras and joints, adds no validator error, and skips an unreadable texture', async () => {
    const glb = await buildSkinnedSheet({ picture: await soft(64) })
    const { glb: packed, difference } = await packModel(glb)
    expect(listModelNames(packed)).toEqual(listModelNames(glb))
    const { issues } = await loadGltfValidator().validate(packed)
    expect(issues.numErrors).toBe(0)
    expect(difference!.mean).toBeLessThan(0.02)
    const broken = await packModel(line({ pictures: [{ bytes: TINY_PNG.slice(0, 40) }], material: COLOUR }))
    expect(readGlb(broken.glb).json.extensionsRequired).not.toContain('KHR_texture_basisu')
  })

  test('preserves the appearance of a partly transparent texture', async () => {
    const bytes = await encodePng(
      8,
      Array.from({ length: 64 }, (_, i) => [200, 40, 20, i % 8 < 4 ? 0 : 255]),
    )
    const material = { alphaMode: 'MASK' as const, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }
    const { difference } = await packModel(buildQuadGlb({ pictures: [{ bytes }], material }))
    expect(difference!.mean).toBeLessThan(0.05)
  })

  test.each(['ferry-cap', 'body-female'])('keeps the names, extras and joints of %s', async (name) => {
    const glb = new Uint8Array(readFileSync(join(import.meta.dirname, `../../../demo/models/${name}.glb`)))
    const { glb: packed, difference } = await packModel(glb)
    expect(listModelNames(packed)).toEqual(listModelNames(glb))
    expect(difference!.mean).toBeLessThan(0.02)
  })

  test('produces the same bytes for the same model', async () => {
    const glb = line({ pictures: [{ bytes: await soft(64) }], material: COLOUR })
    expect((await packModel(glb)).glb).toEqual((await packModel(glb)).glb)
  })
})

const elsewhere = findSharedFolder('data/models')
describe.skipIf(!elsewhere)('models from other sources', { timeout: 240_000 }, () => {
  const heavy = process.env.SOAK ? ['avatars/rpm-headwear'] : []
  test.each(['compression/balloon-ktx2', 'compression/duck-meshopt-12bit', ...heavy])(
    '%s looks the same in KTX2',
    async (name) => {
      const glb = new Uint8Array(readFileSync(join(elsewhere!, `${name}.glb`)))
      const { glb: packed, difference } = await packModel(glb)
      expect(readGlb(packed).json.extensionsRequired).toContain('KHR_texture_basisu')
      expect(difference!.mean).toBeLessThan(0.02)
    },
  )
})
