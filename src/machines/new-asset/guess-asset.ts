import { type AssetType, GENDERS, type Gender, MAX_ASSET_NAME_LENGTH } from '../../api/contract/assets.ts'
import { stripUnsafeCharacters } from '../../api/contract/text.ts'
import type { FormValues } from '../form/form.ts'

/** Words that indicate an asset's type. The first type with a match wins, so specific types come first. */
export const TYPE_WORDS: readonly (readonly [AssetType, readonly string[]])[] = [
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

const GENDER_WORDS: Readonly<Record<Gender, readonly string[]>> = {
  female: ['female', 'feminine', 'woman', 'women', 'womens', 'lady', 'ladies', 'girl', 'girls'],
  male: ['male', 'masculine', 'man', 'men', 'mens', 'boy', 'boys'],
  neutral: ['neutral', 'unisex'],
}

/** Splits the name of a file or mesh into lower-case words, at changes of case, digits and punctuation. */
export const splitWords = (fileName: string): string[] =>
  withoutEnding(fileName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

const withoutEnding = (fileName: string) => fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')

/**
 * Guesses an asset's type from its file name, else from its mesh names, else from its material names. Mesh or material names
 * count only if they agree. Returns undefined if nothing matches.
 */
export function guessType(
  fileName: string,
  parts: readonly string[] = [],
  materials: readonly string[] = [],
): AssetType | undefined {
  const fileType = typeIn(fileName)
  if (fileType !== undefined) return fileType
  const typeSets = [parts, materials].map((names) => new Set(names.flatMap((name) => typeIn(name) ?? [])))
  const types = typeSets.find(({ size }) => size > 0)
  return types?.size === 1 ? [...types][0] : undefined
}

function typeIn(name: string): AssetType | undefined {
  const words = new Set(splitWords(name))
  return TYPE_WORDS.find(([, giveaways]) => giveaways.some((word) => words.has(word)))?.[0]
}

/** Guesses the gender from the file name. Returns undefined if there is no match or several. */
export function guessGender(fileName: string): Gender | undefined {
  const words = new Set(splitWords(fileName))
  const genders = GENDERS.filter((gender) => GENDER_WORDS[gender].some((word) => words.has(word)))
  return genders.length === 1 ? genders[0] : undefined
}

/**
 * Formats a file name as a display name: "peat-boot_v2.glb" → "Peat Boot V2". At most 120 characters, without control or
 * direction characters.
 */
export function guessName(fileName: string): string {
  const name = stripUnsafeCharacters(withoutEnding(fileName))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.+]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return [...name].slice(0, MAX_ASSET_NAME_LENGTH).join('').trim()
}

/** Values suggested from a model, limited to those that the user has not chosen. */
export interface AssetGuess {
  readonly name?: string
  readonly type?: AssetType
  readonly gender?: Gender
}

export interface GuessInput {
  readonly fileName: string
  readonly parts: readonly string[]
  readonly materials?: readonly string[] | undefined
  readonly chosen: readonly GuessedField[]
}

/** Guessed fields that are selects, marked as a guess until the user chooses. */
export type GuessedField = 'type' | 'gender'

/**
 * Returns the values to fill in for a new model, and the values to mark as guessed. Never overwrites a value that the user
 * entered or has `chosen`.
 */
export function applyGuess(
  values: FormValues,
  guessed: AssetGuess,
  { fileName, parts, materials, chosen }: GuessInput,
): { put: AssetGuess; guessed: AssetGuess } {
  const name = guessName(fileName)
  const type = guessType(fileName, parts, materials)
  const gender = guessGender(fileName)
  const isReplaceable = (key: keyof AssetGuess, untouched: unknown) =>
    !chosen.some((field) => field === key) && ((values[key] ?? untouched) === untouched || values[key] === guessed[key])
  const put: AssetGuess = {
    ...(isReplaceable('name', '') && { name }),
    ...(type !== undefined && isReplaceable('type', '') && { type }),
    ...(gender !== undefined && isReplaceable('gender', DEFAULT_GENDER) && { gender }),
  }
  // A value that the user chose is not a guess, even if another file suggests it too.
  const stillGuessed = (['type', 'gender'] as const).filter(
    (key) => guessed[key] !== undefined && values[key] === guessed[key],
  )
  return { put, guessed: { ...Object.fromEntries(stillGuessed.map((key) => [key, guessed[key]])), ...put } }
}

/** Gender in a form before the user chooses. */
const DEFAULT_GENDER: Gender = 'neutral'
