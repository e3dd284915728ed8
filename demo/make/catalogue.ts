import { BASES } from './bases.ts'
import { FAMILIES } from './cages.ts'
import { CAST, SKINS } from './cast.ts'
import { COSTUMES } from './costumes.ts'
import type { Shape } from './figure.ts'
import { type Colours, VARIANTS, type Variant } from './variants.ts'
import { type Base, TYPES } from './wardrobe.ts'

/** An asset of the demo: a model in colours of its own. Paths are relative to the folder of the catalogue. */
export interface CatalogueAsset {
  key: string
  name: string
  type: string
  gender: Shape
  model: string
  colours: Colours
  thumbnail: string
  /** The body it is fitted to. */
  body?: Shape
  tags: string[]
}

/** Everything the demo data consists of; the seed reads it. */
export interface Catalogue {
  assets: CatalogueAsset[]
  bodies: { key: string; gender: Shape; model: string; cage: string }[]
  /** Without a type: for all the types that the body has no cage of. */
  cages: { key: string; name: string; gender: Shape; body: Shape; assetType?: string; model: string }[]
  clips: { key: string; name: string; model: string }[]
  effects: { key: string; name: string; model: string }[]
}

/** The body shapes in the order of the catalogue. */
export const SHAPES: readonly Shape[] = ['neutral', 'female', 'male']

const SHAPE_NAMES: Readonly<Record<Shape, string>> = { neutral: 'Alder Body', female: 'Birch Body', male: 'Oak Body' }

const GENDERS: Readonly<Record<string, Shape>> = {
  'marlow-bob': 'female',
  'willow-long': 'female',
  'arch-brows': 'female',
  'bramble-beard': 'male',
  'gull-moustache': 'male',
  'fennel-goatee': 'male',
}

/** The whole catalogue, always in the same order. */
export function catalogue(): Catalogue {
  return {
    assets: [
      ...COSTUMES.flatMap((costume) =>
        CAST[costume.key]!.map(([word, colours, ...tags]) => ({
          ...asset(
            word ? word.toLowerCase() : costume.key,
            word || costume.name,
            'costume',
            costume.shape,
            colours,
            tags,
          ),
          model: `models/${costume.key}.glb`,
          body: costume.shape,
        })),
      ),
      ...SHAPES.flatMap((shape) =>
        SKINS.map((skin) => variant(`body-${shape}`, SHAPE_NAMES[shape], 'bodyshape', shape, skin)),
      ),
      ...Object.entries(TYPES).flatMap(([type, keys]) => keys.flatMap((key) => piece(type, baseOf(key)))),
    ],
    bodies: SHAPES.map((shape) => ({
      key: shape,
      gender: shape,
      model: `models/body-${shape}.glb`,
      cage: `cages/${shape}-whole.glb`,
    })),
    cages: SHAPES.flatMap(cagesOf),
    clips: [
      { key: 'idle', name: 'Idle', model: 'clips/idle.glb' },
      { key: 'wave', name: 'Wave', model: 'clips/wave.glb' },
    ],
    effects: [{ key: 'petal-swirl', name: 'Petal Swirl', model: 'effects/petal-swirl.glb' }],
  }
}

/** A body's cages: one for each type of asset, those of a family with the same file, and one for the rest. */
function cagesOf(shape: Shape): Catalogue['cages'] {
  const about = { gender: shape, body: shape }
  return FAMILIES.flatMap(({ key, types }) => {
    const model = `cages/${shape}-${key}.glb`
    if (types.length === 0) return [{ key: `cage-${shape}`, name: `${SHAPE_NAMES[shape]} Cage`, ...about, model }]
    return types.map((assetType) => {
      const word = assetType.charAt(0).toUpperCase() + assetType.slice(1)
      return {
        key: `cage-${shape}-${assetType}`,
        name: `${SHAPE_NAMES[shape]} ${word} Cage`,
        ...about,
        assetType,
        model,
      }
    })
  })
}

function baseOf(key: string): Base {
  const base = BASES.find((candidate) => candidate.key === key)
  if (!base) throw new Error(`No base is called ${key}.`)
  return base
}

function piece(type: string, base: Base): CatalogueAsset[] {
  const gender = GENDERS[base.key] ?? base.shape ?? 'neutral'
  return VARIANTS[base.key]!.map((row) => ({
    ...variant(base.key, base.name, type, gender, row),
    ...(base.shape ? { body: base.shape } : {}),
  }))
}

function variant(
  base: string,
  name: string,
  type: string,
  gender: Shape,
  [word, colours, ...tags]: Variant,
): CatalogueAsset {
  const key = word ? `${base}-${word.replaceAll(' ', '-')}` : base
  return { ...asset(key, word ? `${name}, ${word}` : name, type, gender, colours, tags), model: `models/${base}.glb` }
}

function asset(
  key: string,
  name: string,
  type: string,
  gender: Shape,
  colours: Colours,
  tags: string[],
): CatalogueAsset {
  return { key, name, type, gender, model: `models/${key}.glb`, colours, thumbnail: `thumbnails/${key}.webp`, tags }
}
