import { buildBody } from './body.ts'
import { createBodyPatches } from './body-patches.ts'
import { driftTrousers, loamDungarees, marshSkirt, millJeans, quayShorts, slipDress } from './bottoms.ts'
import { DEFAULT_BROWS } from './brows.ts'
import { buildPatches, type Patch, type SolidPart } from './build-patches.ts'
import { DEFAULT_EYES } from './eyes.ts'
import { type FaceStyle, PLAIN_FACE } from './face.ts'
import { brassHoop, haloCans, reedGlasses } from './facewear.ts'
import { brambleBeard, gullMoustache } from './features.ts'
import { type BodyShape, createFigure, type Figure, HEAD_CENTRE } from './figure.ts'
import { cirrusAfro, flintCrop, heronTail, marlowBob, willowLong, wrenBuns } from './hair.ts'
import { ferryCap, pebbleBeanie } from './headwear.ts'
import { DEFAULT_MOUTH } from './mouth.ts'
import { FACE_PAINTS, type Paint, type Paints } from './paint.ts'
import type { BuildWearablePiece, WearablePiece } from './piece-types.ts'
import { larkBag } from './props.ts'
import { peatBoot, tideRunner } from './shoes.ts'
import { type DistanceField, union } from './signed-distance.ts'
import { coveTee, foldKnit, kilnJacket, monoHoodie } from './tops.ts'

/** Character with clothes from the skin outwards. The material names of each garment begin with the garment's role. */
export interface Costume {
  key: string
  name: string
  shape: BodyShape
  face: FaceStyle
  skin: Readonly<Record<string, string>>
  wears: readonly (readonly [role: string, make: BuildWearablePiece, colours: Readonly<Record<string, string>>])[]
}

const SOFT_FACE = { ...PLAIN_FACE, eyes: { ...DEFAULT_EYES, lash: 0.0044 } }
const CALM_FACE = {
  ...PLAIN_FACE,
  eyes: { ...DEFAULT_EYES, lash: 0.003, lid: 0.24 },
  brows: { ...DEFAULT_BROWS, thick: 0.0088, arch: 0.006 },
}
const MERRY_FACE = { ...SOFT_FACE, mouth: { ...DEFAULT_MOUTH, open: 0.62, smile: 1.7, wide: 0.043 } }

export const COSTUMES: readonly Costume[] = [
  {
    key: 'ines',
    name: 'Ines',
    shape: 'female',
    face: MERRY_FACE,
    skin: { Skin: '#d99a74', Lips: '#b5473f', Brow: '#3d1f38', Iris: '#5a3a24' },
    wears: [
      ['Jeans', millJeans, { Fabric: '#4b5f8f', Trim: '#3d4f7c', Cuff: '#8595bd' }],
      ['Shoe', tideRunner, {}],
      ['Tee', coveTee, { Stripe: '#f4f0e6' }],
      ['Jacket', kilnJacket, {}],
      ['Hair', marlowBob, { Hair: '#5a2c51' }],
    ],
  },
  {
    key: 'kofi',
    name: 'Kofi',
    shape: 'neutral',
    face: { ...CALM_FACE, mouth: { ...DEFAULT_MOUTH, smile: 1.6 } },
    skin: { Skin: '#7d4a32', Lips: '#7a3a34', Brow: '#221616', Iris: '#3a2416', Lash: '#1a1010' },
    wears: [
      ['Trousers', driftTrousers, { Fabric: '#3f4a5f', Trim: '#333d50' }],
      ['Shoe', tideRunner, { Fabric: '#f3efe6', Heel: '#2f8f86', Tread: '#2f8f86', Toe: '#ffffff' }],
      ['Knit', foldKnit, { Knit: '#ef6a53', Collar: '#fbf3e6' }],
      ['Hair', cirrusAfro, {}],
      ['Glasses', reedGlasses, { Frame: '#e8b23a' }],
    ],
  },
  {
    key: 'otto',
    name: 'Otto',
    shape: 'male',
    face: CALM_FACE,
    skin: { Skin: '#e3aa86', Lips: '#b8655a', Brow: '#4a2c1c', Iris: '#3f6f8f' },
    wears: [
      ['Jeans', millJeans, { Fabric: '#5b5148', Trim: '#4a4139', Cuff: '#84776a' }],
      ['Boot', peatBoot, {}],
      ['Knit', foldKnit, { Knit: '#3b4552', Collar: '#323b47' }],
      ['Beard', brambleBeard, {}],
      ['Beanie', pebbleBeanie, { Knit: '#1f9b8e', Brim: '#2bb0a2', Pompom: '#1f9b8e' }],
    ],
  },
  {
    key: 'wren',
    name: 'Wren',
    shape: 'female',
    face: SOFT_FACE,
    skin: { Skin: '#cf9069', Lips: '#b0564e', Brow: '#93a5ad', Iris: '#4a6f5a' },
    wears: [
      ['Skirt', marshSkirt, { Fabric: '#35406f', Trim: '#2a3359' }],
      ['Shoe', tideRunner, { Fabric: '#f2c14e', Heel: '#35406f', Tread: '#f2c14e' }],
      ['Knit', foldKnit, { Knit: '#7284f0', Collar: '#6375e4' }],
      ['Hair', wrenBuns, {}],
      ['Hoop', brassHoop, {}],
    ],
  },
  {
    key: 'juno',
    name: 'Juno',
    shape: 'neutral',
    face: { ...MERRY_FACE, eyes: { ...DEFAULT_EYES, lash: 0.0036 } },
    skin: { Skin: '#b9764e', Lips: '#a04a42', Brow: '#1d2027', Iris: '#5a3a1e' },
    wears: [
      ['Shorts', quayShorts, { Fabric: '#2b3140', Trim: '#f25f4c', Cord: '#ffffff' }],
      ['Shoe', tideRunner, { Fabric: '#8b6cf0', Heel: '#2b3140', Tread: '#f25f4c' }],
      ['Hoodie', monoHoodie, {}],
      ['Hair', flintCrop, { Hair: '#1f232c' }],
      ['Headphones', haloCans, {}],
    ],
  },
  {
    key: 'lotte',
    name: 'Lotte',
    shape: 'female',
    face: SOFT_FACE,
    skin: { Skin: '#efc09c', Lips: '#cf5f5c', Brow: '#a8702f', Iris: '#3f8f7a' },
    wears: [
      ['Shoe', tideRunner, { Fabric: '#fff6ea', Heel: '#d6336c', Tread: '#f3b7cb', Toe: '#ffffff' }],
      ['Dress', slipDress, {}],
      ['Hair', willowLong, {}],
      ['Bag', larkBag, {}],
    ],
  },
  {
    key: 'bram',
    name: 'Bram',
    shape: 'male',
    face: { ...CALM_FACE, mouth: { ...DEFAULT_MOUTH, smile: 1.5 } },
    skin: { Skin: '#c98a62', Lips: '#a8584c', Brow: '#33221a', Iris: '#4f3a20' },
    wears: [
      ['Tee', coveTee, { Fabric: '#fbf3e2', Stripe: '#e0592a', Trim: '#e0592a' }],
      ['Dungarees', loamDungarees, {}],
      ['Boot', peatBoot, { Leather: '#c07f45', Cap: '#97602f' }],
      ['Hair', flintCrop, { Hair: '#3a261b' }],
      ['Moustache', gullMoustache, { Beard: '#3a261b' }],
      ['Cap', ferryCap, {}],
    ],
  },
  {
    key: 'suri',
    name: 'Suri',
    shape: 'neutral',
    face: { ...SOFT_FACE, mouth: { ...DEFAULT_MOUTH, smile: 1.6 } },
    skin: { Skin: '#a5653f', Lips: '#93403c', Brow: '#16181f', Iris: '#2f2018' },
    wears: [
      ['Tee', coveTee, { Fabric: '#f2b632', Stripe: '#f7cf72', Trim: '#e3a41f' }],
      ['Dungarees', loamDungarees, { Denim: '#2f7f74', Stitch: '#63b3a6' }],
      ['Shoe', tideRunner, { Fabric: '#ef6f6c', Heel: '#fff4e2', Tread: '#ef6f6c' }],
      ['Hair', heronTail, {}],
    ],
  },
]

