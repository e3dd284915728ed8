import { writeGlb } from '../../server/render/glb.ts'
import { parseLinearColour } from '../../server/render/recolour.ts'
import { BASE_MODELS } from './base-models.ts'
import { type Body, buildBody } from './body.ts'
import { fitBounds } from './build-patches.ts'
import type { Figure } from './figure.ts'
import { BASE_KEYS_BY_TYPE, type BaseModel, type WearablePiece } from './piece-types.ts'
import { polygonise, type TriangleMesh } from './polygonise.ts'
import { type DistanceField, halfSpace, intersect, mirrorToBothSides, smoothMin, union } from './signed-distance.ts'

/** Family of cages: coarse closed meshes around one part of each body, with the same triangles for all bodies. */
export interface CageFamily {
  key: string
  name: string
  /** Asset types that the family is for. If empty, all types without their own family. */
  types: readonly string[]
  /** Returns the part of a body that pieces of these types lie on. */
  part: (body: Body) => DistanceField
  /**
   * Joint names without prefix, or the radius of the body around a joint's bones by joint name, in metres. If omitted, the cage
   * follows all joints with radius 0.
   */
  followedJoints?: readonly string[] | Readonly<Record<string, number>>
  /** Distance between the cage and the enclosed solid, in metres. */
  clearance: number
  /** Candidate cell sizes, in metres. The first size that gives a closed mesh is used. */
  cells: readonly number[]
}

const LEGS = ['Left', 'Right'].flatMap((side) =>
  ['UpLeg', 'Leg', 'Foot', 'ToeBase', 'Toe_End'].map((bone) => side + bone),
)

/**
 * Joint radii in metres, for bodies of different torso length. The joints between hips and chest are left out, so that waistbands
 * stay on the hips and everything above follows the chest.
 */
const LONG_TORSO: Readonly<Record<string, number>> = {
  ...{ Hips: 0.14, Spine2: 0.08, Neck: 0.06, Head: 0.16, HeadTop_End: 0 },
  ...leftAndRight({ UpLeg: 0.077, Leg: 0.055, Foot: 0.045, ToeBase: 0.03, Toe_End: 0.03 }),
  ...leftAndRight({ Shoulder: 0.055, Arm: 0.05, ForeArm: 0.045, Hand: 0.03, HandMiddle1: 0.02 }),
}

function leftAndRight(of: Readonly<Record<string, number>>): Record<string, number> {
  const both = Object.entries(of).flatMap(([bone, thick]) =>
    [`Left${bone}`, `Right${bone}`].map((joint) => [joint, thick]),
  )
  return Object.fromEntries(both) as Record<string, number>
}

/** Height of the waistband on every body, in metres. Bottoms hang from the hips, regardless of torso length. */
const WAIST_HEIGHT = 0.66

export const CAGE_FAMILIES: readonly CageFamily[] = [
  {
    key: 'whole',
    name: 'Whole Body',
    types: [],
    part: ({ whole }) => whole,
    clearance: 0.044,
    cells: cellSizesNear(0.09),
  },
  {
    key: 'outfit',
    name: 'Outfit',
    types: ['outfit'],
    part: ({ whole }) => whole,
    followedJoints: LONG_TORSO,
    clearance: 0.05,
    cells: cellSizesNear(0.09),
  },
  {
    key: 'top',
    name: 'Top',
    types: ['top'],
    part: ({ core, arm }) => union(core, mirrorToBothSides(arm)),
    clearance: 0.036,
    cells: cellSizesNear(0.07),
  },
  {
    key: 'bottom',
    name: 'Bottom',
    types: ['bottom'],
    part: ({ core, leg }) =>
      union(intersect(0.01, core, halfSpace([0, WAIST_HEIGHT, 0], [0, 1, 0])), mirrorToBothSides(leg)),
    followedJoints: ['Hips', ...LEGS],
    clearance: 0.036,
    cells: cellSizesNear(0.07),
  },
  {
    key: 'footwear',
    name: 'Footwear',
    types: ['footwear'],
    part: ({ foot, leg }) => mirrorToBothSides(union(foot, intersect(0.01, leg, halfSpace([0, 0.24, 0], [0, 1, 0])))),
    followedJoints: LEGS,
    clearance: 0.03,
    cells: cellSizesNear(0.06),
  },
  {
    key: 'head',
    name: 'Head',
    types: ['hair', 'eyes', 'eyebrows', 'beard', 'headwear', 'facewear', 'glasses'],
    part: ({ head }) => head,
    followedJoints: ['Head', 'HeadTop_End'],
    clearance: 0.04,
    cells: cellSizesNear(0.08),
  },
]

function cellSizesNear(cell: number): number[] {
  return [0, 0.002, -0.002, 0.004, -0.004, 0.006, -0.006, 0.008].map((by) => cell + by)
}

/**
 * Returns the pieces that a family's cages must enclose: the pieces of the family's types, or all wearable pieces if it names no
 * types.
 */
export function listWornBases({ types }: CageFamily): readonly BaseModel[] {
  const all = types.length > 0 ? types : Object.keys(BASE_KEYS_BY_TYPE)
  const keys = all.flatMap((type) => BASE_KEYS_BY_TYPE[type] ?? [])
  return BASE_MODELS.filter(({ key, isStandalone }) => keys.includes(key) && !isStandalone)
}

const SMOOTHING_METRES = 0.05

/** Builds a coarse closed mesh around a part of a body and the pieces on it. Throws if no cell size gives a closed mesh. */
export function buildCageMesh(family: CageFamily, figure: Figure, pieces: readonly WearablePiece[]): TriangleMesh {
  const worn = union(...pieces.flatMap((piece) => piece.parts.map((part) => part.field)))
  const body = family.part(buildBody(figure))
  const field: DistanceField = (x, y, z) => smoothMin(body(x, y, z), worn(x, y, z), SMOOTHING_METRES) - family.clearance
  const bounds = fitBounds(field, { low: [-0.7, -0.15, -0.6], high: [0.7, 1.85, 0.6] }, 0.04)
  for (const cell of family.cells) {
    const net = polygonise(field, bounds, cell)
    if (isClosed(net)) return net
  }
  throw new Error(`No closed ${family.key} cage was found for the ${figure.shape} body.`)
}

/** Returns whether every edge belongs to two triangles, one on each side. */
function isClosed({ indices }: TriangleMesh): boolean {
  const edges = new Map<string, number>()
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const edge = `${indices[t + k]}-${indices[t + ((k + 1) % 3)]}`
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
  return [...edges].every(([edge, count]) => count === 1 && edges.get(edge.split('-').reverse().join('-')) === 1)
}

/**
 * Writes a cage as GLB: one mesh without skin, with unrounded vertices so that no two coincide. The joints to follow are stored
 * in `asset.extras`, where the cage transfer reads them.
 */
export function writeCage(
  name: string,
  { positions, indices }: TriangleMesh,
  follows?: CageFamily['followedJoints'],
): Uint8Array {
  const corners = Uint16Array.from(indices)
  const bin = new Uint8Array(positions.byteLength + corners.byteLength)
  bin.set(new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength))
  bin.set(new Uint8Array(corners.buffer), positions.byteLength)
  const [low, high] = [Math.min, Math.max].map((pick) =>
    [0, 1, 2].map((k) => positions.filter((_, i) => i % 3 === k).reduce((a, b) => pick(a, b))),
  )
  const colour = [...parseLinearColour('#7d9bea'), 0.45]
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
