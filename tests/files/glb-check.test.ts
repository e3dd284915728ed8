import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateBytes } from 'gltf-validator'
import { describe, expect, test } from 'vitest'
import { checkGlb, MODEL_BUDGETS } from '../../src/files/glb-check.ts'
import { JSON_BUDGET } from '../../src/files/glb-container.ts'
import { glbOf, tinyGlb } from '../support/glb.ts'
import { HOSTILE_MODELS } from '../support/hostile-models.ts'
import { png } from '../support/images.ts'
import { sharedFolder } from '../support/shared.ts'

/** Checks as of a file, and counts the bytes that were read of it. */
async function checked(bytes: Uint8Array) {
  let taken = 0
  const read = async (at: number, length: number) => {
    taken += length
    return bytes.subarray(at, at + length)
  }
  return { verdict: await checkGlb(read, bytes.length), taken }
}
const faultOf = async (bytes: Uint8Array) => {
  const { fault } = (await checked(bytes)).verdict
  return fault && [fault.word, fault.message]
}
const statsOf = async (bytes: Uint8Array) => {
  const { verdict } = await checked(bytes)
  if (verdict.fault) throw new Error(verdict.fault.message)
  return verdict
}
const box = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }
const triangle = { primitives: [{ attributes: { POSITION: 0 } }] }

