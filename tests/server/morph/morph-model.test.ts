import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Document, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { draco, meshopt } from '@gltf-transform/functions'
import draco3d from 'draco3d'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import { expect, test } from 'vitest'
import { GlbRewriter } from '../../../server/morph/glb-rewriter.ts'
import { MorphError } from '../../../server/morph/morph-error.ts'
import { type MorphInput, morphModel } from '../../../server/morph/morph-model.ts'
import { readAccessor } from '../../../server/render/accessor.ts'
import { type Glb, readGlb, writeGlb } from '../../../server/render/glb.ts'
import {
  buildTailoredGarment,
  createPose,
  MOTION_JOINT_ROTATIONS,
  readBodyGlb,
  readCageGlb,
} from '../../support/morph-garments.ts'
import {
  measureMorphQuality,
  measureShapeDifference,
  measureSkinExposure,
  readWeldedMesh,
} from '../../support/morph-quality.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { buildMeshGlb, createSphereMesh, mapMeshPoints } from '../../support/sphere-mesh.ts'

const DEMO = new URL('../../../demo/', import.meta.url)
const model = async (key: string) => new Uint8Array(await readFile(new URL(`models/${key}.glb`, DEMO)))

/** Returns the input that morphs the demo tee to the body that differs most from the tee's original body. */
async function tee(): Promise<MorphInput> {
  const [fromCage, toCage] = [await readCageGlb('cove-tee', 'female'), await readCageGlb('cove-tee', 'male')]
  return {
    model: await model('cove-tee'),
    fromCage,
    toCage,
    fromBody: await readBodyGlb('female'),
    toBody: await readBodyGlb('male'),
  }
}

/** Returns the local translation and rotation of every node, concatenated. */
const jointPlaces = (glb: Glb) =>
  new Map(glb.json.nodes!.map(({ name, translation = [], rotation = [] }) => [name, [...translation, ...rotation]]))

sampledTest(
  'fits a garment like a tailored one: outside the body, without flipped triangles, on its skeleton',
  async () => {
    const input = await tee()
    const steps: [number, string][] = []
    const { glb, report } = await morphModel(input, (share, step) => steps.push([share, step]))
    const [from, to] = [await readWeldedMesh(input.fromBody), await readWeldedMesh(input.toBody)]
    const truth = await buildTailoredGarment('cove-tee', 'male')
    const verdict = await measureMorphQuality({ before: input.model, after: glb, truth, from, to })
    expect(verdict.insideUnmorphed).toBeGreaterThan(400)
    expect(verdict).toMatchObject({ inside: 0, flippedTriangles: 0 })
    expect(verdict.stretchedShare).toBeLessThan(0.01)
    expect(verdict.unmorphedDistanceMm).toBeGreaterThan(15)
    expect(verdict.morphedDistanceMm).toBeLessThan(5)
    expect(Math.abs(verdict.volume)).toBeLessThan(0.06)
    expect(report).toMatchObject({ newlyInside: 0, turnedOver: 0, missed: 0, unknownJoints: [] })
    const { fromCage, toCage, fromBody, toBody } = input
    const reverse = { model: glb, fromCage: toCage, toCage: fromCage, fromBody: toBody, toBody: fromBody }
    expect(await measureShapeDifference(input.model, (await morphModel(reverse)).glb)).toBeLessThan(1)

    const [morphedJoints, bodyJoints] = [jointPlaces(readGlb(glb)), jointPlaces(readGlb(input.toBody))]
    const joints = [...morphedJoints].filter(([name]) => name?.startsWith('mixamorig:'))
    expect(joints.length).toBeGreaterThan(20)
    for (const [name, position] of joints)
      for (const [i, value] of bodyJoints.get(name)!.entries()) expect(position[i], name).toBeCloseTo(value, 6)
    expect(steps.map(([share]) => share)).toEqual(steps.map(([share]) => share).toSorted((a, b) => a - b))
    expect(new Set(steps.map(([, step]) => step))).toEqual(
      new Set(['reading', 'deforming', 'settling', 'writing', 'done']),
    )
  },
)

