import { BASE_MODELS } from './base-models.ts'
import { CAGE_FAMILIES } from './cages.ts'
import { CHARACTER_VARIANTS, SKIN_VARIANTS } from './cast.ts'
import { COSTUMES } from './costumes.ts'
import type { BodyShape } from './figure.ts'
import { BASE_KEYS_BY_TYPE, type BaseModel } from './piece-types.ts'
import { type Colours, VARIANTS, type Variant } from './variants.ts'

/** Demo asset: a model with its own colours. Paths are relative to the folder of the catalogue. */
export interface CatalogueAsset {
  key: string
  name: string
  type: string
  gender: BodyShape
  model: string
  colours: Colours
  thumbnail: string
  body?: BodyShape
  tags: string[]
}

/** Contents of the demo data, read by the seed. */
export interface Catalogue {
  assets: CatalogueAsset[]
  bodies: { key: string; gender: BodyShape; model: string; cage: string }[]
  /** A cage without `assetType` is for all asset types that have no cage of their own on this body. */
  cages: { key: string; name: string; gender: BodyShape; body: BodyShape; assetType?: string; model: string }[]
  clips: { key: string; name: string; model: string }[]
  effects: { key: string; name: string; model: string }[]
}

export const BODY_SHAPES: readonly BodyShape[] = ['neutral', 'female', 'male']

const SHAPE_NAMES: Readonly<Record<BodyShape, string>> = {
  neutral: 'Alder Body',
  female: 'Birch Body',
  male: 'Oak Body',
}

const GENDER_BY_BASE: Readonly<Record<string, BodyShape>> = {
  'marlow-bob': 'female',
  'willow-long': 'female',
  'arch-brows': 'female',
  'bramble-beard': 'male',
  'gull-moustache': 'male',
  'fennel-goatee': 'male',
}

export function buildCatalogue(): Catalogue {
  return {
    assets: [
      ...COSTUMES.flatMap((costume) =>
        CHARACTER_VARIANTS[costume.key]!.map(([label, colours, ...tags]) => ({
          ...asset(
            label ? label.toLowerCase() : costume.key,
            label || costume.name,
            'costume',
            costume.shape,
            colours,
            tags,
          ),
          model: `models/${costume.key}.glb`,
          body: costume.shape,
        })),
      ),
      ...BODY_SHAPES.flatMap((shape) =>
        SKIN_VARIANTS.map((skin) => variantAsset(`body-${shape}`, SHAPE_NAMES[shape], 'bodyshape', shape, skin)),
      ),
      ...Object.entries(BASE_KEYS_BY_TYPE).flatMap(([type, keys]) =>
        keys.flatMap((key) => pieceAssets(type, findBase(key))),
      ),
    ],
    bodies: BODY_SHAPES.map((shape) => ({
      key: shape,
      gender: shape,
      model: `models/body-${shape}.glb`,
      cage: `cages/${shape}-whole.glb`,
    })),
    cages: BODY_SHAPES.flatMap(listCages),
    clips: [
      { key: 'idle', name: 'Idle', model: 'clips/idle.glb' },
      { key: 'wave', name: 'Wave', model: 'clips/wave.glb' },
    ],
    effects: [{ key: 'petal-swirl', name: 'Petal Swirl', model: 'effects/petal-swirl.glb' }],
  }
}

/** Returns the cages of a body: one per asset type and one for all other types. Types of one family share a file. */
function listCages(shape: BodyShape): Catalogue['cages'] {
  const about = { gender: shape, body: shape }
  return CAGE_FAMILIES.flatMap(({ key, types }) => {
    const model = `cages/${shape}-${key}.glb`
    if (types.length === 0) return [{ key: `cage-${shape}`, name: `${SHAPE_NAMES[shape]} Cage`, ...about, model }]
    return types.map((assetType) => {
      const typeName = assetType.charAt(0).toUpperCase() + assetType.slice(1)
      return {
        key: `cage-${shape}-${assetType}`,
        name: `${SHAPE_NAMES[shape]} ${typeName} Cage`,
        ...about,
        assetType,
        model,
      }
    })
  })
}

function findBase(key: string): BaseModel {
  const base = BASE_MODELS.find((candidate) => candidate.key === key)
  if (!base) throw new Error(`No base is called ${key}.`)
  return base
}

function pieceAssets(type: string, base: BaseModel): CatalogueAsset[] {
  const gender = GENDER_BY_BASE[base.key] ?? base.shape ?? 'neutral'
  return VARIANTS[base.key]!.map((row) => ({
    ...variantAsset(base.key, base.name, type, gender, row),
    ...(base.shape ? { body: base.shape } : {}),
  }))
}

function variantAsset(
  base: string,
  name: string,
  type: string,
  gender: BodyShape,
  [label, colours, ...tags]: Variant,
): CatalogueAsset {
  const key = label ? `${base}-${label.replaceAll(' ', '-')}` : base
  return { ...asset(key, label ? `${name}, ${label}` : name, type, gender, colours, tags), model: `models/${base}.glb` }
}

function asset(
  key: string,
  name: string,
  type: string,
  gender: BodyShape,
  colours: Colours,
  tags: string[],
): CatalogueAsset {
  return { key, name, type, gender, model: `models/${key}.glb`, colours, thumbnail: `thumbnails/${key}.webp`, tags }
}
