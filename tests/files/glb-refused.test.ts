import { describe, expect, test } from 'vitest'
import { GLB_JSON_LIMITS } from '../../src/files/glb-container.ts'
import { findGlbFault, TRIANGLE_MESH, VEC3_ACCESSOR } from '../support/check-glb-bytes.ts'
import { buildGlb, buildTinyGlb } from '../support/glb.ts'

const many = <T>(count: number, item: (index: number) => T) => Array.from({ length: count }, (_, i) => item(i))

describe('a model is refused', () => {
  const cut = buildTinyGlb().slice(0, -4)
  const edited = (at: number, value: number) => {
    const glb = buildTinyGlb()
    new DataView(glb.buffer).setUint32(at, value, true)
    return glb
  }
  const json = (document: object) => buildTinyGlb({ json: document })

  test.each<[string, Uint8Array, string, string]>([
    ['that is cut off', cut, 'glbCutOff', `The model declares ${cut.length + 4} bytes but has ${cut.length}.`],
    ['that ends in its header', buildTinyGlb().slice(0, 16), 'glbBroken', 'The model ends within its header.'],
    ['of version 1', edited(4, 1), 'glbDocument', 'The model is not glTF 2.0.'],
    [
      'that does not begin with a JSON chunk',
      edited(16, 1),
      'glbBroken',
      'The model does not begin with its JSON chunk.',
    ],
    [
      'whose JSON chunk is longer than the file',
      edited(12, 0x7fffffff),
      'glbBroken',
      "The model's JSON chunk is longer than",
    ],
    [
      'whose binary chunk is longer than the file',
      edited(buildTinyGlb().length - 44, 0xffffffff),
      'glbBroken',
      "One of the model's chunks is longer than the file.",
    ],
    [
      'with too much JSON',
      buildTinyGlb({ pad: 4 * 1024 * 1024 }),
      'glbTooMuchJson',
      "The model's JSON chunk is larger than",
    ],
    ['whose JSON is broken', buildGlb('{"asset":'), 'glbDocument', "The model's JSON chunk is not valid JSON."],
    [
      'whose JSON is not UTF-8',
      buildGlb('\u{10FFFF}').map((byte) => (byte === 0xf4 ? 0xff : byte)),
      'glbDocument',
      "The model's JSON",
    ],
    ['whose JSON is an array', buildGlb('[]'), 'glbDocument', "The model's JSON is not glTF 2.0: asset is wrong."],
    [
      'with more attributes than any GPU accepts',
      json({ meshes: [{ primitives: [{ attributes: Object.fromEntries(many(101, (i) => [`_A${i}`, 0])) }] }] }),
      'glbDocument',
      "The model's JSON is not glTF 2.0: meshes.0.primitives.0.attributes is wrong.",
    ],
    [
      'with a fractional count',
      json({ accessors: [{ ...VEC3_ACCESSOR, count: 0.5 }] }),
      'glbDocument',
      "The model's JSON is not glTF",
    ],
    [
      'with a negative count',
      json({ accessors: [{ ...VEC3_ACCESSOR, count: -1 }] }),
      'glbDocument',
      "The model's JSON is not glTF",
    ],
    [
      'with an excessive count',
      json({ accessors: [{ ...VEC3_ACCESSOR, bufferView: undefined, count: 2 ** 40 }] }),
      'glbOver.vertices',
      'The model draws 1,099,511,627,776 vertices; at most 1,500,000 can be shown.',
    ],
    [
      'with an accessor beyond its buffer view',
      json({ accessors: [{ ...VEC3_ACCESSOR, count: 4 }] }),
      'glbPointsAway',
      "The model's accessors.0 reaches",
    ],
    [
      'with an accessor whose offset puts its end beyond its buffer view',
      json({ accessors: [{ ...VEC3_ACCESSOR, byteOffset: 1 }] }),
      'glbPointsAway',
      "The model's accessors.0 reaches",
    ],
    [
      'with an accessor of unknown type',
      json({ accessors: [{ ...VEC3_ACCESSOR, type: 'VEC9' }] }),
      'glbPointsAway',
      "The model's accessors.0 has an unknown component type",
    ],
    [
      'with a buffer view beyond its buffer',
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
      'with a buffer without data',
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
      'with compressed bytes in a missing buffer',
      json({
        bufferViews: [
          { buffer: 0, byteLength: 36, extensions: { EXT_meshopt_compression: { buffer: 9, byteLength: 1 } } },
        ],
      }),
      'glbPointsAway',
      "The model's bufferViews.0 points at buffer 9",
    ],
    [
      'with sparse values outside their buffer view',
      json({
        accessors: [
          {
            ...VEC3_ACCESSOR,
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
      'with more sparse values than the accessor has elements',
      json({
        accessors: [
          {
            ...VEC3_ACCESSOR,
            sparse: { count: 4, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } },
          },
        ],
      }),
      'glbPointsAway',
      "The model's accessors.0 replaces",
    ],
    [
      'that refers to a missing accessor',
      json({ accessors: [] }),
      'glbPointsAway',
      'The model points at accessor 0, which it does not have.',
    ],
    ['that refers to a missing mesh', json({ meshes: [] }), 'glbPointsAway', 'The model points at mesh 0,'],
    [
      'that refers to a missing node',
      json({ scenes: [{ nodes: [7] }] }),
      'glbPointsAway',
      'The model points at node 7,',
    ],
    [
      'that refers to a missing texture',
      json({ materials: [{ normalTexture: { index: 3 } }] }),
      'glbPointsAway',
      'The model points at texture 3,',
    ],
    [
      'that refers to a missing sampler',
      json({ animations: [{ channels: [{ sampler: 0, target: {} }], samplers: [] }] }),
      'glbPointsAway',
      'The model points at animation sampler 0,',
    ],
    [
      'whose node is its own child',
      json({ nodes: [{ children: [0] }] }),
      'glbTangled',
      "The model's nodes.0 has more than one parent node",
    ],
    [
      'with a cycle of child nodes',
      json({ nodes: [{}, { children: [2] }, { children: [1] }], meshes: [TRIANGLE_MESH] }),
      'glbTangled',
      "The model's nodes.1 has more than one parent node",
    ],
    [
      'whose node has two parents',
      json({ nodes: [{ children: [2] }, { children: [2] }, {}] }),
      'glbTangled',
      "The model's nodes.2 has more than one parent node",
    ],
    [
      'that requires an unsupported extension',
      json({ extensionsRequired: ['ACME_lasers'] }),
      'glbExtension',
      'The model needs the extension ACME_lasers,',
    ],
  ])('%s', async (_, bytes, messageKey, message) => {
    expect(await findGlbFault(bytes)).toEqual([`upload.${messageKey}`, expect.stringContaining(message)])
  })

  const { parts, values, depth: levels, names } = GLB_JSON_LIMITS
  // These models have no meshes. If they pass all other checks, the last check refuses them because nothing is rendered.
  const extras = (text: string) => buildGlb(`{"asset":{"version":"2.0"},"extras":${text}}`)

  test.each<[string, Uint8Array, string]>([
    [
      'the maximum number of objects and arrays, only for lack of a mesh',
      extras(`[${many(parts - 3, () => '{}')}]`),
      'upload.nothingToDraw',
    ],
    ['one object or array too many', extras(`[${many(parts - 2, () => '{}')}]`), 'upload.glbTooMany'],
    ['one value too many', extras(`[${many(values, () => '0')}]`), 'upload.glbTooManyValues'],
    [
      'the maximum number of levels, only for lack of a mesh',
      extras('['.repeat(levels - 1) + ']'.repeat(levels - 1)),
      'upload.nothingToDraw',
    ],
    ['one level too many', extras('['.repeat(levels) + ']'.repeat(levels)), 'upload.glbTooDeep'],
    [
      'the maximum number of names, only for lack of a mesh',
      extras(`{${many(names - 3, (i) => `"k${i}":0`)}}`),
      'upload.nothingToDraw',
    ],
    ['one name too many', extras(`{${many(names - 2, (i) => `"k${i}":0`)}}`), 'upload.glbTooManyNames'],
    ['300,000 names', extras(`{${many(300_000, (i) => `"k${i}":0`)}}`), 'upload.glbTooManyNames'],
  ])('whose JSON has %s', async (_, bytes, messageKey) => {
    expect((await findGlbFault(bytes))?.[0]).toBe(messageKey)
  })

  test.each([
    [20_000, ['upload.nothingToDraw', 'The model has nothing to draw: no mesh with vertices is in its scene.']],
    [20_001, ['upload.glbOver.nodes', 'The model has 20,001 nodes; at most 20,000 can be shown.']],
  ])('with %d nodes in one tree, for the first fault found: %s', async (count, fault) => {
    const nodes = [`{"children":[${many(count - 1, (i) => String(i + 1))}]}`, ...many(count - 1, () => '{}')]
    expect(await findGlbFault(buildGlb(`{"asset":{"version":"2.0"},"nodes":[${nodes}]}`))).toEqual(fault)
  })
})