sampledTest('halves the deviation of dungarees on a body with a longer torso, waistband on the hips', async () => {
  const key = 'loam-dungarees'
  const [before, truth] = [await buildTailoredGarment(key, 'neutral'), await buildTailoredGarment(key, 'male')]
  const [fromCage, toCage] = [await readCageGlb(key, 'neutral'), await readCageGlb(key, 'male')]
  const [fromBody, toBody] = [await readBodyGlb('neutral'), await readBodyGlb('male')]
  const { glb: after } = await morphModel({ model: before, fromCage, toCage, fromBody, toBody })
  const verdict = await measureMorphQuality({
    before,
    after,
    truth,
    from: await readWeldedMesh(fromBody),
    to: await readWeldedMesh(toBody),
  })
  expect(verdict).toMatchObject({ inside: 0, flippedTriangles: 0 })
  expect(verdict.unmorphedDistanceMm).toBeGreaterThan(8)
  expect(verdict.morphedDistanceMm).toBeLessThan(verdict.unmorphedDistanceMm / 2)
  expect(Math.abs(verdict.volume)).toBeLessThan(0.08)
})

sampledTest('shows no more skin of a sitting body through morphed bottoms than through tailored ones', async () => {
  const shows = async (piece: Uint8Array, shape: 'female' | 'male') =>
    (await measureSkinExposure(piece, await readBodyGlb(shape), createPose(shape, MOTION_JOINT_ROTATIONS.sit!))) * 100
  for (const key of ['marsh-skirt', 'quay-shorts', 'mill-jeans'])
    for (const [from, to] of [['female', 'male'] as const, ['male', 'female'] as const]) {
      const [fromCage, toCage] = [await readCageGlb(key, from), await readCageGlb(key, to)]
      const [fromBody, toBody] = [await readBodyGlb(from), await readBodyGlb(to)]
      const { glb } = await morphModel({
        model: await buildTailoredGarment(key, from),
        fromCage,
        toCage,
        fromBody,
        toBody,
      })
      const tailored = await shows(await buildTailoredGarment(key, to), to)
      expect(await shows(glb, to), `${key} from ${from} to ${to}`).toBeLessThan(tailored + 0.5)
    }
  // Control: the measure detects legs that show through jeans that follow only the hips.
  expect(await shows(bindToFirstJoint(await buildTailoredGarment('mill-jeans', 'male')), 'male')).toBeGreaterThan(10)
})

/** Returns a copy of a garment in which every vertex follows the first joint of the skin. */
function bindToFirstJoint(glb: Uint8Array): Uint8Array {
  const { json, bin } = readGlb(glb)
  const copy = { json, bin: bin.slice() }
  const rewrite = new GlbRewriter(copy)
  for (const { primitives } of json.meshes!)
    for (const { attributes } of primitives) {
      const put = (name: string, valueAt: (i: number) => number) =>
        rewrite.put(
          attributes[name]!,
          readAccessor(copy, attributes[name]!).map((_, i) => valueAt(i)),
          true,
        )
      put('JOINTS_0', () => 0)
      put('WEIGHTS_0', (i) => (i % 4 === 0 ? 1 : 0))
    }
  return writeGlb(rewrite.finish())
}

test('changes only the shape of a model, records the sources, and returns equal bytes for equal input', async () => {
  const input = { ...(await tee()), sources: { asset: 'a1', body: 'b2' } }
  const [one, other] = [await morphModel(input), await morphModel(input)]
  expect(Buffer.compare(one.glb, other.glb)).toBe(0)
  const [before, after] = [readGlb(input.model), readGlb(one.glb)]
  expect(after.json.asset.extras).toMatchObject({ morph: { asset: 'a1', body: 'b2', version: 4 } })
  for (const part of ['materials', 'textures', 'images', 'animations', 'scenes', 'extensionsUsed'] as const)
    expect(after.json[part], part).toEqual(before.json[part])
  expect(after.bin.byteLength).toBe(before.bin.byteLength)
  for (const [m, { primitives }] of before.json.meshes!.entries())
    for (const [p, { attributes, indices }] of primitives.entries()) {
      const now = after.json.meshes![m]!.primitives[p]!
      for (const name of ['COLOR_0', 'JOINTS_0', 'WEIGHTS_0'])
        if (attributes[name] !== undefined)
          expect(readAccessor(after, now.attributes[name]!), name).toEqual(readAccessor(before, attributes[name]))
      expect(readAccessor(after, now.indices!)).toEqual(readAccessor(before, indices!))
    }
  const validator = createRequire(import.meta.url)('gltf-validator') as {
    validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number } }>
  }
  expect((await validator.validateBytes(one.glb)).issues.numErrors).toBe(0)
})

