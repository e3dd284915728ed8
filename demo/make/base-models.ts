import { driftTrousers, loamDungarees, marshSkirt, millJeans, quayShorts, slipDress } from './bottoms.ts'
import { brassHoop, haloCans, linenMask, reedGlasses, slateShades } from './facewear.ts'
import { archBrows, brambleBeard, dewEyes, duskEyes, fennelGoatee, gullMoustache, hedgeBrows } from './features.ts'
import { cirrusAfro, flintCrop, heronTail, marlowBob, willowLong, wrenBuns } from './hair.ts'
import { drizzleBucket, ferryCap, pebbleBeanie } from './headwear.ts'
import type { BaseModel } from './piece-types.ts'
import { atticFern, larkBag, moonLamp, mossSatchel, northPlinth } from './props.ts'
import { peatBoot, tideRunner } from './shoes.ts'
import { coveTee, foldKnit, kilnJacket, monoHoodie } from './tops.ts'

/** All models other than bodies and characters, in catalogue order. */
export const BASE_MODELS: readonly BaseModel[] = [
  { key: 'marlow-bob', name: 'Marlow Bob', make: marlowBob },
  { key: 'cirrus-afro', name: 'Cirrus Afro', make: cirrusAfro },
  { key: 'flint-crop', name: 'Flint Crop', make: flintCrop },
  { key: 'willow-long', name: 'Willow Long', make: willowLong },
  { key: 'heron-tail', name: 'Heron Tail', make: heronTail },
  { key: 'moon-buns', name: 'Moon Buns', make: wrenBuns },
  { key: 'dew-eyes', name: 'Dew Eyes', make: dewEyes },
  { key: 'dusk-eyes', name: 'Dusk Eyes', make: duskEyes },
  { key: 'hedge-brows', name: 'Hedge Brows', make: hedgeBrows },
  { key: 'arch-brows', name: 'Arch Brows', make: archBrows },
  { key: 'bramble-beard', name: 'Bramble Beard', make: brambleBeard },
  { key: 'gull-moustache', name: 'Gull Moustache', make: gullMoustache },
  { key: 'fennel-goatee', name: 'Fennel Goatee', make: fennelGoatee },
  { key: 'ferry-cap', name: 'Ferry Cap', make: ferryCap },
  { key: 'pebble-beanie', name: 'Pebble Beanie', make: pebbleBeanie },
  { key: 'drizzle-bucket', name: 'Drizzle Bucket', make: drizzleBucket },
  { key: 'halo-cans', name: 'Halo Cans', make: haloCans },
  { key: 'brass-hoop', name: 'Brass Hoop', make: brassHoop },
  { key: 'linen-mask', name: 'Linen Mask', make: linenMask },
  { key: 'reed-glasses', name: 'Reed Glasses', make: reedGlasses },
  { key: 'slate-shades', name: 'Slate Shades', make: slateShades },
  { key: 'slip-dress', name: 'Slip Dress', make: slipDress, shape: 'female' },
  { key: 'loam-dungarees', name: 'Loam Dungarees', make: loamDungarees, shape: 'neutral' },
  { key: 'kiln-jacket', name: 'Kiln Jacket', make: kilnJacket, shape: 'neutral' },
  { key: 'mono-hoodie', name: 'Mono Hoodie', make: monoHoodie, shape: 'neutral' },
  { key: 'cove-tee', name: 'Cove Tee', make: coveTee, shape: 'female' },
  { key: 'fold-knit', name: 'Fold Knit', make: foldKnit, shape: 'male' },
  { key: 'drift-trousers', name: 'Drift Trousers', make: driftTrousers, shape: 'male' },
  { key: 'mill-jeans', name: 'Mill Jeans', make: millJeans, shape: 'neutral' },
  { key: 'quay-shorts', name: 'Quay Shorts', make: quayShorts, shape: 'neutral' },
  { key: 'marsh-skirt', name: 'Marsh Skirt', make: marshSkirt, shape: 'female' },
  { key: 'tide-runner', name: 'Tide Runner', make: tideRunner, shape: 'neutral' },
  { key: 'peat-boot', name: 'Peat Boot', make: peatBoot, shape: 'neutral' },
  { key: 'moss-satchel', name: 'Moss Satchel', make: mossSatchel, shape: 'neutral' },
  { key: 'lark-bag', name: 'Lark Bag', make: larkBag, shape: 'neutral' },
  { key: 'north-plinth', name: 'North Plinth', make: northPlinth, isStandalone: true },
  { key: 'attic-fern', name: 'Attic Fern', make: atticFern, isStandalone: true },
  { key: 'moon-lamp', name: 'Moon Lamp', make: moonLamp, isStandalone: true },
]
