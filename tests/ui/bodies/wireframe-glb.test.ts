import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { buildWireframeGlb } from '../../../src/ui/bodies/wireframe-glb.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { buildMeshGlb, createSphereMesh } from '../../support/sphere-mesh.ts'

interface Report {
  issues: { numErrors: number; numWarnings: number; messages: { message: string }[] }
}

/** The Khronos validator, typed here because its package has no types. */
const validator = createRequire(import.meta.url)('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<Report>
}

const buffer = (bytes: Uint8Array) => bytes.slice().buffer
const readBytes = async (blob: Blob | null) => new Uint8Array(await blob!.arrayBuffer())

async function parseGltf(blob: Blob | null) {
  const bytes = await readBytes(blob)
  const length = new DataView(bytes.buffer).getUint32(12, true)
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)))
}

test('converts a closed cage to a valid GLB that has one line for each unique edge', async () => {
  const cage = await readFile('demo/cages/female-bottom.glb')
  const wireframe = buildWireframeGlb(buffer(cage))
  expect(wireframe?.type).toBe('model/gltf-binary')
  const { meshes, accessors } = await parseGltf(wireframe)
  expect(meshes.map(({ primitives: [it] }: { primitives: { mode: number }[] }) => it?.mode)).toEqual([1])
  // The mesh has 664 triangles. Each edge belongs to two of them.
  expect([accessors[0].count, accessors[1].count / 2]).toEqual([334, (664 * 3) / 2])
  const sourceAccessor = JSON.parse(cage.subarray(20, 20 + cage.readUInt32LE(12)).toString()).accessors[0]
  expect([accessors[0].min, accessors[0].max]).toEqual([sourceAccessor.min, sourceAccessor.max])
  const { issues } = await validator.validateBytes(await readBytes(wireframe))
  expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0])
})

test('adds a marker mesh with its own material at the position of the given fault', async () => {
  const wireframe = buildWireframeGlb(buffer(buildMeshGlb(createSphereMesh(1))), [0.1, 0.2, 0.3])
  const { meshes, accessors, materials } = await parseGltf(wireframe)
  expect([meshes.length, materials.length]).toEqual([2, 2])
  const [min, max] = [accessors[2].min, accessors[2].max]
  expect(min.map((low: number, axis: number) => (low + max[axis]) / 2)).toEqual([
    expect.closeTo(0.1),
    expect.closeTo(0.2),
    expect.closeTo(0.3),
  ])
  expect((await validator.validateBytes(await readBytes(wireframe))).issues.numErrors).toBe(0)
})

test('returns null for compressed, transformed, empty, truncated or non-GLB files', () => {
  const draco = { nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 }, extensions: {} }] }] }
  for (const json of [draco, { nodes: [{ mesh: 0, translation: [0, 1, 0] }] }, { nodes: [] }])
    expect(buildWireframeGlb(buffer(buildTinyGlb({ json })))).toBeNull()
  expect(buildWireframeGlb(new ArrayBuffer(3))).toBeNull()
  expect(
    buildWireframeGlb(buffer(new TextEncoder().encode('no model at all, and long enough to look into'))),
  ).toBeNull()
  const plain = buildMeshGlb(createSphereMesh(1))
  expect(buildWireframeGlb(buffer(plain.subarray(0, plain.length - 40)))).toBeNull()
})