test('morphs Draco and meshopt models so that the lower bounds differ by at most 3 mm from uncompressed', async () => {
  const input = await tee()
  const plain = (await readWeldedMesh((await morphModel(input)).glb)).positions
  const low = [0, 1, 2].map((k) => plain.filter((_, i) => i % 3 === k).reduce((a, b) => Math.min(a, b)))
  await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready])
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.encoder': await draco3d.createEncoderModule(),
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.encoder': MeshoptEncoder,
    'meshopt.decoder': MeshoptDecoder,
  })
  for (const pack of [draco(), meshopt({ encoder: MeshoptEncoder })]) {
    const document = await io.readBinary(input.model)
    await document.transform(pack)
    const packed = await io.writeBinary(document)
    const { glb } = await morphModel({ ...input, model: packed })
    expect(readGlb(glb).json.extensionsUsed ?? []).not.toContainEqual(expect.stringMatching(/draco|meshopt/))
    const { positions } = await readWeldedMesh(glb)
    for (const k of [0, 1, 2]) {
      const least = positions.filter((_, i) => i % 3 === k).reduce((a, b) => Math.min(a, b))
      expect(Math.abs(least - low[k]!), `axis ${k}`).toBeLessThan(0.003)
    }
  }
})

/** Ball-shaped cage and body. The target's cage and body are twice as wide, and shifted. */
const stretch = ([x, y, z]: number[]) => [2 * x! + 3, y!, z!]
const cage = createSphereMesh(3, 2)
const body = createSphereMesh(3, 0.1)
const wide: Omit<MorphInput, 'model'> = {
  fromCage: buildMeshGlb(cage),
  toCage: buildMeshGlb(mapMeshPoints(cage, stretch)),
  fromBody: buildMeshGlb(body),
  toBody: buildMeshGlb(mapMeshPoints(body, stretch)),
}

/**
 * Creates a plate of four vertices with tangents and a sparse morph target. The target lifts two vertices, the last by `height`.
 */
async function plate(height = 0.2): Promise<Uint8Array> {
  const document = new Document()
  const buffer = document.createBuffer()
  const add = (type: 'VEC3' | 'VEC4', values: number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer)
  const lift = add('VEC3', [0, 0.1, 0, 0, 0, 0, 0, 0, 0, height, 0, 0]).setSparse(true)
  const [n, t] = [Math.SQRT1_2, Math.SQRT1_2]
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', add('VEC3', [0.5, 0, 0, 0.6, 0.1, 0, 0.6, 0.1, 0.2, 0.5, 0, 0.2]))
    .setAttribute(
      'NORMAL',
      add(
        'VEC3',
        [1, 2, 3, 4].flatMap(() => [-n, n, 0]),
      ),
    )
    .setAttribute(
      'TANGENT',
      add(
        'VEC4',
        [1, 2, 3, 4].flatMap(() => [t, t, 0, -1]),
      ),
    )
    .setIndices(
      document
        .createAccessor()
        .setType('SCALAR')
        .setArray(Uint16Array.from([0, 2, 1, 0, 3, 2]))
        .setBuffer(buffer),
    )
    .addTarget(document.createPrimitiveTarget('lift').setAttribute('POSITION', lift))
  const mesh = document
    .createMesh('plate')
    .setExtras({ targetNames: ['lift'] })
    .addPrimitive(primitive)
  document.createScene().addChild(document.createNode('plate').setMesh(mesh))
  return new NodeIO().writeBinary(document)
}