describe('what a model holds', () => {
  test('is counted without reading its geometry', async () => {
    const bin = new Uint8Array(2_000_000)
    const picture = png({ width: 1024, height: 512 })
    bin.set(picture, 1_000_000)
    const document = {
      asset: { version: '2.0' },
      buffers: [{ byteLength: bin.length }],
      bufferViews: [
        { buffer: 0, byteLength: 360 },
        { buffer: 0, byteOffset: 1_000_000, byteLength: picture.length },
      ],
      accessors: [
        { ...box, count: 30 },
        { ...box, type: 'SCALAR', count: 12 },
        { ...box, count: 4 },
      ],
      scenes: [{ nodes: [0] }],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 0 }, { POSITION: 0 }] },
            { attributes: { POSITION: 0 }, mode: 5 },
            { attributes: { POSITION: 2 }, mode: 6 },
            { attributes: { POSITION: 2 }, mode: 1 },
          ],
        },
      ],
      nodes: [{ mesh: 0, skin: 0, children: [1] }, { children: [2] }, {}],
      skins: [{ joints: [1, 2] }, { joints: [1] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }, { source: 0 }],
      images: [{ bufferView: 1 }, { uri: 'data:image/png;base64,xx' }],
      animations: [{ channels: [{ sampler: 0, target: { node: 1 } }], samplers: [{ input: 1, output: 0 }] }],
    }
    const glb = glbOf(JSON.stringify(document), bin)
    const { verdict, taken } = await checked(glb)
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
    })
    expect(taken).toBeLessThan(10_000)
  })

  test('beyond a budget it is told, not refused', async () => {
    const count = MODEL_BUDGETS.triangles * 3 + 3
    const { notes } = await statsOf(tinyGlb({ json: { accessors: [{ count, componentType: 5126, type: 'VEC3' }] } }))
    expect(notes).toEqual([
      { kind: 'overBudget', budget: 'triangles', value: MODEL_BUDGETS.triangles + 1, max: MODEL_BUDGETS.triangles },
    ])
  })

  test('bytes behind its end are nobody’s, even where they would be a chunk', async () => {
    const plain = await statsOf(tinyGlb())
    for (const more of [Buffer.alloc(1), Buffer.alloc(4), Buffer.from('ffffffff42494e00ffff', 'hex')]) {
      const { stats, notes } = await statsOf(Buffer.concat([tinyGlb(), more]))
      expect([stats, notes]).toEqual([{ ...plain.stats, bytes: tinyGlb().length + more.length }, []])
    }
    const bare = glbOf('{"asset":{"version":"2.0"},"buffers":[{"byteLength":8}]}')
    const outside = await faultOf(Buffer.concat([bare, Buffer.from('0800000042494e000000000000000000', 'hex')]))
    expect(outside?.[0]).toBe('upload.glbPointsAway')
  })

  test('an accessor fits its view exactly where the Khronos validator says so, matrices with padding too', async () => {
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
            const bytes = glbOf(JSON.stringify(document), new Uint8Array(Math.ceil(length / 4) * 4))
            const { issues } = await validateBytes(bytes, { format: 'glb' })
            const isTooLong = issues.messages.some(({ code }: { code: string }) => code === 'ACCESSOR_TOO_LONG')
            const word = (await faultOf(bytes))?.[0]
            const expected = isTooLong ? 'upload.glbPointsAway' : 'upload.nothingToDraw'
            expect(word, `${count} ${type} of ${componentType} in ${length}`).toBe(expected)
          }
        }
      }
    }
  })

  test.each<[string, object, boolean]>([
    ['no scene', { scenes: [], scene: undefined }, false],
    ['an empty scene', { scenes: [{}] }, false],
    ['a mesh in another scene than its own', { scenes: [{}, { nodes: [0] }], scene: 0 }, false],
    ['a mesh in its second scene', { scenes: [{}, { nodes: [0] }], scene: 1 }, true],
    ['a mesh deep down', { nodes: [{ children: [1] }, { children: [2] }, { mesh: 0 }] }, true],
    ['a node without a mesh', { nodes: [{}] }, false],
    ['a mesh of no vertices', { meshes: [{ primitives: [{ attributes: {} }] }] }, false],
    ['points alone', { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }] }, true],
  ])('with %s is taken only where there is something to draw', async (_, json, isDrawn) => {
    expect((await faultOf(tinyGlb({ json })))?.[0]).toBe(isDrawn ? undefined : 'upload.nothingToDraw')
  })

  test('exactly at a budget nothing is said', async () => {
    const count = MODEL_BUDGETS.triangles * 3
    const { notes } = await statsOf(tinyGlb({ json: { accessors: [{ count, componentType: 5126, type: 'VEC3' }] } }))
    expect(notes).toEqual([])
  })

  test('an extension and an image that the viewer leaves out are told by name', async () => {
    const json = { extensionsUsed: ['KHR_materials_ior', 'ACME_lasers'], images: [{ uri: 'cesium.png' }] }
    expect((await statsOf(tinyGlb({ json }))).notes).toEqual([
      { kind: 'unknownExtension', name: 'ACME_lasers' },
      { kind: 'outsideImage', name: 'cesium.png' },
    ])
  })

  test.each(['EXT', 'KHR'])('the room that %s meshopt unpacks into need not be in the file', async (prefix) => {
    const packed = { [`${prefix}_meshopt_compression`]: { buffer: 0, byteOffset: 0, byteLength: 36 } }
    const json = {
      buffers: [
        { byteLength: 36 },
        { byteLength: 9000, extensions: { [`${prefix}_meshopt_compression`]: { fallback: true } } },
      ],
      bufferViews: [{ buffer: 1, byteLength: 9000, extensions: packed }],
      accessors: [{ ...box, count: 750 }],
    }
    expect((await statsOf(tinyGlb({ json }))).stats.vertices).toBe(750)
  })

  test('is told step by step', async () => {
    const shares: number[] = []
    const glb = tinyGlb({ json: { images: [{ uri: 'a.png' }, { uri: 'b.png' }] } })
    await checkGlb(async (at, length) => glb.subarray(at, at + length), glb.length, {
      onShare: (share) => shares.push(share),
    })
    expect(shares).toEqual([0.2, 0.6, 0.8, 0.9, 1])
  })

  test('pictures whose headers take endless reading are counted as unread', async () => {
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

const many = <T>(count: number, item: (index: number) => T) => Array.from({ length: count }, (_, i) => item(i))

describe('a model is refused', () => {
  const cut = tinyGlb().slice(0, -4)
  const edited = (at: number, value: number) => {
    const glb = tinyGlb()
    new DataView(glb.buffer).setUint32(at, value, true)
    return glb
  }
  const json = (document: object) => tinyGlb({ json: document })

  test.each<[string, Uint8Array, string, string]>([
    ['that is cut off', cut, 'glbCutOff', `The model says it has ${cut.length + 4} bytes but it has ${cut.length}.`],
    ['that ends in its header', tinyGlb().slice(0, 16), 'glbBroken', 'The model ends within its header.'],
    ['of version 1', edited(4, 1), 'glbDocument', 'The model is not glTF 2.0.'],
    ['that begins with another chunk', edited(16, 1), 'glbBroken', 'The model does not begin with its JSON chunk.'],
    ['whose JSON is longer than itself', edited(12, 0x7fffffff), 'glbBroken', "The model's JSON chunk is longer than"],
    [
      'whose binary chunk is longer than itself',
      edited(tinyGlb().length - 44, 0xffffffff),
      'glbBroken',
      "One of the model's chunks is longer than the file.",
    ],
    [
      'with too much JSON',
      tinyGlb({ pad: 4 * 1024 * 1024 }),
      'glbTooMuchJson',
      "The model's JSON chunk is larger than",
    ],
    ['whose JSON is broken', glbOf('{"asset":'), 'glbDocument', "The model's JSON chunk is not valid JSON."],
    [
      'whose JSON is no text',
      glbOf('\u{10FFFF}').map((it) => (it === 0xf4 ? 0xff : it)),
      'glbDocument',
      "The model's JSON",
    ],
    ['that is another document', glbOf('[]'), 'glbDocument', "The model's JSON is not glTF 2.0: asset is wrong."],
    [
      'with more attributes than any card takes',
      json({ meshes: [{ primitives: [{ attributes: Object.fromEntries(many(101, (i) => [`_A${i}`, 0])) }] }] }),
      'glbDocument',
      "The model's JSON is not glTF 2.0: meshes.0.primitives.0.attributes is wrong.",
    ],
    [
      'that counts by halves',
      json({ accessors: [{ ...box, count: 0.5 }] }),
      'glbDocument',
      "The model's JSON is not glTF",
    ],
    [
      'that counts backwards',
      json({ accessors: [{ ...box, count: -1 }] }),
      'glbDocument',
      "The model's JSON is not glTF",
    ],
    [
      'that counts beyond reason',
      json({ accessors: [{ ...box, bufferView: undefined, count: 2 ** 40 }] }),
      'glbOver.vertices',
      'The model draws 1,099,511,627,776 vertices; at most 1,500,000 can be shown.',
    ],
    [
      'with an accessor beyond its view',
      json({ accessors: [{ ...box, count: 4 }] }),
      'glbPointsAway',
      "The model's accessors.0 reaches",
    ],
    [
      'with an accessor that begins too late',
      json({ accessors: [{ ...box, byteOffset: 1 }] }),
      'glbPointsAway',
      "The model's accessors.0 reaches",
    ],
    [
      'with an accessor of no kind',
      json({ accessors: [{ ...box, type: 'VEC9' }] }),
      'glbPointsAway',
      "The model's accessors.0 holds numbers",
    ],
    [
      'with a view beyond its buffer',
      json({ bufferViews: [{ buffer: 0, byteOffset: 1, byteLength: 36 }] }),
      'glbPointsAway',
      "The model's bufferViews.0 reaches",
    ],
    [
      'with a buffer beyond the file',
      json({ buffers: [{ byteLength: 40 }] }),
      'glbPointsAway',
      "The model's buffers.0 has 40 bytes",
    ],
    [
      'with a buffer that is nowhere',
      json({ buffers: [{ byteLength: 36 }, { byteLength: 1 }] }),
      'glbPointsAway',
      "The model's buffers.1 has 1 bytes",
    ],
    [
      'with a buffer in another file',
      json({ buffers: [{ byteLength: 36, uri: 'a.bin' }] }),
      'glbOutside',
      'The model needs another file: a.bin.',
    ],
    [
      'with packed bytes outside',
      json({
        bufferViews: [
          { buffer: 0, byteLength: 36, extensions: { EXT_meshopt_compression: { buffer: 9, byteLength: 1 } } },
        ],
      }),
      'glbPointsAway',
      "The model's bufferViews.0 points at buffer 9",
    ],
    [
      'with sparse values outside',
      json({
        accessors: [
          {
            ...box,
            sparse: {
              count: 3,
              indices: { bufferView: 0, componentType: 5125, byteOffset: 30 },
              values: { bufferView: 0 },
            },
          },
        ],
      }),
      'glbPointsAway',
      "The model's accessors.0 reaches",
    ],
    [
      'with more sparse values than values',
      json({
        accessors: [
          { ...box, sparse: { count: 4, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } } },
        ],
      }),
      'glbPointsAway',
      "The model's accessors.0 replaces",
    ],
    [
      'that points at no accessor',
      json({ accessors: [] }),
      'glbPointsAway',
      'The model points at accessor 0, which it does not have.',
    ],
    ['that points at no mesh', json({ meshes: [] }), 'glbPointsAway', 'The model points at mesh 0,'],
    ['that points at no node', json({ scenes: [{ nodes: [7] }] }), 'glbPointsAway', 'The model points at node 7,'],
    [
      'that points at no texture',
      json({ materials: [{ normalTexture: { index: 3 } }] }),
      'glbPointsAway',
      'The model points at texture 3,',
    ],
    [
      'that points at no sampler',
      json({ animations: [{ channels: [{ sampler: 0, target: {} }], samplers: [] }] }),
      'glbPointsAway',
      'The model points at animation sampler 0,',
    ],
    ['whose node is its own child', json({ nodes: [{ children: [0] }] }), 'glbTangled', "The model's nodes.0 hangs"],
    [
      'whose nodes stand in a circle',
      json({ nodes: [{}, { children: [2] }, { children: [1] }], meshes: [triangle] }),
      'glbTangled',
      "The model's nodes.1 hangs",
    ],
    [
      'whose node has two parents',
      json({ nodes: [{ children: [2] }, { children: [2] }, {}] }),
      'glbTangled',
      "The model's nodes.2 hangs",
    ],
    [
      'that needs what cannot be drawn',
      json({ extensionsRequired: ['ACME_lasers'] }),
      'glbExtension',
      'The model needs the extension ACME_lasers,',
    ],
  ])('%s', async (_, bytes, word, message) => {
    expect(await faultOf(bytes)).toEqual([`upload.${word}`, expect.stringContaining(message)])
  })

  const { parts, values, levels, names } = JSON_BUDGET
  // What passes every other check is left with nothing to draw, which is looked for last.
  const extras = (text: string) => glbOf(`{"asset":{"version":"2.0"},"extras":${text}}`)

  test.each<[string, Uint8Array, string]>([
    ['as many parts as it may', extras(`[${many(parts - 3, () => '{}')}]`), 'upload.nothingToDraw'],
    ['one more part', extras(`[${many(parts - 2, () => '{}')}]`), 'upload.glbTooMany'],
    ['a value too many', extras(`[${many(values, () => '0')}]`), 'upload.glbTooManyValues'],
    ['as many levels as it may', extras('['.repeat(levels - 1) + ']'.repeat(levels - 1)), 'upload.nothingToDraw'],
    ['one more level', extras('['.repeat(levels) + ']'.repeat(levels)), 'upload.glbTooDeep'],
    ['as many names as it may', extras(`{${many(names - 3, (i) => `"k${i}":0`)}}`), 'upload.nothingToDraw'],
    ['one more name', extras(`{${many(names - 2, (i) => `"k${i}":0`)}}`), 'upload.glbTooManyNames'],
    ['300,000 names', extras(`{${many(300_000, (i) => `"k${i}":0`)}}`), 'upload.glbTooManyNames'],
  ])('whose document holds %s', async (_, bytes, word) => {
    expect((await faultOf(bytes))?.[0]).toBe(word)
  })

  test.each([
    [20_000, ['upload.nothingToDraw', 'The model has nothing to draw: no mesh with vertices is in its scene.']],
    [20_001, ['upload.glbOver.nodes', 'The model has 20,001 nodes; at most 20,000 can be shown.']],
  ])('with %d nodes in one tree: %s', async (count, fault) => {
    const nodes = [`{"children":[${many(count - 1, (i) => String(i + 1))}]}`, ...many(count - 1, () => '{}')]
    expect(await faultOf(glbOf(`{"asset":{"version":"2.0"},"nodes":[${nodes}]}`))).toEqual(fault)
  })
})

const models = sharedFolder('data/models')
describe.skipIf(!models)('other people’s models', () => {
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
  ])('%s holds what others counted', async (file, facts) => {
    expect((await statsOf(readFileSync(join(models ?? '', file)))).stats).toMatchObject(facts)
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
    expect(await faultOf(readFileSync(join(models ?? '', `invalid/${file}.glb`)))).toEqual([
      expect.stringMatching(file === 'issue-492-skin' ? /^upload\.nothingToDraw$/ : /^upload\.glb/),
      expect.any(String),
    ])
  })
})
