import { createHash } from 'node:crypto'
import { computeBoundsDiagonal } from './mean-value-coordinates.ts'
import { formatPoint, MorphError, type Point } from './morph-error.ts'
import { openGlb, withMorphErrors } from './open-glb.ts'
import { readRestModel } from './rest-model.ts'
import { findSelfIntersection } from './self-intersection.ts'
import type { Mesh } from './weld.ts'

/**
 * Coarse closed mesh around a body. Vertices with the same number correspond to each other in all cages with the same `topology`
 * (the SHA-256 of the triangles, in hex).
 */
export interface Cage extends Mesh {
  topology: string
}

export type BodyMesh = Mesh

export const MAX_CAGE_TRIANGLES = 10_000

const MIN_CAGE_TRIANGLES = 12

/** Minimum volume of a cage, as a fraction of the cubed diagonal of its bounds. */
const MIN_VOLUME_SHARE = 1e-4

/** Tolerance for the winding number of a vertex inside the cage, which is 1. */
const WINDING_TOLERANCE = 0.01

/** Maximum of body vertices × cage triangles per check. Of a finer body, only every n-th vertex is checked. */
const MAX_CHECKED_PAIRS = 1e8

/** Reads the triangles of a GLB as a cage. Throws the errors of {@link toCage}, or MorphError if the file is unreadable. */
export async function readCage(glb: Uint8Array): Promise<Cage> {
  return withMorphErrors(async () => toCage(readRestModel(await openGlb(glb)).whole))
}

/** Converts a mesh into a cage and renumbers its vertices. Throws MorphError if the mesh is not suitable. */
export function toCage({ positions, triangles }: Mesh): Cage {
  const count = triangles.length / 3
  if (count < MIN_CAGE_TRIANGLES)
    throw new MorphError(
      'CAGE_TOO_SMALL',
      `A cage needs at least ${MIN_CAGE_TRIANGLES} triangles; this one has ${count}.`,
    )
  if (count > MAX_CAGE_TRIANGLES)
    throw new MorphError(
      'CAGE_TOO_LARGE',
      `A cage may have at most ${MAX_CAGE_TRIANGLES} triangles; this one has ${count}.`,
    )
  const order = new Map<number, number>()
  const newTriangles = Uint32Array.from(triangles, (corner) => {
    const newIndex = order.get(corner) ?? order.size
    order.set(corner, newIndex)
    return newIndex
  })
  const newPositions = new Float64Array(order.size * 3)
  for (const [old, index] of order) newPositions.set(positions.subarray(old * 3, old * 3 + 3), index * 3)
  if (!newPositions.every((value) => Number.isFinite(value) && Math.abs(value) < 1e6))
    throw new MorphError('CAGE_NOT_FINITE', 'The cage has vertices whose positions are not numbers.')
  return { positions: newPositions, triangles: newTriangles, topology: hashTopology(newTriangles) }
}

function hashTopology(triangles: Uint32Array): string {
  const bytes = new DataView(new ArrayBuffer(triangles.length * 4))
  for (const [i, corner] of triangles.entries()) bytes.setUint32(i * 4, corner, true)
  return createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex')
}

/**
 * Checks that a cage is closed, oriented outwards, has volume and does not intersect itself. With `body`, also checks that the
 * cage encloses the whole body, or with `extent` `part` some of the body. Throws MorphError.
 */
export function checkCage(cage: Cage, body?: BodyMesh, extent: 'whole' | 'part' = 'whole'): void {
  checkEdges(cage)
  checkVolume(cage)
  const cut = findSelfIntersection(cage)
  if (cut)
    throw new MorphError('CAGE_CUTS_ITSELF', `The cage intersects itself at ${formatPoint(cut)}.`, {
      count: 1,
      place: cut,
    })
  if (body) checkBody(cage, body, extent)
}

