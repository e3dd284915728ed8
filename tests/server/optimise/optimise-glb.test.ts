import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadGltfValidator } from '../../../server/files/gltf-validator.ts'
import { makeVariant } from '../../../server/optimise/make-variant.ts'
import { optimiseGlb } from '../../../server/optimise/optimise-glb.ts'
import { RECIPE_TABLE } from '../../../server/optimise/recipes.ts'
import { renderDifference } from '../../../server/optimise/render-difference.ts'
import { VARIANT_RECIPES } from '../../../src/api/contract/recipes.ts'
import { buildGlb, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import {
  buildQuantisedTriangle,
  buildSkinnedSheet,
  listModelNames,
  NORMAL_DELTA,
  openPackedModel,
  SHEET_SIDE_VERTICES,
} from '../../support/optimise-models.ts'
import { sampleNames } from '../../support/sampling.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

/** Recipes that reduce the file size. KTX2 has its own tests. */
const SMALLER = VARIANT_RECIPES.filter((name) => !RECIPE_TABLE[name].isFormat)

const demo = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../../demo/models', `${name}.glb`)))
const web = async (glb: Uint8Array) => (await optimiseGlb(glb, RECIPE_TABLE.web))[0]!

/** Creates a PNG that compresses badly, `side` pixels a side. */
const noise = async (side: number) => {
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, i) => (Math.sin(i) * 43758) & 255)
  return new Uint8Array(
    await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer(),
  )
}

async function errorsIn(glb: Uint8Array): Promise<string[]> {
  const { issues } = await loadGltfValidator().validate(glb)
  return issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code)
}

test('reports statistics of a variant and its original, and their visual difference', async () => {
  const glb = demo('cove-tee')
  const [one, ...others] = await makeVariant(glb, 'web')
  const { glb: optimised, before, after, difference } = one!
  expect([before.bytes, after.bytes, others.length]).toEqual([glb.length, optimised.length, 0])
  expect(after.bytes).toBeLessThan(before.bytes)
  expect(after.triangles).toBe(before.triangles)
  expect(difference!.mean).toBeLessThan(0.02)
})

describe('every recipe that reduces the file size', () => {
  test.each(['bram', 'cove-tee', 'ferry-cap', 'body-female'])(
    'keeps the names, extras and joints of %s, and adds no validator error',
    async (name) => {
      const glb = demo(name)
      for (const recipe of SMALLER)
        for (const optimised of await optimiseGlb(glb, RECIPE_TABLE[recipe])) {
          expect(listModelNames(optimised)).toEqual(listModelNames(glb))
          expect(await errorsIn(optimised)).toEqual([])
          expect(optimised.length).toBeLessThan(glb.length)
        }
    },
  )

  test('keeps unused items that a program may look up, and items that differ only in their extras', async () => {
    const glb = await buildSkinnedSheet({ picture: await noise(64) })
    expect(listModelNames(glb).names).toEqual(
      expect.arrayContaining(['materials Spare', 'nodes Socket', 'images Weave']),
    )
    for (const recipe of SMALLER)
      for (const optimised of await optimiseGlb(glb, RECIPE_TABLE[recipe])) {
        expect(listModelNames(optimised)).toEqual(listModelNames(glb))
        expect(await errorsIn(optimised)).toEqual([])
      }
  })

  test('produces the same bytes for the same model', async () => {
    const glb = demo('ferry-cap')
    for (const recipe of SMALLER)
      expect(await optimiseGlb(glb, RECIPE_TABLE[recipe])).toEqual(await optimiseGlb(glb, RECIPE_TABLE[recipe]))
  })

  test('refuses an unreadable model, or a model that would lose data, with a one-sentence error', async () => {
    const lossy = buildTinyGlb({ json: { extensionsUsed: ['ACME_cloth'] } })
    await expect(web(lossy)).rejects.toThrow('The model uses ACME_cloth, which would be lost.')
    await expect(web(buildGlb('{'))).rejects.toThrow('The model cannot be read.')
    await expect(web(demo('bram').slice(0, 5000))).rejects.toThrow('The model cannot be read.')
  })
})

