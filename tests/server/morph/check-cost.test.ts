import { expect, test } from 'vitest'
import { type MorphInput, morphModel } from '../../../server/morph/morph-model.ts'
import { readGlb, writeGlb } from '../../../server/render/glb.ts'
import { readMorphTargets } from '../../support/morph-quality.ts'
import { buildMeshGlb, createSphereMesh, mapMeshPoints } from '../../support/sphere-mesh.ts'

const stretch = ([x, y, z]: number[]) => [2 * x! + 3, y!, z!]
/** Cage of 2,048 triangles. With this cage, a morph may evaluate at most 488,281 points. */
const cage = createSphereMesh(4, 2)
const body = createSphereMesh(2, 0.1)
const bodies: Omit<MorphInput, 'model'> = {
  fromCage: buildMeshGlb(cage),
  toCage: buildMeshGlb(mapMeshPoints(cage, stretch)),
  fromBody: buildMeshGlb(body),
  toBody: buildMeshGlb(mapMeshPoints(body, stretch)),
}

/**
 * Creates a ball of 258 vertices with `keys` morph targets that share one accessor. `lifted` returns the height of each vertex.
 */
function keyed(keys: number, lifted: (vertex: number) => number): Uint8Array {
  const ball = createSphereMesh(3, 0.5)
  const { json, bin } = readGlb(buildMeshGlb(ball))
  const count = ball.positions.length / 3
  const shifts = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 1 ? lifted(Math.floor(i / 3)) : 0))
  const all = new Uint8Array(bin.byteLength + shifts.byteLength)
  all.set(bin)
  all.set(new Uint8Array(shifts.buffer), bin.byteLength)
  const view = json.bufferViews!.push({ buffer: 0, byteOffset: bin.byteLength, byteLength: shifts.byteLength }) - 1
  const key = json.accessors!.push({ bufferView: view, componentType: 5126, count, type: 'VEC3' }) - 1
  json.meshes![0]!.primitives[0]!.targets = Array.from({ length: keys }, () => ({ POSITION: key }))
  json.buffers = [{ byteLength: all.byteLength }]
  return writeGlb({ json, bin: all })
}

test('refuses two thousand morph targets that move every vertex as too costly', async () => {
  const refused = morphModel({ ...bodies, model: keyed(2_000, () => 0.1) })
  await expect(refused).rejects.toMatchObject({ code: 'TOO_COSTLY', message: expect.stringMatching(/shape keys/) })
})

test('accepts two thousand morph targets that move a single vertex', async () => {
  const { glb } = await morphModel({ ...bodies, model: keyed(2_000, (vertex) => (vertex === 0 ? 0.1 : 0)) })
  const keys = readMorphTargets(glb)
  expect(keys.length).toBe(2_000)
  for (const key of [keys[0]!, keys[1_999]!])
    for (const [i, value] of key.entries()) expect(value, `number ${i}`).toBeCloseTo(i === 1 ? 0.1 : 0, 5)
})

test('counts the morph targets of all nodes together', async () => {
  const { json, bin } = readGlb(keyed(1_000, () => 0))
  json.nodes!.push(...Array.from({ length: 39 }, () => ({ mesh: 0 })))
  json.scenes![0]!.nodes = json.nodes!.map((_, i) => i)
  await expect(morphModel({ ...bodies, model: writeGlb({ json, bin }) })).rejects.toMatchObject({
    code: 'TOO_COSTLY',
    message: 'The model’s shape keys contain too many values to be fitted.',
  })
})

test.each([
  ['are NaN', 'NOT_FINITE', { type: 'VEC3', componentType: 5126 }, Number.NaN],
  ['are declared but missing, before memory is allocated', 'TOO_COSTLY', { count: 20e6 }, 0.1],
  ['start after the end of the file, as unreadable', 'UNREADABLE', { byteOffset: 1e6 }, 0.1],
])('refuses morph targets with offsets that %s', async (_, code, changes, shift) => {
  const { json, bin } = readGlb(keyed(1, () => shift))
  Object.assign(json.accessors!.at(-1)!, changes)
  await expect(morphModel({ ...bodies, model: writeGlb({ json, bin }) })).rejects.toMatchObject({ code })
})
