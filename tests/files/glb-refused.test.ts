import { describe, expect, test } from 'vitest'
import { JSON_BUDGET } from '../../src/files/glb-container.ts'
import { box, faultOf, triangle } from '../support/checked-glb.ts'
import { glbOf, tinyGlb } from '../support/glb.ts'

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
