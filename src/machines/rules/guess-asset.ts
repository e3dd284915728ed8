import { type AssetType, GENDERS, type Gender, MAX_ASSET_NAME } from '../../api/contract/assets.ts'
import { plain } from '../../api/contract/text.ts'
import type { FormValues } from './form.ts'

/** Words that give an asset's type away, by type; the first type with a hit wins, so the narrower stand first. */
export const GIVEAWAYS: readonly (readonly [AssetType, readonly string[]])[] = [
  ['eyebrows', ['eyebrow', 'eyebrows', 'brow', 'brows']],
  ['beard', ['beard', 'moustache', 'mustache', 'goatee', 'stubble']],
  ['glasses', ['glasses', 'spectacles', 'sunglasses', 'shades', 'goggles', 'monocle']],
  ['facewear', ['mask', 'facemask', 'facewear', 'visor', 'respirator', 'bandana']],
  ['eyes', ['eye', 'eyes', 'iris', 'eyeball', 'eyeballs']],
  [
    'headwear',
    ['hat', 'cap', 'beanie', 'helmet', 'hood', 'headwear', 'crown', 'beret', 'turban', 'headband', 'bonnet'],
  ],
  [
    'hair',
    ['hair', 'haircut', 'hairstyle', 'bun', 'ponytail', 'braid', 'braids', 'afro', 'bob', 'fringe', 'wig', 'curls'],
  ],
  [
    'footwear',
    [
      'boot',
      'boots',
      'shoe',
      'shoes',
      'sneaker',
      'sneakers',
      'sandal',
      'sandals',
      'footwear',
      'heels',
      'loafers',
      'slippers',
      'clogs',
      'trainers',
    ],
  ],
  ['bottom', ['trousers', 'pants', 'jeans', 'shorts', 'skirt', 'leggings', 'bottom', 'bottoms', 'chinos']],
  [
    'top',
    [
      'shirt',
      'tshirt',
      'tee',
      'jacket',
      'coat',
      'hoodie',
      'sweater',
      'jumper',
      'top',
      'vest',
      'blouse',
      'cardigan',
      'pullover',
    ],
  ],
  ['costume', ['costume', 'armour', 'armor', 'uniform', 'robot', 'mascot']],
  [
    'outfit',
    ['outfit', 'dress', 'suit', 'overall', 'overalls', 'dungarees', 'jumpsuit', 'gown', 'onesie', 'kimono', 'robe'],
  ],
  ['bodyshape', ['body', 'bodyshape', 'figure', 'mannequin', 'avatar', 'character']],
]

/** Words that say whom an asset is for. */
const FOR_WHOM: Readonly<Record<Gender, readonly string[]>> = {
  female: ['female', 'feminine', 'woman', 'women', 'womens', 'lady', 'ladies', 'girl', 'girls'],
  male: ['male', 'masculine', 'man', 'men', 'mens', 'boy', 'boys'],
  neutral: ['neutral', 'unisex'],
}

/** What a file's or a part's name is made of: lower-case words, at changes of case, digits and signs. */
export const wordsIn = (fileName: string): string[] =>
  withoutEnding(fileName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

const withoutEnding = (fileName: string) => fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')

/**
 * Guesses the type of an asset from its file's name, or else from what its parts are called, or, where those say nothing, its
 * materials, where they agree; `undefined` when nothing gives one away.
 */
export function guessType(
  fileName: string,
  parts: readonly string[] = [],
  materials: readonly string[] = [],
): AssetType | undefined {
  const ofFile = typeIn(fileName)
  if (ofFile !== undefined) return ofFile
  const telling = [parts, materials].map((names) => new Set(names.flatMap((name) => typeIn(name) ?? [])))
  const types = telling.find(({ size }) => size > 0)
  return types?.size === 1 ? [...types][0] : undefined
}

function typeIn(name: string): AssetType | undefined {
  const words = new Set(wordsIn(name))
  return GIVEAWAYS.find(([, giveaways]) => giveaways.some((word) => words.has(word)))?.[0]
}

/** Guesses from its file's name whom an asset is for; `undefined` when that says nothing, or several. */
export function guessGender(fileName: string): Gender | undefined {
  const words = new Set(wordsIn(fileName))
  const genders = GENDERS.filter((gender) => FOR_WHOM[gender].some((word) => words.has(word)))
  return genders.length === 1 ? genders[0] : undefined
}

/** Makes a name for people from a file's name: "peat-boot_v2.glb" → "Peat Boot V2"; at most 120 characters, none of them odd. */
export function guessName(fileName: string): string {
  const name = plain(withoutEnding(fileName))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.+]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return [...name].slice(0, MAX_ASSET_NAME).join('').trim()
}

/** What a model suggested, as far as nobody chose otherwise. */
export interface Guess {
  readonly name?: string
  readonly type?: AssetType
  readonly gender?: Gender
}

/**
 * What a guess goes by: the name of the model's file, what its parts and its materials are called, and what a person has
 * chosen already.
 */
export interface GuessedFrom {
  readonly fileName: string
  readonly parts: readonly string[]
  readonly materials?: readonly string[] | undefined
  readonly chosen: readonly GuessedChoice[]
}

/** What of a guess is chosen from a list, and marked as a guess until somebody has. */
export type GuessedChoice = 'type' | 'gender'

/**
 * What another model puts into a form, never over what a person put there or has `chosen`, and what of it is marked as a guess.
 */
export function guessInto(
  values: FormValues,
  guessed: Guess,
  { fileName, parts, materials, chosen }: GuessedFrom,
): { put: Guess; guessed: Guess } {
  const name = guessName(fileName)
  const type = guessType(fileName, parts, materials)
  const gender = guessGender(fileName)
  const isOurs = (key: keyof Guess, untouched: unknown) =>
    !chosen.some((it) => it === key) && ((values[key] ?? untouched) === untouched || values[key] === guessed[key])
  const put: Guess = {
    ...(isOurs('name', '') && { name }),
    ...(type !== undefined && isOurs('type', '') && { type }),
    ...(gender !== undefined && isOurs('gender', ANYBODY) && { gender }),
  }
  // What a person chose is no guess, also where another file suggests the same.
  const stands = (['type', 'gender'] as const).filter(
    (key) => guessed[key] !== undefined && values[key] === guessed[key],
  )
  return { put, guessed: { ...Object.fromEntries(stands.map((key) => [key, guessed[key]])), ...put } }
}

/** The gender that stands in a form before anybody chose one. */
const ANYBODY: Gender = 'neutral'
