import { expect, test } from 'vitest'
import { type MorphInput, morphModel } from '../../../server/morph/morph.ts'
import { readGlb, writeGlb } from '../../../server/render/glb.ts'
import { ballMesh, meshGlb, movedMesh } from '../../support/ball-mesh.ts'
import { targetsOf } from '../../support/morph-judge.ts'

const stretch = ([x, y, z]: number[]) => [2 * x! + 3, y!, z!]
/** Cages of 2,048 triangles: 488,281 places are what a morph may ask for. */
const cage = ballMesh(4, 2)
const body = ballMesh(2, 0.1)
const bodies: Omit<MorphInput, 'model'> = {
  fromCage: meshGlb(cage),
  toCage: meshGlb(movedMesh(cage, stretch)),
  fromBody: meshGlb(body),
  toBody: meshGlb(movedMesh(body, stretch)),
}

/** A ball of 258 vertices with so many shape keys, which all read the same numbers; `lifted` says of each vertex by how much. */
function keyed(keys: number, lifted: (vertex: number) => number): Uint8Array {
  const ball = ballMesh(3, 0.5)
  const { json, bin } = readGlb(meshGlb(ball))
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

test('shape keys count in what a morph may cost: two thousand of them that move every vertex are refused at once', async () => {
  const refused = morphModel({ ...bodies, model: keyed(2_000, () => 0.1) })
  await expect(refused).rejects.toMatchObject({ code: 'TOO_COSTLY', message: expect.stringMatching(/shape keys/) })
})

test('a shape key costs where it moves something: as many that move one vertex are carried', async () => {
  const { glb } = await morphModel({ ...bodies, model: keyed(2_000, (vertex) => (vertex === 0 ? 0.1 : 0)) })
  const keys = targetsOf(glb)
  expect(keys.length).toBe(2_000)
  for (const key of [keys[0]!, keys[1_999]!])
    for (const [i, value] of key.entries()) expect(value, `number ${i}`).toBeCloseTo(i === 1 ? 0.1 : 0, 5)
})

test('shape keys of many parts are counted together: as many as one may have are too many in forty', async () => {
  const { json, bin } = readGlb(keyed(1_000, () => 0))
  json.nodes!.push(...Array.from({ length: 39 }, () => ({ mesh: 0 })))
  json.scenes![0]!.nodes = json.nodes!.map((_, i) => i)
  await expect(morphModel({ ...bodies, model: writeGlb({ json, bin }) })).rejects.toMatchObject({
    code: 'TOO_COSTLY',
    message: 'The model’s shape keys hold too many numbers to be fitted.',
  })
})

test.each([
  ['are not numbers are refused', 'NOT_FINITE', { type: 'VEC3', componentType: 5126 }, Number.NaN],
  ['a file only claims to hold are refused before memory is taken for them', 'TOO_COSTLY', { count: 20e6 }, 0.1],
  ['lie beyond the end of the file are refused as unreadable', 'UNREADABLE', { byteOffset: 1e6 }, 0.1],
])('shape keys whose shifts %s', async (_, code, changes, shift) => {
  const { json, bin } = readGlb(keyed(1, () => shift))
  Object.assign(json.accessors!.at(-1)!, changes)
  await expect(morphModel({ ...bodies, model: writeGlb({ json, bin }) })).rejects.toMatchObject({ code })
})