describe('the recipe "web"', () => {
  test('keeps vertex positions with a precision of 14 bits, and skin weights with 8 bits', async () => {
    const { read, glb } = await openPackedModel(await web(await buildSkinnedSheet()), 'Sheet')
    // The matrices of the skin undo the quantisation of positions, here a scale and a shift.
    const skin = glb.json.skins![0]!
    const scale = 0.5
    const [positions, weights] = [read('POSITION'), read('WEIGHTS_0')]
    expect(positions.length / 3).toBe(SHEET_SIDE_VERTICES * SHEET_SIDE_VERTICES)
    expect(skin.inverseBindMatrices).toBeDefined()
    for (let v = 0; v < SHEET_SIDE_VERTICES * SHEET_SIDE_VERTICES; v++) {
      const x = positions[v * 3]! * scale + 0.5
      expect(Math.abs(x * (SHEET_SIDE_VERTICES - 1) - Math.round(x * (SHEET_SIDE_VERTICES - 1)))).toBeLessThan(0.01)
      // Weights are sorted by size when they are normalised.
      const [larger, smaller] = [weights[v * 4]!, weights[v * 4 + 1]!]
      expect(larger + smaller).toBeCloseTo(1, 2)
      expect(Math.abs(larger - Math.max(x, 1 - x))).toBeLessThan(1.5 / 255)
    }
  })

  test('keeps the normals of morph targets', async () => {
    const { readTarget } = await openPackedModel(await web(await buildSkinnedSheet()), 'Sheet')
    const deltas = readTarget('NORMAL')
    expect(deltas.length).toBe(SHEET_SIDE_VERTICES * SHEET_SIDE_VERTICES * 3)
    for (const [i, value] of deltas.entries()) expect(Math.abs(value - NORMAL_DELTA[i % 3]!)).toBeLessThan(1 / 127)
  })

  test('accepts a skin without inverse bind matrices', async () => {
    const [withDefaults, omitted] = [
      await web(await buildSkinnedSheet()),
      await web(await buildSkinnedSheet({ noRest: true })),
    ]
    expect((await renderDifference(withDefaults, omitted))?.max).toBe(0)
  })

  test('preserves the appearance of quantised or compressed models', async () => {
    for (const packed of [buildQuantisedTriangle(), await web(demo('ferry-cap'))]) {
      const difference = await renderDifference(packed, await web(packed))
      expect(difference!.mean).toBeLessThan(0.01)
    }
  })

  test('keeps a texture that WebP would enlarge', async () => {
    const types = async (picture: Uint8Array) => {
      const { glb } = await openPackedModel(await web(await buildSkinnedSheet({ picture })), 'Sheet')
      return [glb.json.images?.map((it) => (it as { mimeType?: string }).mimeType), glb.json.extensionsRequired]
    }
    expect(await types(TINY_PNG)).toEqual([['image/png'], expect.not.arrayContaining(['EXT_texture_webp'])])
    const larger = await types(await noise(300))
    expect(larger).toEqual([['image/webp'], expect.arrayContaining(['EXT_texture_webp'])])
  })
})

describe('the recipe "lods"', () => {
  test('reduces triangles to a half and a quarter, and keeps mesh borders and skin weights', async () => {
    const levels = await optimiseGlb(await buildSkinnedSheet(), RECIPE_TABLE.lods)
    for (const [level, share] of [0.5, 0.25].entries()) {
      const { read, glb, primitive } = await openPackedModel(levels[level]!, 'Sheet')
      const corners = glb.json.accessors![primitive.indices!]!.count
      expect(corners / 3).toBeLessThanOrEqual((SHEET_SIDE_VERTICES - 1) ** 2 * 2 * share)
      const [positions, weights] = [read('POSITION'), read('WEIGHTS_0')]
      const border = new Set<string>()
      for (let v = 0; v < positions.length / 3; v++) {
        const [x, y] = [positions[v * 3]! * 0.5 + 0.5, positions[v * 3 + 1]! * 0.5 + 0.5]
        expect(Math.abs(weights[v * 4]! - Math.max(x, 1 - x))).toBeLessThan(1.5 / 255)
        const [column, row] = [Math.round(x * (SHEET_SIDE_VERTICES - 1)), Math.round(y * (SHEET_SIDE_VERTICES - 1))]
        if ([0, SHEET_SIDE_VERTICES - 1].includes(column) || [0, SHEET_SIDE_VERTICES - 1].includes(row))
          border.add(`${column} ${row}`)
      }
      expect(border.size).toBe(4 * (SHEET_SIDE_VERTICES - 1))
    }
  })
})

const models = findSharedFolder('data/models')
describe.skipIf(!models)('models from other sources', { timeout: 240_000 }, () => {
  const names = [
    'compression/heart_draco',
    'morph/morph-stress-test',
    'compression/box-textured-meshopt',
    'structure/box_sparse',
    'structure/simple-instancing',
    ...(process.env.SOAK ? ['avatars/rpm-headwear'] : []),
  ]
  test.each(sampleNames('models that are made smaller', names))(
    '%s keeps its names and appearance, and no recipe adds a validator error',
    async (name) => {
      const glb = new Uint8Array(readFileSync(join(models!, `${name}.glb`)))
      // Creating a variant fails if the validator finds an error that the original does not have.
      for (const recipe of SMALLER)
        for (const { glb: optimised, difference } of await makeVariant(glb, recipe)) {
          // glTF-Transform numbers morph targets that have no names.
          const { extras, ...names } = listModelNames(glb)
          expect(listModelNames(optimised)).toMatchObject(names)
          expect(listModelNames(optimised).extras).toEqual(expect.arrayContaining(extras))
          if (recipe === 'web') expect(difference!.mean).toBeLessThan(0.02)
        }
    },
  )
})
