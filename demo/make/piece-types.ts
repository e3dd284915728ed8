import type { Patch, SolidPart } from './build-patches.ts'
import type { BodyShape, Figure } from './figure.ts'
import type { Paints } from './paint.ts'
import type { DistanceField } from './signed-distance.ts'

export interface WearablePiece {
  parts: SolidPart[]
  /** Ready patches in addition to the parts, such as eyes. */
  patches?: Patch[]
  paints: Paints
  /** Region in which the piece hides clothes underneath. Ends before the piece's openings. */
  cover?: DistanceField
  /** Region that is cut away from everything underneath, such as hair under a hat or a tucked-in hem. */
  cutter?: DistanceField
}

export type BuildWearablePiece = (figure: Figure) => WearablePiece

/** Base model of the catalogue. Its key is also its file name. */
export interface BaseModel {
  key: string
  name: string
  make: BuildWearablePiece
  /**
   * Body that the piece is fitted to. Without a shape, the piece is made for the neutral body and is worn on the head or stands
   * alone.
   */
  shape?: BodyShape
  isStandalone?: boolean
}

/** Keys of the base models by asset type. */
export const BASE_KEYS_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
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
