import { expect, test } from 'vitest'
import { checkCage, readCage, toCage } from '../../../server/morph/cage.ts'
import { MorphError } from '../../../server/morph/morph-error.ts'
import type { Mesh } from '../../../server/morph/weld.ts'
import { buildGlb } from '../../support/glb.ts'
import { buildMeshGlb, createSphereMesh, mapMeshPoints } from '../../support/sphere-mesh.ts'

const ball = createSphereMesh(3)

/** Reads a mesh from a GLB, as after an upload, and checks it as a cage. Returns the error code, if any. */
async function checkMesh(mesh: Mesh, body?: Mesh, extent?: 'whole' | 'part'): Promise<string | undefined> {
  try {
    checkCage(await readCage(buildMeshGlb(mesh)), body, extent)
  } catch (error) {
    if (!(error instanceof MorphError)) throw error
    expect(error.message).toMatch(/\.$/)
    return error.code
  }
  return undefined
}

test('accepts a closed ball, and gives two shapes with the same triangles the same topology hash', async () => {
  expect(await checkMesh(ball)).toBeUndefined()
  const [one, other] = [
    await readCage(buildMeshGlb(ball)),
    await readCage(buildMeshGlb(mapMeshPoints(ball, ([x, y, z]) => [x! * 2, y! + 1, z!]))),
  ]
  expect(one.topology).toMatch(/^[0-9a-f]{64}$/)
  expect(other.topology).toBe(one.topology)
  expect((await readCage(buildMeshGlb(createSphereMesh(2)))).topology).not.toBe(one.topology)
})

test('gives a cage the same topology hash whatever the order of its vertices', () => {
  const count = ball.positions.length / 3
  const turned = {
    positions: Float64Array.from(
      { length: count * 3 },
      (_, i) => ball.positions[(count - 1 - Math.floor(i / 3)) * 3 + (i % 3)]!,
    ),
    triangles: ball.triangles.map((corner) => count - 1 - corner),
  }
  expect(toCage(turned).topology).toBe(toCage(ball).topology)
  expect(toCage(turned).positions).toEqual(toCage(ball).positions)
})

test('refuses a cage with a hole as open', async () => {
  expect(await checkMesh({ ...ball, triangles: ball.triangles.slice(3) })).toBe('CAGE_OPEN')
})

test('refuses a cage turned inside out, or with one flipped triangle, as inverted', async () => {
  expect(await checkMesh({ ...ball, triangles: ball.triangles.toReversed() })).toBe('CAGE_INVERTED')
  const [a, b, c, ...rest] = ball.triangles
  expect(await checkMesh({ ...ball, triangles: Uint32Array.from([a!, c!, b!, ...rest]) })).toBe('CAGE_INVERTED')
})

test('refuses a cage that intersects itself', async () => {
  const pierced = Float64Array.from(ball.positions)
  pierced.set([-3, 0.05, 0.03], 0)
  expect(await checkMesh({ ...ball, positions: pierced })).toBe('CAGE_CUTS_ITSELF')
})

test('refuses three triangles, a flat cage and an empty mesh as too small', async () => {
  expect(await checkMesh({ ...ball, triangles: ball.triangles.slice(0, 9) })).toBe('CAGE_TOO_SMALL')
  expect(await checkMesh(mapMeshPoints(ball, ([x, y, z]) => [x!, y!, z! * 1e-5]))).toBe('CAGE_TOO_SMALL')
  expect(await checkMesh({ ...ball, triangles: new Uint32Array(0) })).toBe('CAGE_TOO_SMALL')
})

test('refuses 131,072 triangles within three seconds of CPU time', async () => {
  const glb = buildMeshGlb(createSphereMesh(7))
  const start = process.cpuUsage()
  await expect(readCage(glb)).rejects.toMatchObject({ code: 'CAGE_TOO_LARGE' })
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3)
})

test('refuses positions that are NaN, infinite or far too large', async () => {
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 1e30]) {
    const positions = Float64Array.from(ball.positions)
    positions[7] = odd
    expect(await checkMesh({ ...ball, positions })).toBe('CAGE_NOT_FINITE')
  }
})

test('refuses bytes other than a GLB, with a readable message', async () => {
  const glbWithoutData = buildGlb(
    JSON.stringify({
      asset: { version: '2.0' },
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 7 } }] }],
    }),
  )
  await expect(readCage(glbWithoutData)).rejects.toMatchObject({ code: 'UNREADABLE' })
  await expect(readCage(new Uint8Array(100))).rejects.toMatchObject({ code: 'UNREADABLE', message: 'Not a GLB file.' })
})

test('requires a whole-body cage to enclose the whole body, and a partial cage to enclose part of it', async () => {
  const small = mapMeshPoints(ball, ([x, y, z]) => [x! * 0.5, y! * 0.5, z! * 0.5])
  const half = mapMeshPoints(small, ([x, y, z]) => [x! + 0.9, y!, z!])
  const distantBody = mapMeshPoints(small, ([x, y, z]) => [x! + 5, y!, z!])
  expect(await checkMesh(ball, small)).toBeUndefined()
  expect(await checkMesh(ball, half)).toBe('BODY_OUTSIDE_CAGE')
  expect(await checkMesh(ball, half, 'part')).toBeUndefined()
  expect(await checkMesh(ball, distantBody, 'part')).toBe('BODY_OUTSIDE_CAGE')
})
