import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { chancesOf } from '../../../server/textures/classifier.ts'
import { FEATURES, featuresOf } from '../../../server/textures/features.ts'
import { collect } from '../../../server/textures/fit/collect.ts'
import { seeded } from '../../../server/textures/fit/random.ts'
import { decoded, partOf, samplesOf, weighed } from '../../../server/textures/fit/samples.ts'
import { type Example, fitWeights, judge } from '../../../server/textures/fit/train.ts'
import { occlusionOf } from '../../../server/textures/fit/variations.ts'
import { pngOf, quadGlb } from '../../support/quads.ts'

const blank = FEATURES.map(() => 0)

test('what can be told by one number is learnt, and what was never seen is judged by it', () => {
  const chance = seeded(3)
  const examples: Example[] = Array.from({ length: 200 }, (_, i) => ({
    features: [chance() + (i % 2 ? 2 : 0), ...blank.slice(1)],
    slot: i % 2 ? 'normal' : 'baseColor',
    weight: 1,
  }))
  const weights = fitWeights(examples)
  expect(chancesOf([2.9, ...blank.slice(1)], weights).normal).toBeGreaterThan(0.95)
  expect(chancesOf([0.1, ...blank.slice(1)], weights).baseColor).toBeGreaterThan(0.95)
  expect(fitWeights(examples)).toEqual(weights)
  expect(judge(weights, [{ features: [0, ...blank.slice(1)], slot: 'normal', weight: 1 }], 0.6)).toMatchObject({
    right: 0,
    count: 1,
    sure: 1,
    sureRight: 0,
    table: { normal: { baseColor: 1 } },
  })
})

test('textures are known by what their models use them for, and by their names; those used for two things are left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-textures-'))
  try {
    const pictures = await Promise.all(
      [
        [1, 2, 3],
        [128, 128, 255],
        [255, 90, 0],
        [7, 7, 7],
      ].map(async (pixel) => ({ bytes: await pngOf(1, [pixel]) })),
    )
    const material = {
      pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 2 } },
      normalTexture: { index: 1 },
      occlusionTexture: { index: 2 },
      emissiveTexture: { index: 3 },
    }
    const change = (json: { materials?: object[] }) =>
      json.materials!.push({ pbrMetallicRoughness: { baseColorTexture: { index: 3 } } })
    writeFileSync(join(folder, 'model.glb'), quadGlb({ material, pictures, change }))
    writeFileSync(join(folder, 'door_ao.png'), await pngOf(1, [[9, 9, 9]]))
    writeFileSync(join(folder, 'door.png'), await pngOf(1, [[8, 9, 9]]))
    writeFileSync(join(folder, 'broken.glb'), 'no model')
    expect(
      collect('here', folder)
        .map(({ slot, family }) => `${slot} ${family}`)
        .sort(),
    ).toEqual(['baseColor here/model', 'metallicRoughness here/model', 'normal here/model', 'occlusion here/door'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('variations stay with their picture’s family, and pictures alike are taken once', async () => {
  const bytes = await pngOf(2, [
    [200, 30, 30],
    [10, 200, 30],
    [30, 10, 200],
    [250, 250, 30],
  ])
  const [other, slot] = [await pngOf(1, [[255, 255, 255]]), 'baseColor' as const]
  const pictures = await decoded([
    { family: 'one', model: 'one', slot, bytes },
    { family: 'two', model: 'two', slot, bytes },
    { family: 'three', model: 'three', slot, bytes: other },
    { family: 'four', model: 'four', slot, bytes: new Uint8Array(9) },
  ])
  expect(pictures.map(({ family }) => family)).toEqual(['one', 'three'])
  const samples = samplesOf(pictures)
  expect(samples.filter(({ isReal }) => isReal).map(({ part }) => part)).toEqual([partOf('one'), partOf('three')])
  expect(new Set(samples.map(({ part }) => part))).toEqual(new Set([partOf('one'), partOf('three')]))
  const counts = (slot: string) => weighed(samples).reduce((sum, it) => sum + (it.slot === slot ? it.weight : 0), 0)
  expect(counts('baseColor')).toBeCloseTo(0.4, 10)
  expect(counts('emissive')).toBeCloseTo(0.08, 10)
})

test('occlusion is what a packed texture has in red', () => {
  const packed = new Uint8Array(64 * 64 * 4).fill(255)
  packed.set([40, 90, 200, 255])
  expect([...occlusionOf(packed, true).subarray(0, 4)]).toEqual([40, 40, 40, 255])
  expect([...occlusionOf(packed, false).subarray(0, 4)]).toEqual([40, 0, 0, 255])
  expect(featuresOf(packed)).toHaveLength(FEATURES.length)
})

test('nothing is learnt from what is not open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-textures-'))
  try {
    const place = join(folder, 'media/gltf/sponza')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'floor_normal.png'), await pngOf(1, [[128, 128, 255]]))
    expect(collect('immersive-web/webxr-samples', folder)).toEqual([])
    expect(collect('another', folder)).toHaveLength(1)
    // Nothing there is open but what is named.
    expect(collect('gkjohnson/3d-demo-data', folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('pictures of packs are known by more names, and dealt with their whole pack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-textures-'))
  const paint = async (name: string, value: number) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), await pngOf(1, [[value, value, value]]))
  }
  const found = (label: string) =>
    collect(label, folder).map(({ slot, family, model }) => [slot, family, model].join(' '))
  try {
    await paint('Demos/car/wheel_AmbientOcclusion.jpg', 1)
    await paint('Demos/car/body/door_2k_NRM_1024.png', 2)
    await paint('Demos/car/lamp_glow.png', 3)
    await paint('Demos/car/seat_roughness_metallic_ao.png', 4)
    await paint('Demos/bus/seat_emissive.png', 5)
    expect(found('BabylonJS/MeshesLibrary').sort()).toEqual([
      'emissive BabylonJS/MeshesLibrary/Demos/bus BabylonJS/MeshesLibrary/Demos/bus/seat',
      'emissive BabylonJS/MeshesLibrary/Demos/car BabylonJS/MeshesLibrary/Demos/car/lamp',
      'normal BabylonJS/MeshesLibrary/Demos/car BabylonJS/MeshesLibrary/Demos/car/body/door_2k',
      'occlusion BabylonJS/MeshesLibrary/Demos/car BabylonJS/MeshesLibrary/Demos/car/wheel',
    ])
    expect(found('another')).toEqual([
      'emissive another/Demos/bus/seat another/Demos/bus/seat',
      'occlusion another/Demos/car/seat_roughness_metallic another/Demos/car/seat_roughness_metallic',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
