import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateBytes } from 'gltf-validator'
import { describe, expect, test } from 'vitest'
import { checkGlb, RECOMMENDED_LIMITS } from '../../src/files/glb-check.ts'
import { checkGlbBytes, findGlbFault, readGlbStats, VEC3_ACCESSOR } from '../support/check-glb-bytes.ts'
import { buildGlb, buildTinyGlb } from '../support/glb.ts'
import { HOSTILE_MODELS } from '../support/hostile-models.ts'
import { buildPng } from '../support/images.ts'
import { findSharedFolder } from '../support/shared-folder.ts'

describe('the content of a model', () => {
  test('includes all counts without reading the geometry', async () => {
    const bin = new Uint8Array(2_000_000)
    const picture = buildPng({ width: 1024, height: 512 })
    bin.set(picture, 1_000_000)
    const document = {
      asset: { version: '2.0' },
      buffers: [{ byteLength: bin.length }],
      bufferViews: [
        { buffer: 0, byteLength: 360 },
        { buffer: 0, byteOffset: 1_000_000, byteLength: picture.length },
      ],
      accessors: [
        { ...VEC3_ACCESSOR, count: 30 },
        { ...VEC3_ACCESSOR, type: 'SCALAR', count: 12 },
        { ...VEC3_ACCESSOR, count: 4 },
      ],
      scenes: [{ nodes: [0] }],
      meshes: [
        {
          name: 'Cap',
          primitives: [
            { attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 0 }, { POSITION: 0 }] },
            { attributes: { POSITION: 0 }, mode: 5 },
            { attributes: { POSITION: 2 }, mode: 6 },
            { attributes: { POSITION: 2 }, mode: 1 },
          ],
        },
      ],
      nodes: [{ name: 'Hat', mesh: 0, skin: 0, children: [1] }, { name: 'Hips', children: [2] }, {}],
      skins: [{ joints: [1, 2] }, { joints: [1] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }, { source: 0 }],
      images: [{ bufferView: 1 }, { uri: 'data:image/png;base64,xx' }],
      animations: [{ channels: [{ sampler: 0, target: { node: 1 } }], samplers: [{ input: 1, output: 0 }] }],
    }
    const glb = buildGlb(JSON.stringify(document), bin)
    const { verdict, readByteCount } = await checkGlbBytes(glb)
    expect(verdict).toEqual({
      fault: null,
      stats: {
        triangles: 4 + 28 + 2,
        vertices: 34,
        drawCalls: 4,
        bones: 2,
        morphTargets: 2,
        textures: 2,
        materials: 1,
        animations: 1,
        textureBytes: Math.ceil((1024 * 512 * 4 * 4) / 3),
        longestSide: 1024,
        unreadImages: 1,
        bytes: glb.length,
      },
      notes: [],
      // Names of the rendered nodes, without bones.
      names: ['Hat', 'Cap'],
      materials: [],
    })
    expect(readByteCount).toBeLessThan(10_000)
  })

  test('has a limited number of distinct, shortened names', async () => {
    const named = (names: unknown[]) => ({
      scenes: [{ nodes: names.map((_, index) => index) }],
      nodes: names.map((name) => ({ name, mesh: 0 })),
    })
    const namesOf = async (names: unknown[]) => (await readGlbStats(buildTinyGlb({ json: named(names) }))).names
    expect(await namesOf(['Hair', 'Hair', '', 7, null, { a: 1 }])).toEqual(['Hair'])
    expect((await namesOf(['x'.repeat(5000)]))?.[0]?.length).toBeLessThan(200)
    expect(
      (await readGlbStats(buildTinyGlb({ json: { materials: [{ name: 'Wool' }, {}, { name: 'Wool' }, { name: 7 }] } })))
        .materials,
    ).toEqual(['Wool'])
    expect(await namesOf(Array.from({ length: 500 }, (_, index) => `part ${index}`))).toHaveLength(50)
  })

  test('gets a note, and is not refused, above a recommended limit', async () => {
    const count = RECOMMENDED_LIMITS.triangles * 3 + 3
    const { notes } = await readGlbStats(
      buildTinyGlb({ json: { accessors: [{ count, componentType: 5126, type: 'VEC3' }] } }),
    )
    expect(notes).toEqual([
      {
        kind: 'overBudget',
        budget: 'triangles',
        value: RECOMMENDED_LIMITS.triangles + 1,
        max: RECOMMENDED_LIMITS.triangles,
      },
    ])
  })

  test('excludes bytes after the declared end of the file, even if they look like a chunk', async () => {
    const plain = await readGlbStats(buildTinyGlb())
    for (const more of [Buffer.alloc(1), Buffer.alloc(4), Buffer.from('ffffffff42494e00ffff', 'hex')]) {
      const { stats, notes } = await readGlbStats(Buffer.concat([buildTinyGlb(), more]))
      expect([stats, notes]).toEqual([{ ...plain.stats, bytes: buildTinyGlb().length + more.length }, []])
    }
    const bare = buildGlb('{"asset":{"version":"2.0"},"buffers":[{"byteLength":8}]}')
    const outside = await findGlbFault(Buffer.concat([bare, Buffer.from('0800000042494e000000000000000000', 'hex')]))
    expect(outside?.[0]).toBe('upload.glbPointsAway')
  })

  test('is refused for a too long accessor exactly if the Khronos validator reports the accessor', async () => {
    const sizes = { MAT2: 4, MAT3: 9, MAT4: 16, VEC3: 3 } as const
    for (const [type, components] of Object.entries(sizes)) {
      for (const componentType of [5121, 5122, 5126]) {
        for (const count of [1, 2, 3]) {
          const most = components * 4 * count + 8
          for (let length = components; length <= most; length += 1) {
            const document = {
              asset: { version: '2.0' },
              accessors: [{ bufferView: 0, componentType, count, type }],
              bufferViews: [{ buffer: 0, byteLength: length }],
              buffers: [{ byteLength: length }],
            }
            const bytes = buildGlb(JSON.stringify(document), new Uint8Array(Math.ceil(length / 4) * 4))
            const { issues } = await validateBytes(bytes, { format: 'glb' })
            const isTooLong = issues.messages.some(({ code }: { code: string }) => code === 'ACCESSOR_TOO_LONG')
            const messageKey = (await findGlbFault(bytes))?.[0]
            const expected = isTooLong ? 'upload.glbPointsAway' : 'upload.nothingToDraw'
            expect(messageKey, `${count} ${type} of ${componentType} in ${length}`).toBe(expected)
          }
        }
      }
    }
  })

  test.each<[string, object, boolean]>([
    ['no scene', { scenes: [], scene: undefined }, false],
    ['an empty scene', { scenes: [{}] }, false],
    ['a mesh outside the default scene', { scenes: [{}, { nodes: [0] }], scene: 0 }, false],
    ['a mesh in the second scene, the default', { scenes: [{}, { nodes: [0] }], scene: 1 }, true],
    ['a mesh in a nested node', { nodes: [{ children: [1] }, { children: [2] }, { mesh: 0 }] }, true],
    ['a node without a mesh', { nodes: [{}] }, false],
    ['a mesh without vertices', { meshes: [{ primitives: [{ attributes: {} }] }] }, false],
    ['only points', { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }] }, true],
  ])('with %s is accepted only if there is something to render', async (_, json, isDrawn) => {
    expect((await findGlbFault(buildTinyGlb({ json })))?.[0]).toBe(isDrawn ? undefined : 'upload.nothingToDraw')
  })

  test('gets no note exactly at a recommended limit', async () => {
    const count = RECOMMENDED_LIMITS.triangles * 3
    const { notes } = await readGlbStats(
      buildTinyGlb({ json: { accessors: [{ count, componentType: 5126, type: 'VEC3' }] } }),
    )
    expect(notes).toEqual([])
  })

  test('gets a note for an unknown extension and for an external image, because the viewer ignores both', async () => {
    const json = { extensionsUsed: ['KHR_materials_ior', 'ACME_lasers'], images: [{ uri: 'cesium.png' }] }
    expect((await readGlbStats(buildTinyGlb({ json }))).notes).toEqual([
      { kind: 'unknownExtension', name: 'ACME_lasers' },
      { kind: 'outsideImage', name: 'cesium.png' },
    ])
  })

  test.each(['EXT', 'KHR'])('may lack the fallback buffer of %s_meshopt_compression', async (prefix) => {
    const packed = { [`${prefix}_meshopt_compression`]: { buffer: 0, byteOffset: 0, byteLength: 36 } }
    const json = {
      buffers: [
        { byteLength: 36 },
        { byteLength: 9000, extensions: { [`${prefix}_meshopt_compression`]: { fallback: true } } },
      ],
      bufferViews: [{ buffer: 1, byteLength: 9000, extensions: packed }],
      accessors: [{ ...VEC3_ACCESSOR, count: 750 }],
    }
    expect((await readGlbStats(buildTinyGlb({ json }))).stats.vertices).toBe(750)
  })

  test('is checked with progress reports', async () => {
    const shares: number[] = []
    const glb = buildTinyGlb({ json: { images: [{ uri: 'a.png' }, { uri: 'b.png' }] } })
    await checkGlb(async (at, length) => glb.subarray(at, at + length), glb.length, {
      onProgress: (share) => shares.push(share),
    })
    expect(shares).toEqual([0.2, 0.6, 0.8, 0.9, 1])
  })

  test('counts images as unread if their headers cannot be found with few read operations', async () => {
    const bytes = HOSTILE_MODELS['pictures with endless headers']?.() ?? new Uint8Array()
    let reads = 0
    const verdict = await checkGlb(async (at, length) => {
      reads += 1
      return bytes.subarray(at, at + length)
    }, bytes.length)
    expect(verdict).toMatchObject({ fault: null, stats: { textureBytes: 0, unreadImages: 200 } })
    expect(reads).toBeLessThan(360)
  })
})

