import { createHash } from 'node:crypto'
import { diagonalOf } from './coordinates.ts'
import { crossing } from './crossing.ts'
import { MorphFault, type Place, sayPlace } from './fault.ts'
import { modelOf } from './model.ts'
import { openGlb, readable } from './open.ts'
import type { Mesh } from './weld.ts'
import { windingAt } from './winding.ts'

/**
 * A coarse closed mesh around a body. Vertices are numbered in the order in which the triangles first use them, so that
 * vertex i of one cage stands for vertex i of another with the same `topology`: the SHA-256 of the triangles, in hex.
 */
export interface Cage extends Mesh {
  topology: string
}

/** The skin of a body: its triangles at rest, metres. */
export type BodyMesh = Mesh

/** More triangles than this are no cage: each costs at every vertex of every model. */
export const MOST_CAGE_TRIANGLES = 10_000

/** Fewer than a box has are no cage around a body. */
const FEWEST_TRIANGLES = 12

/** Share of a cube over the cage's diagonal that it must fill at least. */
const LEAST_VOLUME = 1e-4

/** How far from 1 the winding number of a vertex inside may be. */
const INSIDE = 0.01

/** Body vertices times cage triangles that a check looks at; of a finer body every so manieth vertex. */
const MOST_WORK = 1e8

/** Reads the triangles of a GLB as a cage. Throws MorphFault for a file that holds none, or far too many. */
export async function readCage(glb: Uint8Array): Promise<Cage> {
  const model = modelOf(await openGlb(glb))
  return readable(() => cageOf(model.whole))
}

/** Numbers a mesh as a cage. Throws MorphFault for too few or too many triangles, or numbers that are none. */
export function cageOf({ positions, triangles }: Mesh): Cage {
  const count = triangles.length / 3
  if (count < FEWEST_TRIANGLES)
    throw new MorphFault(
      'CAGE_TOO_SMALL',
      `A cage needs at least ${FEWEST_TRIANGLES} triangles; this one has ${count}.`,
    )
  if (count > MOST_CAGE_TRIANGLES)
    throw new MorphFault('CAGE_TOO_LARGE', `A cage may have ${MOST_CAGE_TRIANGLES} triangles; this one has ${count}.`)
  const order = new Map<number, number>()
  const renamed = Uint32Array.from(triangles, (corner) => {
    const known = order.get(corner) ?? order.size
    order.set(corner, known)
    return known
  })
  const places = new Float64Array(order.size * 3)
  for (const [old, index] of order) places.set(positions.subarray(old * 3, old * 3 + 3), index * 3)
  if (!places.every((value) => Number.isFinite(value) && Math.abs(value) < 1e6))
    throw new MorphFault('CAGE_NOT_FINITE', 'The cage has vertices whose positions are not numbers.')
  return { positions: places, triangles: renamed, topology: topologyOf(renamed) }
}

function topologyOf(triangles: Uint32Array): string {
  const bytes = new DataView(new ArrayBuffer(triangles.length * 4))
  for (const [i, corner] of triangles.entries()) bytes.setUint32(i * 4, corner, true)
  return createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex')
}

/**
 * Checks that a cage is closed, turned outwards, filled and does not cut itself, and with a body, that it encloses it: all
 * of it, or for a cage around a part of the body (`extent`), some of it. Throws MorphFault.
 */
export function checkCage(cage: Cage, body?: BodyMesh, extent: 'whole' | 'part' = 'whole'): void {
  checkEdges(cage)
  checkVolume(cage)
  const cut = crossing(cage)
  if (cut)
    throw new MorphFault('CAGE_CUTS_ITSELF', `The cage cuts itself, at ${sayPlace(cut)}.`, { count: 1, place: cut })
  if (body) checkBody(cage, body, extent)
}

/** Every edge has one triangle on each side, and they run along it in opposite directions. */
function checkEdges({ positions, triangles }: Cage): void {
  const ways = new Map<number, number>()
  const key = (from: number, to: number) => from * 0x200000 + to
  const edges: [number, number][] = []
  for (let t = 0; t < triangles.length; t++) {
    const edge = [triangles[t]!, triangles[t % 3 === 2 ? t - 2 : t + 1]!] as [number, number]
    edges.push(edge)
    ways.set(key(...edge), (ways.get(key(...edge)) ?? 0) + 1)
  }
  const there = ([from, to]: [number, number]) => ways.get(key(from, to)) ?? 0
  const open = edges.filter(([from, to]) => there([from, to]) + there([to, from]) !== 2)
  const place = (at: number) => [...positions.subarray(at * 3, at * 3 + 3)] as Place
  if (open[0]) {
    const found = { count: open.length, place: place(open[0][0]) }
    throw new MorphFault(
      'CAGE_OPEN',
      `The cage is open at ${open.length} edges, one at ${sayPlace(found.place)}.`,
      found,
    )
  }
  const turned = edges.filter((edge) => there(edge) !== 1)
  if (turned[0]) {
    const found = { count: turned.length, place: place(turned[0][0]) }
    throw new MorphFault('CAGE_INVERTED', `Some triangles face inwards, one at ${sayPlace(found.place)}.`, found)
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
  const share = volume / 6 / diagonalOf(p) ** 3
  if (share < -LEAST_VOLUME) throw new MorphFault('CAGE_INVERTED', 'The cage is turned inside out.')
  if (!(share > LEAST_VOLUME)) throw new MorphFault('CAGE_TOO_SMALL', 'The cage encloses next to nothing.')
}

function checkBody(cage: Cage, body: BodyMesh, extent: 'whole' | 'part'): void {
  const outside: Place[] = []
  const all = body.positions.length / 3
  const step = Math.ceil((all * cage.triangles.length) / 3 / MOST_WORK)
  const count = Math.ceil(all / step)
  for (let at = 0; at < all * 3; at += 3 * step) {
    const place = [...body.positions.subarray(at, at + 3)] as Place
    if (!(Math.abs(windingAt(cage, ...place) - 1) <= INSIDE)) outside.push(place)
  }
  const isOut = extent === 'whole' ? outside.length > 0 : outside.length === count
  if (!isOut || !outside[0]) return
  const found = { count: outside.length, place: outside[0] }
  const sentence = `${outside.length} of ${count} vertices of the body lie outside the cage, one at ${sayPlace(outside[0])}.`
  throw new MorphFault('BODY_OUTSIDE_CAGE', sentence, found)
}
