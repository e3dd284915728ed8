import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModelStats, readModelStatsOfBytes } from '../../../server/files/model-stats.ts'
import { buildGlb, buildTinyGlb } from '../../support/glb.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-stats-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function statsOf(bytes: Uint8Array) {
  const path = join(folder, 'model.glb')
  await writeFile(path, bytes)
  return readModelStats(path)
}

test('counts textures, shared vertices once, and the triangles of lists, strips and fans', async () => {
  const glb = buildTinyGlb({
    json: {
      accessors: [{ count: 10 }, { count: 12 }, { count: 4 }],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, indices: 1 },
            { attributes: { POSITION: 0 }, mode: 5 },
            { attributes: { POSITION: 2 }, mode: 6 },
            { attributes: { POSITION: 2 }, mode: 1 },
          ],
        },
      ],
      textures: [{}, {}],
    },
  })
  const stats = { triangles: 4 + 8 + 2, vertices: 14, textures: 2, bytes: glb.length }
  expect(await statsOf(glb)).toEqual(stats)
  expect(await readModelStatsOfBytes(glb)).toEqual(stats)
})

test('refuses a model without meshes, because the viewer would render nothing', async () => {
  await expect(statsOf(buildGlb('{"asset":{"version":"2.0"}}'))).rejects.toMatchObject({
    code: 'MODEL_INVALID',
    message: 'The model has nothing to draw: no mesh with vertices is in its scene.',
  })
})

const cut = buildTinyGlb().slice(0, -4)
const longChunk = buildTinyGlb()
new DataView(longChunk.buffer).setUint32(12, 0x7fffffff, true)
const wrongChunk = buildTinyGlb()
new DataView(wrongChunk.buffer).setUint32(16, 0x12345678, true)

test.each<[string, Uint8Array, string]>([
  ['is truncated', cut, `The model declares ${cut.length + 4} bytes but has ${cut.length}.`],
  ['ends within its header', buildTinyGlb().slice(0, 16), 'The model ends within its header.'],
  ['has a chunk longer than the file', longChunk, "The model's JSON chunk is longer than the file."],
  ['begins with a chunk other than JSON', wrongChunk, 'The model does not begin with its JSON chunk.'],
  ['has broken JSON', buildGlb('{"asset":'), "The model's JSON chunk is not valid JSON."],
  ['has JSON that is not glTF', buildGlb('[]'), "The model's JSON is not glTF 2.0: asset is wrong."],
  [
    'has 400,001 invalid accessors',
    buildGlb(`{"asset":{"version":"2.0"},"accessors":[${'0,'.repeat(400_000)}0]}`),
    "The model's JSON is not glTF 2.0: accessors.0 is wrong.",
  ],
  ['has more than 4 MB of JSON', buildTinyGlb({ pad: 4 * 1024 * 1024 }), "The model's JSON chunk is larger than 4 MB."],
  ['is glTF 1.0', buildGlb('{"asset":{"version":"1.0"}}'), 'The model is not glTF 2.0.'],
  [
    'refers to a missing accessor',
    buildTinyGlb({ json: { accessors: [] } }),
    'The model points at accessor 0, which it does not have.',
  ],
  [
    'declares too many vertices',
    buildTinyGlb({ json: { accessors: [{ count: 2 ** 40 }] } }),
    'The model draws 1,099,511,627,776 vertices; at most 1,500,000 can be shown.',
  ],
])('refuses a model that %s, with a message', async (_, bytes, message) => {
  await expect(statsOf(bytes)).rejects.toMatchObject({ code: 'MODEL_INVALID', message })
})
