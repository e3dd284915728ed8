import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModels, type Models } from '../../../server/files/models.ts'
import { loadValidator } from '../../../server/files/validator.ts'
import { sideFor } from '../../../server/optimise/ktx2.ts'
import { readGlb } from '../../../server/render/glb.ts'
import { TINY_PNG } from '../../support/glb.ts'
import { namesOf, skinnedSheet } from '../../support/optimise.ts'
import { pngOf, quadGlb } from '../../support/quads.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'
import { sharedFolder } from '../../support/shared.ts'

/** As the container's format calls them. */
const [ETC1S, UASTC] = [163, 166]
const [LINEAR, SRGB] = [1, 2]

let server: TestServer
let models: Models
beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
  models = createModels()
})
afterAll(async () => {
  await models.stop()
  await server.close()
})

/** The one model that the recipe makes. In a process of its own: the encoder writes to the output. */
async function made(glb: Uint8Array) {
  const path = join(server.folder, 'model.glb')
  await writeFile(path, glb)
  const [only] = await models.optimise(path, 'ktx2', 'ann')
  return only!
}

/** A soft picture, so many pixels a side. */
const soft = async (width: number, height = width) =>
  pngOf(
    width,
    Array.from({ length: width * height }, (_, i) => [(i % width) * (200 / width), 90, Math.floor(i / width) % 255]),
  )

/** A quad that is hardly wider than a line: how far it is apart from what is made of it is drawn, which takes by what is covered. */
const line = (given: NonNullable<Parameters<typeof quadGlb>[0]>) =>
  quadGlb({
    ...given,
    change: (json) => {
      json.nodes![0]!.scale = [0.02, 1, 1]
    },
  })
const COLOUR = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }

/** What the head of a KTX2 file tells (KTX 2.0, 3 and 5). */
function headOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [at, levels] = [view.getUint32(48, true), view.getUint32(40, true)]
  const sides = [view.getUint32(20, true), view.getUint32(24, true)]
  return { sides, levels, model: view.getUint8(at + 12), transfer: view.getUint8(at + 14) }
}

/** The pictures of a model in KTX2, by the slot of the first material that shows them. */
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
  ['few stay as large as they may be', 4, 1024, 1024],
  ['sixteen of the largest just fit', 16, 4096, 1024],
  ['many are made smaller', 60, 4096, 512],
  ['a great many much smaller', 500, 4096, 128],
  ['small ones are left as they are', 500, 128, 1024],
])('of pictures %s', (_, count, px, side) => {
  expect(sideFor(Array(count).fill([px, px]), 1024)).toBe(side)
})

describe('the recipe ktx2', { timeout: 240_000 }, () => {
  sampledTest(
    'packs each texture as its slot needs it: directions and data as they are, colours as eyes see them',
    async () => {
      const picture = { bytes: await soft(64) }
      const glb = line({
        pictures: [picture, { bytes: await soft(60) }, { bytes: await soft(56) }],
        material: {
          pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 2 } },
          normalTexture: { index: 1 },
        },
      })
      const { json, at } = picturesOf((await made(glb)).glb)
      expect(at('baseColorTexture')).toMatchObject({ model: ETC1S, transfer: SRGB, levels: 7 })
      expect(at('normalTexture')).toMatchObject({ model: UASTC, transfer: LINEAR, levels: 6 })
      expect(at('metallicRoughnessTexture')).toMatchObject({ model: UASTC, transfer: LINEAR, levels: 6 })
      expect(json.extensionsRequired).toEqual(expect.arrayContaining(['KHR_texture_basisu']))
    },
  )

  test('has sides that are multiples of four, 1024 at most', async () => {
    const sides = async (width: number, height: number) => {
      const glb = line({ pictures: [{ bytes: await soft(width, height) }], material: COLOUR })
      return picturesOf((await made(glb)).glb).at('baseColorTexture').sides
    }
    expect(await sides(30, 17)).toEqual([32, 16])
    expect(await sides(1, 3)).toEqual([4, 4])
    expect(await sides(2048, 64)).toEqual([1024, 32])
  })

  sampledTest('keeps names, extras and joints, breaks nothing, and leaves a picture that cannot be read', async () => {
    const glb = await skinnedSheet({ picture: await soft(64) })
    const { glb: packed, difference } = await made(glb)
    expect(namesOf(packed)).toEqual(namesOf(glb))
    const { issues } = await loadValidator().validate(packed)
    expect(issues.numErrors).toBe(0)
    expect(difference!.mean).toBeLessThan(0.02)
    const broken = await made(line({ pictures: [{ bytes: TINY_PNG.slice(0, 40) }], material: COLOUR }))
    expect(readGlb(broken.glb).json.extensionsRequired).not.toContain('KHR_texture_basisu')
  })

  test('keeps what is see-through', async () => {
    const bytes = await pngOf(
      8,
      Array.from({ length: 64 }, (_, i) => [200, 40, 20, i % 8 < 4 ? 0 : 255]),
    )
    const material = { alphaMode: 'MASK' as const, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }
    const { difference } = await made(quadGlb({ pictures: [{ bytes }], material }))
    expect(difference!.mean).toBeLessThan(0.05)
  })

  test.each(['ferry-cap', 'body-female'])('keeps the names, extras and joints of %s', async (name) => {
    const glb = new Uint8Array(readFileSync(join(import.meta.dirname, `../../../demo/models/${name}.glb`)))
    const { glb: packed, difference } = await made(glb)
    expect(namesOf(packed)).toEqual(namesOf(glb))
    expect(difference!.mean).toBeLessThan(0.02)
  })

  test('gives the same bytes for the same model', async () => {
    const glb = line({ pictures: [{ bytes: await soft(64) }], material: COLOUR })
    expect((await made(glb)).glb).toEqual((await made(glb)).glb)
  })
})

const elsewhere = sharedFolder('data/models')
describe.skipIf(!elsewhere)('of models from elsewhere', { timeout: 240_000 }, () => {
  const heavy = process.env.SOAK ? ['avatars/rpm-headwear'] : []
  test.each(['compression/balloon-ktx2', 'compression/duck-meshopt-12bit', ...heavy])(
    '%s in KTX2 looks the same',
    async (name) => {
      const glb = new Uint8Array(readFileSync(join(elsewhere!, `${name}.glb`)))
      const { glb: packed, difference } = await made(glb)
      expect(readGlb(packed).json.extensionsRequired).toContain('KHR_texture_basisu')
      expect(difference!.mean).toBeLessThan(0.02)
    },
  )
})
