import { writeGlb } from '../../server/render/glb.ts'
import { linearColour } from '../../server/render/recolour.ts'
import { BASES } from './bases.ts'
import { type Body, bodyOf } from './body.ts'
import { both, common, type Field, half, melt, union } from './field.ts'
import type { Figure } from './figure.ts'
import { tighten } from './piece.ts'
import { type Net, polygonise } from './polygonise.ts'
import { type Base, type Piece, TYPES } from './wardrobe.ts'

/** One list of triangles for every body: what its cages enclose, and which joints they follow from body to body. */
export interface CageFamily {
  key: string
  name: string
  /** The types of assets it is for; without them, all that no other family is for. */
  types: readonly string[]
  /** The part of a body that a piece of these types lies on. */
  part: (body: Body) => Field
  /**
   * Joints without prefix, or with each how thick the body is around its bones, metres; all of them, as thin as lines, where
   * it is missing.
   */
  follows?: readonly string[] | Readonly<Record<string, number>>
  /** How far it stays away from what it encloses, and its coarseness, metres; the first that closes is taken. */
  away: number
  cells: readonly number[]
}

const LEGS = ['Left', 'Right'].flatMap((side) =>
  ['UpLeg', 'Leg', 'Foot', 'ToeBase', 'Toe_End'].map((bone) => side + bone),
)

/**
 * The trunk between hips and chest follows no joint of its own: a waistband stays on the hips, however long the torso above
 * them is, and what is above it goes with the chest.
 */
const LONG_TORSO: Readonly<Record<string, number>> = {
  ...{ Hips: 0.14, Spine2: 0.08, Neck: 0.06, Head: 0.16, HeadTop_End: 0 },
  ...sided({ UpLeg: 0.077, Leg: 0.055, Foot: 0.045, ToeBase: 0.03, Toe_End: 0.03 }),
  ...sided({ Shoulder: 0.055, Arm: 0.05, ForeArm: 0.045, Hand: 0.03, HandMiddle1: 0.02 }),
}

function sided(of: Readonly<Record<string, number>>): Record<string, number> {
  const both = Object.entries(of).flatMap(([bone, thick]) => [`Left${bone}`, `Right${bone}`].map((it) => [it, thick]))
  return Object.fromEntries(both) as Record<string, number>
}

/** The waistband's height on every body: bottoms hang from the hips, however long the torso above them is. */
const WAIST = 0.66

/** Every family that the demo's bodies have a cage of. */
export const FAMILIES: readonly CageFamily[] = [
  { key: 'whole', name: 'Whole Body', types: [], part: ({ whole }) => whole, away: 0.044, cells: cellsFrom(0.09) },
  {
    key: 'outfit',
    name: 'Outfit',
    types: ['outfit'],
    part: ({ whole }) => whole,
    follows: LONG_TORSO,
    away: 0.05,
    cells: cellsFrom(0.09),
  },
  {
    key: 'top',
    name: 'Top',
    types: ['top'],
    part: ({ core, arm }) => union(core, both(arm)),
    away: 0.036,
    cells: cellsFrom(0.07),
  },
  {
    key: 'bottom',
    name: 'Bottom',
    types: ['bottom'],
    part: ({ core, leg }) => union(common(0.01, core, half([0, WAIST, 0], [0, 1, 0])), both(leg)),
    follows: ['Hips', ...LEGS],
    away: 0.036,
    cells: cellsFrom(0.07),
  },
  {
    key: 'footwear',
    name: 'Footwear',
    types: ['footwear'],
    part: ({ foot, leg }) => both(union(foot, common(0.01, leg, half([0, 0.24, 0], [0, 1, 0])))),
    follows: LEGS,
    away: 0.03,
    cells: cellsFrom(0.06),
  },
  {
    key: 'head',
    name: 'Head',
    types: ['hair', 'eyes', 'eyebrows', 'beard', 'headwear', 'facewear', 'glasses'],
    part: ({ head }) => head,
    follows: ['Head', 'HeadTop_End'],
    away: 0.04,
    cells: cellsFrom(0.08),
  },
]

function cellsFrom(cell: number): number[] {
  return [0, 0.002, -0.002, 0.004, -0.004, 0.006, -0.006, 0.008].map((by) => cell + by)
}

/** What a family's cages must have room for: all that a body wears or carries, of the family's types where it has any. */
export function wornIn({ types }: CageFamily): readonly Base[] {
  const all = types.length > 0 ? types : Object.keys(TYPES)
  const keys = all.flatMap((type) => TYPES[type] ?? [])
  return BASES.filter(({ key, still }) => keys.includes(key) && !still)
}

const SOFT = 0.05

/** A coarse closed net around a part of a body in all that is fitted to it. Throws when no coarseness gives a closed one. */
export function cageNet(family: CageFamily, figure: Figure, pieces: readonly Piece[]): Net {
  const worn = union(...pieces.flatMap((piece) => piece.parts.map((part) => part.field)))
  const body = family.part(bodyOf(figure))
  const field: Field = (x, y, z) => melt(body(x, y, z), worn(x, y, z), SOFT) - family.away
  const bounds = tighten(field, { low: [-0.7, -0.15, -0.6], high: [0.7, 1.85, 0.6] }, 0.04)
  for (const cell of family.cells) {
    const net = polygonise(field, bounds, cell)
    if (isClosed(net)) return net
  }
  throw new Error(`No closed ${family.key} cage was found for the ${figure.shape} body.`)
}

/** Every edge has exactly two triangles, one on each side. */
function isClosed({ indices }: Net): boolean {
  const edges = new Map<string, number>()
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const edge = `${indices[t + k]}-${indices[t + ((k + 1) % 3)]}`
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
  return [...edges].every(([edge, count]) => count === 1 && edges.get(edge.split('-').reverse().join('-')) === 1)
}

/**
 * Writes a cage as GLB: one mesh without skin, its corners unrounded so that no two fall together. The joints that it
 * follows stand in `asset.extras`, where whoever carries it to another body looks for them.
 */
export function writeCage(name: string, { positions, indices }: Net, follows?: CageFamily['follows']): Uint8Array {
  const corners = Uint16Array.from(indices)
  const bin = new Uint8Array(positions.byteLength + corners.byteLength)
  bin.set(new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength))
  bin.set(new Uint8Array(corners.buffer), positions.byteLength)
  const [low, high] = [Math.min, Math.max].map((pick) =>
    [0, 1, 2].map((k) => positions.filter((_, i) => i % 3 === k).reduce((a, b) => pick(a, b))),
  )
  const colour = [...linearColour('#7d9bea'), 0.45]
  return writeGlb({
    json: {
      asset: { version: '2.0', ...(follows && { extras: { follows } }) },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ name, mesh: 0 }],
      meshes: [{ name, primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
      materials: [
        {
          name: 'Cage',
          alphaMode: 'BLEND',
          doubleSided: true,
          pbrMetallicRoughness: { baseColorFactor: colour, metallicFactor: 0, roughnessFactor: 0.8 },
        },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3', min: low!, max: high! },
        { bufferView: 1, componentType: 5123, count: corners.length, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: positions.byteLength },
        { buffer: 0, byteOffset: positions.byteLength, byteLength: corners.byteLength },
      ],
      buffers: [{ byteLength: bin.byteLength }],
    },
    bin,
  })
}
