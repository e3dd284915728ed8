import { expect, test } from 'vitest'
import { cageOf, checkCage, readCage } from '../../../server/morph/cage.ts'
import { MorphFault } from '../../../server/morph/fault.ts'
import type { Mesh } from '../../../server/morph/weld.ts'
import { ballMesh, meshGlb, movedMesh } from '../../support/ball-mesh.ts'

const ball = ballMesh(3)

/** What a mesh is refused for as a cage, read from a file as an upload is. */
async function fault(mesh: Mesh, body?: Mesh, extent?: 'whole' | 'part'): Promise<string | undefined> {
  try {
    checkCage(await readCage(meshGlb(mesh)), body, extent)
  } catch (error) {
    if (!(error instanceof MorphFault)) throw error
    expect(error.message).toMatch(/\.$/)
    return error.code
  }
  return undefined
}

test('a closed ball is a cage, and two shapes of the same triangles are one family', async () => {
  expect(await fault(ball)).toBeUndefined()
  const [one, other] = [
    await readCage(meshGlb(ball)),
    await readCage(meshGlb(movedMesh(ball, ([x, y, z]) => [x! * 2, y! + 1, z!]))),
  ]
  expect(one.topology).toMatch(/^[0-9a-f]{64}$/)
  expect(other.topology).toBe(one.topology)
  expect((await readCage(meshGlb(ballMesh(2)))).topology).not.toBe(one.topology)
})

test('vertices in another order, or doubled along seams, are still the same family', () => {
  const count = ball.positions.length / 3
  const turned = {
    positions: Float64Array.from(
      { length: count * 3 },
      (_, i) => ball.positions[(count - 1 - Math.floor(i / 3)) * 3 + (i % 3)]!,
    ),
    triangles: ball.triangles.map((corner) => count - 1 - corner),
  }
  expect(cageOf(turned).topology).toBe(cageOf(ball).topology)
  expect(cageOf(turned).positions).toEqual(cageOf(ball).positions)
})

test('a cage with a hole is open', async () => {
  expect(await fault({ ...ball, triangles: ball.triangles.slice(3) })).toBe('CAGE_OPEN')
})

test('a cage turned inside out, or with one triangle turned, is inverted', async () => {
  expect(await fault({ ...ball, triangles: ball.triangles.toReversed() })).toBe('CAGE_INVERTED')
  const [a, b, c, ...rest] = ball.triangles
  expect(await fault({ ...ball, triangles: Uint32Array.from([a!, c!, b!, ...rest]) })).toBe('CAGE_INVERTED')
})

test('a cage that passes through itself cuts itself', async () => {
  const pierced = Float64Array.from(ball.positions)
  pierced.set([-3, 0.05, 0.03], 0)
  expect(await fault({ ...ball, positions: pierced })).toBe('CAGE_CUTS_ITSELF')
})

test('three triangles, a flat cage and none at all are too small', async () => {
  expect(await fault({ ...ball, triangles: ball.triangles.slice(0, 9) })).toBe('CAGE_TOO_SMALL')
  expect(await fault(movedMesh(ball, ([x, y, z]) => [x!, y!, z! * 1e-5]))).toBe('CAGE_TOO_SMALL')
  expect(await fault({ ...ball, triangles: new Uint32Array(0) })).toBe('CAGE_TOO_SMALL')
})

test('131,072 triangles are refused within a second of one processor', async () => {
  const glb = meshGlb(ballMesh(7))
  const start = process.cpuUsage()
  await expect(readCage(glb)).rejects.toMatchObject({ code: 'CAGE_TOO_LARGE' })
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3)
})

test('positions that are no numbers are refused', async () => {
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 1e30]) {
    const positions = Float64Array.from(ball.positions)
    positions[7] = odd
    expect(await fault({ ...ball, positions })).toBe('CAGE_NOT_FINITE')
  }
})

test('bytes that are no model are refused in our words', async () => {
  await expect(readCage(new Uint8Array(100))).rejects.toMatchObject({ code: 'UNREADABLE', message: 'Not a GLB file.' })
})

test('a body must be inside: all of it, or for a part of a body some of it', async () => {
  const small = movedMesh(ball, ([x, y, z]) => [x! * 0.5, y! * 0.5, z! * 0.5])
  const half = movedMesh(small, ([x, y, z]) => [x! + 0.9, y!, z!])
  const away = movedMesh(small, ([x, y, z]) => [x! + 5, y!, z!])
  expect(await fault(ball, small)).toBeUndefined()
  expect(await fault(ball, half)).toBe('BODY_OUTSIDE_CAGE')
  expect(await fault(ball, half, 'part')).toBeUndefined()
  expect(await fault(ball, away, 'part')).toBe('BODY_OUTSIDE_CAGE')
})
