import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadValidator } from '../../../server/files/validator.ts'
import { differenceOf } from '../../../server/optimise/difference.ts'
import { makeVariant } from '../../../server/optimise/make.ts'
import { optimise } from '../../../server/optimise/optimise.ts'
import { RECIPE_TABLE } from '../../../server/optimise/recipes.ts'
import { RECIPES } from '../../../src/api/contract/recipes.ts'
import { drawn } from '../../support/drawn.ts'
import { glbOf, TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { namesOf, opened, quantisedTriangle, SIDE, skinnedSheet, TILT } from '../../support/optimise.ts'
import { sharedFolder } from '../../support/shared.ts'

/** What makes models smaller; KTX2 has tests of its own. */
const SMALLER = RECIPES.filter((name) => !RECIPE_TABLE[name].isFormat)

const demo = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../../demo/models', `${name}.glb`)))
const web = async (glb: Uint8Array) => (await optimise(glb, RECIPE_TABLE.web))[0]!

/** A picture that PNG packs badly, so many pixels a side. */
const noise = async (side: number) => {
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, i) => (Math.sin(i) * 43758) & 255)
  return new Uint8Array(
    await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer(),
  )
}

async function errorsIn(glb: Uint8Array): Promise<string[]> {
  const { issues } = await loadValidator().validate(glb)
  return issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code)
}

test('a variant tells what it and its original hold, and how far their pictures are apart', async () => {
  const glb = demo('cove-tee')
  const [one, ...others] = await makeVariant(glb, 'web')
  const { glb: made, before, after, difference } = one!
  expect([before.bytes, after.bytes, others.length]).toEqual([glb.length, made.length, 0])
  expect(after.bytes).toBeLessThan(before.bytes)
  expect(after.triangles).toBe(before.triangles)
  expect(difference!.mean).toBeLessThan(0.02)
})

describe('every recipe that makes models smaller', () => {
  test.each(['bram', 'cove-tee', 'ferry-cap', 'body-female'])(
    'keeps the names, extras and joints of %s, and breaks nothing',
    async (name) => {
      const glb = demo(name)
      for (const recipe of SMALLER)
        for (const made of await optimise(glb, RECIPE_TABLE[recipe])) {
          expect(namesOf(made)).toEqual(namesOf(glb))
          expect(await errorsIn(made)).toEqual([])
          expect(made.length).toBeLessThan(glb.length)
        }
    },
  )

  test('keeps what nothing uses but a program may look for, and what differs in its extras alone', async () => {
    const glb = await skinnedSheet({ picture: await noise(64) })
    expect(namesOf(glb).names).toEqual(expect.arrayContaining(['materials Spare', 'nodes Socket', 'images Weave']))
    for (const recipe of SMALLER)
      for (const made of await optimise(glb, RECIPE_TABLE[recipe])) {
        expect(namesOf(made)).toEqual(namesOf(glb))
        expect(await errorsIn(made)).toEqual([])
      }
  })

  test('gives the same bytes for the same model', async () => {
    const glb = demo('ferry-cap')
    for (const recipe of SMALLER)
      expect(await optimise(glb, RECIPE_TABLE[recipe])).toEqual(await optimise(glb, RECIPE_TABLE[recipe]))
  })

  test('refuses what would lose something, or cannot be read, in one sentence', async () => {
    const lossy = tinyGlb({ json: { extensionsUsed: ['ACME_cloth'] } })
    await expect(web(lossy)).rejects.toThrow('The model uses ACME_cloth, which would be lost.')
    await expect(web(glbOf('{'))).rejects.toThrow('The model cannot be read.')
    await expect(web(demo('bram').slice(0, 5000))).rejects.toThrow('The model cannot be read.')
  })
})

