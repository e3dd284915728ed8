import { bodyPatches } from './bodies.ts'
import { bodyOf } from './body.ts'
import { driftTrousers, loamDungarees, marshSkirt, millJeans, quayShorts, slipDress } from './bottoms.ts'
import { BROWS } from './brows.ts'
import { EYES } from './eyes.ts'
import { type FaceStyle, PLAIN_FACE } from './face.ts'
import { brassHoop, haloCans, reedGlasses } from './facewear.ts'
import { brambleBeard, gullMoustache } from './features.ts'
import { type Field, union } from './field.ts'
import { type Figure, figure, HEAD, type Shape } from './figure.ts'
import { cirrusAfro, flintCrop, heronTail, marlowBob, willowLong, wrenBuns } from './hair.ts'
import { ferryCap, pebbleBeanie } from './headwear.ts'
import { MOUTH } from './mouth.ts'
import { FACE, type Paint, type Paints } from './paint.ts'
import { type Part, type Patch, sculpt } from './piece.ts'
import { larkBag } from './props.ts'
import { peatBoot, tideRunner } from './shoes.ts'
import { coveTee, foldKnit, kilnJacket, monoHoodie } from './tops.ts'
import type { Maker, Piece } from './wardrobe.ts'

/** A dressed character: clothes from the skin outwards, each under a name that its materials start with. */
export interface Costume {
  key: string
  name: string
  shape: Shape
  face: FaceStyle
  skin: Readonly<Record<string, string>>
  wears: readonly (readonly [role: string, make: Maker, colours: Readonly<Record<string, string>>])[]
}

const soft = { ...PLAIN_FACE, eyes: { ...EYES, lash: 0.0044 } }
const calm = {
  ...PLAIN_FACE,
  eyes: { ...EYES, lash: 0.003, lid: 0.24 },
  brows: { ...BROWS, thick: 0.0088, arch: 0.006 },
}
const merry = { ...soft, mouth: { ...MOUTH, open: 0.62, smile: 1.7, wide: 0.043 } }

/** The heroes. */
export const COSTUMES: readonly Costume[] = [
  {
    key: 'ines',
    name: 'Ines',
    shape: 'female',
    face: merry,
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
    face: { ...calm, mouth: { ...MOUTH, smile: 1.6 } },
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
    face: calm,
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
    face: soft,
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
    face: { ...merry, eyes: { ...EYES, lash: 0.0036 } },
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
    face: soft,
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
    face: { ...calm, mouth: { ...MOUTH, smile: 1.5 } },
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
    face: { ...soft, mouth: { ...MOUTH, smile: 1.6 } },
    skin: { Skin: '#a5653f', Lips: '#93403c', Brow: '#16181f', Iris: '#2f2018' },
    wears: [
      ['Tee', coveTee, { Fabric: '#f2b632', Stripe: '#f7cf72', Trim: '#e3a41f' }],
      ['Dungarees', loamDungarees, { Denim: '#2f7f74', Stitch: '#63b3a6' }],
      ['Shoe', tideRunner, { Fabric: '#ef6f6c', Heel: '#fff4e2', Tread: '#ef6f6c' }],
      ['Hair', heronTail, {}],
    ],
  },
]

/** A character's patches and paints; skin and linings that cloth covers are left out. */
export async function dress(
  costume: Costume,
  make: (maker: Maker, on: Figure) => Piece,
): Promise<{ figure: Figure; patches: Patch[]; paints: Paints }> {
  const on = figure(costume.shape)
  const layers = costume.wears.map(([role, maker, colours]) => ({ role, colours, piece: lift(make(maker, on), on) }))
  const scene = union(bodyOf(on).whole, ...layers.flatMap(({ piece }) => piece.parts.map((part) => part.field)))
  const joined = (fields: readonly (Field | undefined)[]): Field | undefined => {
    const solids = fields.filter((field) => field !== undefined)
    return solids.length > 0 ? union(...solids) : undefined
  }
  const around = (from: number) => ({
    cover: joined(layers.slice(from).map(({ piece }) => piece.cover)),
    clears: joined(layers.slice(from + 1).map(({ piece }) => piece.clears)),
    scene,
  })
  const patches = await bodyPatches(on, costume.face, { ...around(0), clears: undefined })
  const paints: Record<string, Paint> = {}
  for (const [name, paint] of Object.entries(FACE))
    paints[name] = { ...paint, colour: costume.skin[name] ?? paint.colour }
  for (const [index, { role, colours, piece }] of layers.entries()) {
    const named = (material: string) => (material === role || material === 'Hair' ? material : `${role} ${material}`)
    const own = [...(piece.patches ?? []), ...(await sculpt(on, piece.parts, around(index)))]
    for (const patch of own) patches.push({ ...patch, mesh: role, material: named(patch.material) })
    for (const [name, paint] of Object.entries(piece.paints))
      paints[named(name)] = { ...paint, colour: colours[name] ?? paint.colour }
  }
  return { figure: on, patches, paints }
}

const lifted = new WeakMap<Piece, Map<number, Piece>>()

/** What hangs on the head was made for the neutral one: moved up to the figure's. */
function lift(piece: Piece, on: Figure): Piece {
  const by = on.head[1] - HEAD[1]
  if (by === 0 || !piece.parts.some((part) => part.joint === 'Head')) return piece
  const known = lifted.get(piece)?.get(by)
  if (known) return known
  const up =
    (field: Field): Field =>
    (x, y, z) =>
      field(x, y - by, z)
  const parts = piece.parts.map(
    (part): Part => ({
      ...part,
      field: up(part.field),
      ...(part.regions ? { regions: part.regions.map((region) => ({ ...region, inside: up(region.inside) })) } : {}),
    }),
  )
  const made = {
    ...piece,
    parts,
    ...(piece.cover ? { cover: up(piece.cover) } : {}),
    ...(piece.clears ? { clears: up(piece.clears) } : {}),
  }
  lifted.set(piece, (lifted.get(piece) ?? new Map()).set(by, made))
  return made
}