/** Builds the patches and paints of a character. Skin and linings that cloth covers are left out. */
export async function buildCostume(
  costume: Costume,
  make: (maker: BuildWearablePiece, on: Figure) => WearablePiece,
): Promise<{ figure: Figure; patches: Patch[]; paints: Paints }> {
  const on = createFigure(costume.shape)
  const layers = costume.wears.map(([role, maker, colours]) => ({
    role,
    colours,
    piece: raiseToHead(make(maker, on), on),
  }))
  const scene = union(buildBody(on).whole, ...layers.flatMap(({ piece }) => piece.parts.map((part) => part.field)))
  const joined = (fields: readonly (DistanceField | undefined)[]): DistanceField | undefined => {
    const solids = fields.filter((field) => field !== undefined)
    return solids.length > 0 ? union(...solids) : undefined
  }
  const around = (from: number) => ({
    cover: joined(layers.slice(from).map(({ piece }) => piece.cover)),
    cutter: joined(layers.slice(from + 1).map(({ piece }) => piece.cutter)),
    scene,
  })
  const patches = await createBodyPatches(on, costume.face, { ...around(0), cutter: undefined })
  const paints: Record<string, Paint> = {}
  for (const [name, paint] of Object.entries(FACE_PAINTS))
    paints[name] = { ...paint, colour: costume.skin[name] ?? paint.colour }
  for (const [index, { role, colours, piece }] of layers.entries()) {
    const named = (material: string) => (material === role || material === 'Hair' ? material : `${role} ${material}`)
    const own = [...(piece.patches ?? []), ...(await buildPatches(on, piece.parts, around(index)))]
    for (const patch of own) patches.push({ ...patch, mesh: role, material: named(patch.material) })
    for (const [name, paint] of Object.entries(piece.paints))
      paints[named(name)] = { ...paint, colour: colours[name] ?? paint.colour }
  }
  return { figure: on, patches, paints }
}

const raisedPieces = new WeakMap<WearablePiece, Map<number, WearablePiece>>()

/** Moves a head piece from the neutral head, for which it is made, to the figure's head. */
function raiseToHead(piece: WearablePiece, on: Figure): WearablePiece {
  const by = on.head[1] - HEAD_CENTRE[1]
  if (by === 0 || !piece.parts.some((part) => part.joint === 'Head')) return piece
  const cached = raisedPieces.get(piece)?.get(by)
  if (cached) return cached
  const up =
    (field: DistanceField): DistanceField =>
    (x, y, z) =>
      field(x, y - by, z)
  const parts = piece.parts.map(
    (part): SolidPart => ({
      ...part,
      field: up(part.field),
      ...(part.regions ? { regions: part.regions.map((region) => ({ ...region, inside: up(region.inside) })) } : {}),
    }),
  )
  const raised = {
    ...piece,
    parts,
    ...(piece.cover ? { cover: up(piece.cover) } : {}),
    ...(piece.cutter ? { cutter: up(piece.cutter) } : {}),
  }
  raisedPieces.set(piece, (raisedPieces.get(piece) ?? new Map()).set(by, raised))
  return raised
}