test('deforms sparse morph targets, and keeps rotated normals and tangents orthogonal', async () => {
  const { glb } = await morphModel({ ...wide, model: await plate() })
  const file = readGlb(glb)
  const { attributes, targets } = file.json.meshes![0]!.primitives[0]!
  const near = (values: ArrayLike<number>, expected: readonly number[]) =>
    expect(expected.map((value, i) => Math.abs(values[i]! - value) < 1e-5)).toEqual(expected.map(() => true))
  near(readAccessor(file, attributes.POSITION!), [4, 0, 0, 4.2, 0.1, 0, 4.2, 0.1, 0.2, 4, 0, 0.2])
  near(readAccessor(file, targets![0]!.POSITION!), [0, 0.1, 0, 0, 0, 0, 0, 0, 0, 0.4, 0, 0])
  expect(file.json.accessors![targets![0]!.POSITION!]!.sparse?.count).toBe(2)
  const length = Math.hypot(0.2, 0.1)
  near(readAccessor(file, attributes.NORMAL!), [-0.1 / length, 0.2 / length, 0])
  const [tx, ty, tz, sign] = readAccessor(file, attributes.TANGENT!) as unknown as [number, number, number, number]
  expect(sign).toBe(-1)
  near([tx * -0.1 + ty * 0.2, Math.hypot(tx, ty, tz)], [0, 1])
  expect((tx * 0.2 + ty * 0.1) / length).toBeGreaterThan(0.98)
})

test('counts positions without an inverse in the report and the file, if the cages fold', async () => {
  const folded = buildMeshGlb(mapMeshPoints(cage, ([x, y, z]) => [x! * Math.cos(3 * y!), y!, z!]))
  const missedAt = async (at: readonly number[]) => {
    const model = buildMeshGlb(mapMeshPoints(createSphereMesh(2, 0.1), (p) => p.map((value, k) => value + at[k]!)))
    const { glb, report } = await morphModel({ ...wide, model, toCage: folded, toBody: wide.fromBody })
    const { newlyInside, turnedOver, missed } = report
    expect(readGlb(glb).json.asset.extras).toMatchObject({ morph: { report: { newlyInside, turnedOver, missed } } })
    return missed
  }
  expect(await missedAt([0.9, 0, 0])).toBe(0)
  expect(await missedAt([0.5, 0.5, 0])).toBeGreaterThan(10)
})

test('reports morph targets that leave the cage, whichever body is the source, but morphs the model anyway', async () => {
  const reverse = { fromCage: wide.toCage, toCage: wide.fromCage, fromBody: wide.toBody, toBody: wide.fromBody }
  for (const bodies of [wide, reverse]) {
    for (const [height, outside] of [
      [0.2, 0],
      [9, 1],
    ] as const) {
      const { glb, report } = await morphModel({ ...bodies, model: await plate(height) })
      expect(report.keysOutside).toBe(outside)
      const { json } = readGlb(glb)
      expect(json.asset.extras).toMatchObject({ morph: { report: { keysOutside: outside } } })
      expect(json.meshes![0]!.extras).toEqual({ targetNames: ['lift'] })
    }
  }
})

const refused = async (input: Partial<MorphInput>) => {
  try {
    await morphModel({ ...wide, model: await plate(), ...input })
  } catch (error) {
    return error instanceof MorphError ? error : String(error)
  }
  return 'not refused'
}

test('refuses cages of different topology, a model outside its cage, and empty or invalid files', async () => {
  expect(await refused({ toCage: buildMeshGlb(createSphereMesh(2, 2)) })).toMatchObject({
    code: 'CAGE_TOPOLOGY_MISMATCH',
  })
  const far = buildMeshGlb(mapMeshPoints(createSphereMesh(1), ([x, y, z]) => [x! + 2, y!, z!]))
  const outside = (await refused({ model: far })) as MorphError
  expect(outside).toMatchObject({ code: 'OUTSIDE_CAGE' })
  expect(outside.found!.count).toBeGreaterThan(5)
  expect(Math.hypot(...outside.found!.place)).toBeGreaterThan(1.9)
  expect(outside.message).toContain(`${outside.found!.count} of 18 vertices`)
  expect(await refused({ model: buildMeshGlb(body, { nodes: [{}] }) })).toMatchObject({ code: 'NOTHING_TO_MORPH' })
  const odd = mapMeshPoints(body, ([x, y, z]) => [x === 0.1 ? Number.NaN : x!, y!, z!])
  expect(await refused({ model: buildMeshGlb(odd) })).toMatchObject({ code: 'NOT_FINITE' })
  expect(await refused({ model: new Uint8Array(40) })).toMatchObject({ code: 'UNREADABLE' })
})
