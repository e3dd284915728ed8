import * as v from 'valibot'
import { FileAddress } from './files.ts'

/** What glTF uses a texture for. */
export const TEXTURE_SLOTS = ['baseColor', 'normal', 'metallicRoughness', 'occlusion', 'emissive'] as const
export type TextureSlot = (typeof TEXTURE_SLOTS)[number]

/** The most bytes of a picture that are taken in a body; larger ones are uploaded first. */
export const MOST_PICTURE_BYTES = 64 * 1024

const Picture = v.pipe(
  v.string(),
  v.maxLength(Math.ceil(MOST_PICTURE_BYTES / 3) * 4, 'Hand in at most 64 KB; upload larger pictures first.'),
  v.base64('Hand in the bytes in base64.'),
  v.minLength(1),
)

/** A texture whose slot is asked for: the address of an uploaded picture, or the bytes of a small one. */
export const TextureToPredict = v.union([
  v.strictObject({
    textureUrl: v.pipe(FileAddress, v.regex(/\.(png|jpg|webp)$/, 'Name a PNG, JPEG or WebP picture.')),
  }),
  v.strictObject({ bytes: Picture }),
])
export type TextureToPredict = v.InferOutput<typeof TextureToPredict>

const Chance = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

/** The chance of each slot, adding up to 1, and the likeliest; null where it is not likely enough to be filled in. */
export const TexturePrediction = v.object({
  chances: v.object({
    baseColor: Chance,
    normal: Chance,
    metallicRoughness: Chance,
    occlusion: Chance,
    emissive: Chance,
  }),
  slot: v.nullable(v.picklist(TEXTURE_SLOTS)),
})
export type TexturePrediction = v.InferOutput<typeof TexturePrediction>
