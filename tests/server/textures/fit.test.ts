import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { predictChances } from '../../../server/textures/classifier.ts'
import { FEATURE_NAMES, measureFeatures } from '../../../server/textures/features.ts'
import { collectPictures } from '../../../server/textures/fit/collect-pictures.ts'
import { computeSplitPart, createSamples, decodePictures, weightSamples } from '../../../server/textures/fit/samples.ts'
import { evaluateWeights, fitWeights, type TrainingExample } from '../../../server/textures/fit/train.ts'
import { createSeededRandom, extractOcclusion } from '../../../server/textures/fit/variations.ts'
import { buildQuadGlb, encodePng } from '../../support/render-quad.ts'

const blank = FEATURE_NAMES.map(() => 0)

test('fits weights that separate slots by one feature, and classifies unseen examples', () => {
  const chance = createSeededRandom(3)
  const examples: TrainingExample[] = Array.from({ length: 200 }, (_, i) => ({
    features: [chance() + (i % 2 ? 2 : 0), ...blank.slice(1)],
    slot: i % 2 ? 'normal' : 'baseColor',
    weight: 1,
  }))
  const weights = fitWeights(examples)
  expect(predictChances([2.9, ...blank.slice(1)], weights).normal).toBeGreaterThan(0.95)
  expect(predictChances([0.1, ...blank.slice(1)], weights).baseColor).toBeGreaterThan(0.95)
  expect(fitWeights(examples)).toEqual(weights)
  expect(
    evaluateWeights(weights, [{ features: [0, ...blank.slice(1)], slot: 'normal', weight: 1 }], 0.6),
  ).toMatchObject({
    right: 0,
    count: 1,
    sure: 1,
    sureRight: 0,
    table: { normal: { baseColor: 1 } },
  })
})

test('collects textures by slot in a model or by file name, and skips a texture in unrelated slots', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-textures-'))
  try {
    const pictures = await Promise.all(
      [
        [1, 2, 3],
        [128, 128, 255],
        [255, 90, 0],
        [7, 7, 7],
      ].map(async (pixel) => ({ bytes: await encodePng(1, [pixel]) })),
    )
    const material = {
      pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 2 } },
      normalTexture: { index: 1 },
      occlusionTexture: { index: 2 },
      emissiveTexture: { index: 3 },
    }
    const change = (json: { materials?: object[] }) =>
      json.materials!.push({ pbrMetallicRoughness: { baseColorTexture: { index: 3 } } })
    writeFileSync(join(folder, 'model.glb'), buildQuadGlb({ material, pictures, change }))
    writeFileSync(join(folder, 'door_ao.png'), await encodePng(1, [[9, 9, 9]]))
    writeFileSync(join(folder, 'door.png'), await encodePng(1, [[8, 9, 9]]))
    writeFileSync(join(folder, 'broken.glb'), 'no model')
    expect(
      collectPictures('here', folder)
        .map(({ slot, family }) => `${slot} ${family}`)
        .sort(),
    ).toEqual(['baseColor here/model', 'metallicRoughness here/model', 'normal here/model', 'occlusion here/door'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('keeps variations in the same split as their picture, and drops duplicate pictures', async () => {
  const bytes = await encodePng(2, [
    [200, 30, 30],
    [10, 200, 30],
    [30, 10, 200],
    [250, 250, 30],
  ])
  const [other, slot] = [await encodePng(1, [[255, 255, 255]]), 'baseColor' as const]
  const pictures = await decodePictures([
    { family: 'one', model: 'one', slot, bytes },
    { family: 'two', model: 'two', slot, bytes },
    { family: 'three', model: 'three', slot, bytes: other },
    { family: 'four', model: 'four', slot, bytes: new Uint8Array(9) },
  ])
  expect(pictures.map(({ family }) => family)).toEqual(['one', 'three'])
  const samples = createSamples(pictures)
  expect(samples.filter(({ isReal }) => isReal).map(({ part }) => part)).toEqual([
    computeSplitPart('one'),
    computeSplitPart('three'),
  ])
  expect(new Set(samples.map(({ part }) => part))).toEqual(
    new Set([computeSplitPart('one'), computeSplitPart('three')]),
  )
  const counts = (slot: string) =>
    weightSamples(samples).reduce((sum, it) => sum + (it.slot === slot ? it.weight : 0), 0)
  expect(counts('baseColor')).toBeCloseTo(0.4, 10)
  expect(counts('emissive')).toBeCloseTo(0.08, 10)
})

test('extracts occlusion from the red channel of a packed texture', () => {
  const packed = new Uint8Array(64 * 64 * 4).fill(255)
  packed.set([40, 90, 200, 255])
  expect([...extractOcclusion(packed, true).subarray(0, 4)]).toEqual([40, 40, 40, 255])
  expect([...extractOcclusion(packed, false).subarray(0, 4)]).toEqual([40, 0, 0, 255])
  expect(measureFeatures(packed)).toHaveLength(FEATURE_NAMES.length)
})

test('collects nothing from paths without an open licence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-textures-'))
  try {
    const sourceFolder = join(folder, 'media/gltf/sponza')
    mkdirSync(sourceFolder, { recursive: true })
    writeFileSync(join(sourceFolder, 'floor_normal.png'), await encodePng(1, [[128, 128, 255]]))
    expect(collectPictures('immersive-web/webxr-samples', folder)).toEqual([])
    expect(collectPictures('another', folder)).toHaveLength(1)
    // Only the listed paths of this source have an open licence.
    expect(collectPictures('gkjohnson/3d-demo-data', folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('recognises common file names of texture packs, and groups the pictures of a pack in one family', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-textures-'))
  const paint = async (name: string, value: number) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), await encodePng(1, [[value, value, value]]))
  }
  const listFiles = (label: string) =>
    collectPictures(label, folder).map(({ slot, family, model }) => [slot, family, model].join(' '))
  try {
    await paint('Demos/car/wheel_AmbientOcclusion.jpg', 1)
    await paint('Demos/car/body/door_2k_NRM_1024.png', 2)
    await paint('Demos/car/lamp_glow.png', 3)
    await paint('Demos/car/seat_roughness_metallic_ao.png', 4)
    await paint('Demos/bus/seat_emissive.png', 5)
    expect(listFiles('BabylonJS/MeshesLibrary').sort()).toEqual([
      'emissive BabylonJS/MeshesLibrary/Demos/bus BabylonJS/MeshesLibrary/Demos/bus/seat',
      'emissive BabylonJS/MeshesLibrary/Demos/car BabylonJS/MeshesLibrary/Demos/car/lamp',
      'normal BabylonJS/MeshesLibrary/Demos/car BabylonJS/MeshesLibrary/Demos/car/body/door_2k',
      'occlusion BabylonJS/MeshesLibrary/Demos/car BabylonJS/MeshesLibrary/Demos/car/wheel',
    ])
    expect(listFiles('another')).toEqual([
      'emissive another/Demos/bus/seat another/Demos/bus/seat',
      'occlusion another/Demos/car/seat_roughness_metallic another/Demos/car/seat_roughness_metallic',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
