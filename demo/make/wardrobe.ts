import type { Field } from './field.ts'
import type { Figure, Shape } from './figure.ts'
import type { Paints } from './paint.ts'
import type { Part, Patch } from './piece.ts'

/** A thing to wear, made for a figure. */
export interface Piece {
  parts: Part[]
  /** Ready patches beside the parts, such as eyes. */
  patches?: Patch[]
  paints: Paints
  /** What the piece hides of everything worn under it; short of its openings. */
  cover?: Field
  /** Where what is worn under it must make room, beyond what is covered: hair for a hat, a hem that is tucked in. */
  clears?: Field
}

/** A rule that makes a piece for a figure. */
export type Maker = (figure: Figure) => Piece

/** A base model of the catalogue: its key is also its file's name. */
export interface Base {
  key: string
  name: string
  make: Maker
  /** The body it is fitted to; without it, the neutral one, and it hangs on the head or stands alone. */
  shape?: Shape
  still?: boolean
}

/** The catalogue's types of single pieces, and the keys of those of each. */
export const TYPES: Readonly<Record<string, readonly string[]>> = {
  hair: ['marlow-bob', 'cirrus-afro', 'flint-crop', 'willow-long', 'heron-tail', 'moon-buns'],
  eyes: ['dew-eyes', 'dusk-eyes'],
  eyebrows: ['hedge-brows', 'arch-brows'],
  beard: ['bramble-beard', 'gull-moustache', 'fennel-goatee'],
  headwear: ['ferry-cap', 'pebble-beanie', 'drizzle-bucket'],
  facewear: ['halo-cans', 'brass-hoop', 'linen-mask'],
  glasses: ['reed-glasses', 'slate-shades'],
  outfit: ['slip-dress', 'loam-dungarees'],
  top: ['kiln-jacket', 'mono-hoodie', 'cove-tee', 'fold-knit'],
  bottom: ['drift-trousers', 'mill-jeans', 'quay-shorts', 'marsh-skirt'],
  footwear: ['tide-runner', 'peat-boot'],
  custom: ['moss-satchel', 'lark-bag', 'north-plinth', 'attic-fern', 'moon-lamp'],
}