const models = findSharedFolder('data/models')
describe.skipIf(!models)('third-party models', () => {
  test.each<[string, object]>([
    ['avatars/rpm-headwear.glb', { triangles: 2498, vertices: 2062, textures: 3, longestSide: 1024 }],
    ['avatars/kaykit-mage.glb', { triangles: 5683, vertices: 5279, bones: 41, animations: 76 }],
    ['avatars/gdquest-mannequiny.glb', { triangles: 13_932, vertices: 10_366, bones: 45, animations: 10 }],
    ['avatars/robot-expressive.glb', { triangles: 3237, vertices: 7214, bones: 43, morphTargets: 3, animations: 14 }],
    ['avatars/drei-ybot-draco.glb', { triangles: 55_320, vertices: 35_434, bones: 67 }],
    ['morph/morph-stress-test.glb', { triangles: 2412, vertices: 1528, morphTargets: 8 }],
    ['compression/chess-board-draco.glb', { triangles: 178_848, vertices: 105_523, textures: 8, longestSide: 2048 }],
    ['compression/pirate-meshopt.glb', { triangles: 5010, vertices: 2887 }],
    ['compression/balloon-ktx2.glb', { triangles: 13_224, vertices: 9135, unreadImages: 0 }],
    ['structure/box_sparse.glb', { triangles: 12, vertices: 8, morphTargets: 1 }],
    ['structure/simple-instancing.glb', { triangles: 12, vertices: 24 }],
    ['structure/zero-sized-bin-chunk.glb', { triangles: 1, vertices: 3 }],
    ['invalid/external-image.glb', { triangles: 12, vertices: 24, unreadImages: 1 }],
  ])('%s has the known counts', async (file, facts) => {
    expect((await readGlbStats(readFileSync(join(models ?? '', file)))).stats).toMatchObject(facts)
  })

  test.each([
    'gltf-1.0-box',
    'validator-glb/chunk_too_big',
    'validator-glb/empty_file',
    'validator-glb/empty_json_object',
    'validator-glb/invalid_json_chunk',
    'validator-glb/length_mismatch',
    'validator-glb/no_header',
    'validator-glb/only_bin_chunk',
    'validator-glb/truncated_chunk_data',
    'validator-glb/unknown_chunk',
    'validator-glb/zero_length',
    'issue-492-skin',
  ])('invalid/%s.glb is refused', async (file) => {
    expect(await findGlbFault(readFileSync(join(models ?? '', `invalid/${file}.glb`)))).toEqual([
      expect.stringMatching(file === 'issue-492-skin' ? /^upload\.nothingToDraw$/ : /^upload\.glb/),
      expect.any(String),
    ])
  })
})