describe('web', () => {
  test('leaves every vertex where it is, to 14 bits, with its weights to 8', async () => {
    const { read, glb } = await opened(await web(await skinnedSheet()), 'Sheet')
    // What quantising did to positions is undone by the skin's matrices, here a scaling and a shift.
    const skin = glb.json.skins![0]!
    const scale = 0.5
    const [positions, weights] = [read('POSITION'), read('WEIGHTS_0')]
    expect(positions.length / 3).toBe(SIDE * SIDE)
    expect(skin.inverseBindMatrices).toBeDefined()
    for (let v = 0; v < SIDE * SIDE; v++) {
      const x = positions[v * 3]! * scale + 0.5
      expect(Math.abs(x * (SIDE - 1) - Math.round(x * (SIDE - 1)))).toBeLessThan(0.01)
      // Weights are sorted by size where they are made to add up to one.
      const [larger, smaller] = [weights[v * 4]!, weights[v * 4 + 1]!]
      expect(larger + smaller).toBeCloseTo(1, 2)
      expect(Math.abs(larger - Math.max(x, 1 - x))).toBeLessThan(1.5 / 255)
    }
  })

  test('keeps the normals of morph targets', async () => {
    const { readTarget } = await opened(await web(await skinnedSheet()), 'Sheet')
    const deltas = readTarget('NORMAL')
    expect(deltas.length).toBe(SIDE * SIDE * 3)
    for (const [i, value] of deltas.entries()) expect(Math.abs(value - TILT[i % 3]!)).toBeLessThan(1 / 127)
  })

  test('takes a skin that leaves its matrices out', async () => {
    const [given, omitted] = [await web(await skinnedSheet()), await web(await skinnedSheet({ noRest: true }))]
    expect((await differenceOf(given, omitted))?.max).toBe(0)
  })

  test('of what is quantised or packed already looks the same', async () => {
    for (const packed of [quantisedTriangle(), await web(demo('ferry-cap'))]) {
      const difference = await differenceOf(packed, await web(packed))
      expect(difference!.mean).toBeLessThan(0.01)
    }
  })

  test('leaves a texture that WebP would make larger', async () => {
    const types = async (picture: Uint8Array) => {
      const { glb } = await opened(await web(await skinnedSheet({ picture })), 'Sheet')
      return [glb.json.images?.map((it) => (it as { mimeType?: string }).mimeType), glb.json.extensionsRequired]
    }
    expect(await types(TINY_PNG)).toEqual([['image/png'], expect.not.arrayContaining(['EXT_texture_webp'])])
    const larger = await types(await noise(300))
    expect(larger).toEqual([['image/webp'], expect.arrayContaining(['EXT_texture_webp'])])
  })
})

describe('lods', () => {
  test('keep half and a quarter of the triangles, the borders, and the weights of what is left', async () => {
    const made = await optimise(await skinnedSheet(), RECIPE_TABLE.lods)
    for (const [level, share] of [0.5, 0.25].entries()) {
      const { read, glb, primitive } = await opened(made[level]!, 'Sheet')
      const corners = glb.json.accessors![primitive.indices!]!.count
      expect(corners / 3).toBeLessThanOrEqual((SIDE - 1) ** 2 * 2 * share)
      const [positions, weights] = [read('POSITION'), read('WEIGHTS_0')]
      const border = new Set<string>()
      for (let v = 0; v < positions.length / 3; v++) {
        const [x, y] = [positions[v * 3]! * 0.5 + 0.5, positions[v * 3 + 1]! * 0.5 + 0.5]
        expect(Math.abs(weights[v * 4]! - Math.max(x, 1 - x))).toBeLessThan(1.5 / 255)
        const [column, row] = [Math.round(x * (SIDE - 1)), Math.round(y * (SIDE - 1))]
        if ([0, SIDE - 1].includes(column) || [0, SIDE - 1].includes(row)) border.add(`${column} ${row}`)
      }
      expect(border.size).toBe(4 * (SIDE - 1))
    }
  })
})

const models = sharedFolder('data/models')
describe.skipIf(!models)('of models from elsewhere', { timeout: 240_000 }, () => {
  const names = [
    'compression/heart_draco',
    'morph/morph-stress-test',
    'compression/box-textured-meshopt',
    'structure/box_sparse',
    'structure/simple-instancing',
    ...(process.env.SOAK ? ['avatars/rpm-headwear'] : []),
  ]
  test.each(drawn('models that are made smaller', names, 1))(
    '%s keeps its names and looks, and no recipe adds an error',
    async (name) => {
      const glb = new Uint8Array(readFileSync(join(models!, `${name}.glb`)))
      // It throws where the validator finds an error that the original has not.
      for (const recipe of SMALLER)
        for (const { glb: made, difference } of await makeVariant(glb, recipe)) {
          // Where there are no names of morph targets the library counts them.
          const { extras, ...names } = namesOf(glb)
          expect(namesOf(made)).toMatchObject(names)
          expect(namesOf(made).extras).toEqual(expect.arrayContaining(extras))
          if (recipe === 'web') expect(difference!.mean).toBeLessThan(0.02)
        }
    },
  )
})