function checkEdges({ positions, triangles }: Cage): void {
  const edgeCounts = new Map<number, number>()
  const key = (from: number, to: number) => from * 0x200000 + to
  const edges: [number, number][] = []
  for (let t = 0; t < triangles.length; t++) {
    const edge = [triangles[t]!, triangles[t % 3 === 2 ? t - 2 : t + 1]!] as [number, number]
    edges.push(edge)
    edgeCounts.set(key(...edge), (edgeCounts.get(key(...edge)) ?? 0) + 1)
  }
  const timesUsed = ([from, to]: [number, number]) => edgeCounts.get(key(from, to)) ?? 0
  const open = edges.filter(([from, to]) => timesUsed([from, to]) + timesUsed([to, from]) !== 2)
  const pointAt = (at: number) => [...positions.subarray(at * 3, at * 3 + 3)] as Point
  if (open[0]) {
    const found = { count: open.length, place: pointAt(open[0][0]) }
    throw new MorphError(
      'CAGE_OPEN',
      `The cage is open at ${open.length} edges, one at ${formatPoint(found.place)}.`,
      found,
    )
  }
  const inverted = edges.filter((edge) => timesUsed(edge) !== 1)
  if (inverted[0]) {
    const found = { count: inverted.length, place: pointAt(inverted[0][0]) }
    throw new MorphError('CAGE_INVERTED', `Some triangles face inwards, one at ${formatPoint(found.place)}.`, found)
  }
}

function checkVolume({ positions: p, triangles }: Cage): void {
  let volume = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    volume +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!)
  }
  const share = volume / 6 / computeBoundsDiagonal(p) ** 3
  if (share < -MIN_VOLUME_SHARE) throw new MorphError('CAGE_INVERTED', 'The cage is turned inside out.')
  if (!(share > MIN_VOLUME_SHARE)) throw new MorphError('CAGE_TOO_SMALL', 'The cage encloses almost no volume.')
}

function checkBody(cage: Cage, body: BodyMesh, extent: 'whole' | 'part'): void {
  const outside: Point[] = []
  const all = body.positions.length / 3
  const step = Math.ceil((all * cage.triangles.length) / 3 / MAX_CHECKED_PAIRS)
  const count = Math.ceil(all / step)
  for (let at = 0; at < all * 3; at += 3 * step) {
    const point = [...body.positions.subarray(at, at + 3)] as Point
    if (!(Math.abs(computeWindingNumber(cage, ...point) - 1) <= WINDING_TOLERANCE)) outside.push(point)
  }
  const isOutside = extent === 'whole' ? outside.length > 0 : outside.length === count
  if (!isOutside || !outside[0]) return
  const found = { count: outside.length, place: outside[0] }
  const message = `${outside.length} of ${count} vertices of the body lie outside the cage, one at ${formatPoint(outside[0])}.`
  throw new MorphError('BODY_OUTSIDE_CAGE', message, found)
}

/**
 * Returns the winding number of a mesh around a point: 1 inside, 0 outside, in between if the mesh is open. Sums the solid angles
 * of the triangles (Van Oosterom and Strackee 1983).
 */
export function computeWindingNumber({ positions: p, triangles }: Mesh, x: number, y: number, z: number): number {
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [ax, ay, az] = [p[a]! - x, p[a + 1]! - y, p[a + 2]! - z]
    const [bx, by, bz] = [p[b]! - x, p[b + 1]! - y, p[b + 2]! - z]
    const [cx, cy, cz] = [p[c]! - x, p[c + 1]! - y, p[c + 2]! - z]
    const [la, lb, lc] = [
      Math.sqrt(ax * ax + ay * ay + az * az),
      Math.sqrt(bx * bx + by * by + bz * bz),
      Math.sqrt(cx * cx + cy * cy + cz * cz),
    ]
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    const rest =
      la * lb * lc +
      (ax * bx + ay * by + az * bz) * lc +
      (bx * cx + by * cy + bz * cz) * la +
      (cx * ax + cy * ay + cz * az) * lb
    sum += Math.atan2(det, rest)
  }
  return sum / (2 * Math.PI)
}
