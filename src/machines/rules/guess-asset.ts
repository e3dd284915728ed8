import { type AssetType, MAX_ASSET_NAME } from '../../api/contract/assets.ts'
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

/** What the file's name is made of: lower-case words, at changes of case, digits and signs. */
const wordsIn = (fileName: string): string[] =>
  withoutEnding(fileName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

const withoutEnding = (fileName: string) => fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')

/** Guesses the type of an asset from its file's name; `undefined` when nothing in it gives one away. */
export function guessType(fileName: string): AssetType | undefined {
  const words = new Set(wordsIn(fileName))
  return GIVEAWAYS.find(([, giveaways]) => giveaways.some((word) => words.has(word)))?.[0]
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

/** What a model's file name suggested, as far as nobody chose otherwise. */
export interface Guess {
  readonly name?: string
  readonly type?: AssetType
}

/** What another model's file name puts into a form, never over what a person put there, and what of it is marked as a guess. */
export function guessInto(values: FormValues, guessed: Guess, fileName: string): { put: Guess; guessed: Guess } {
  const name = guessName(fileName)
  const type = guessType(fileName)
  const isOurs = (key: 'name' | 'type') => (values[key] ?? '') === '' || values[key] === guessed[key]
  const put: Guess = {
    ...(isOurs('name') && { name }),
    ...(type !== undefined && isOurs('type') && { type }),
  }
  // What a person chose is no guess, also where another file suggests the same.
  const stands = guessed.type !== undefined && values['type'] === guessed.type
  return { put, guessed: { ...(stands && { type: guessed.type }), ...put } }
}
