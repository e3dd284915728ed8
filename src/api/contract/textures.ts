import * as v from 'valibot'
import { FileUrl } from './files.ts'

export const TEXTURE_SLOTS = ['baseColor', 'normal', 'metallicRoughness', 'occlusion', 'emissive'] as const
export type TextureSlot = (typeof TEXTURE_SLOTS)[number]

/** Maximum size of a picture in a request body, in bytes. Larger pictures are uploaded first. */
export const MAX_INLINE_IMAGE_BYTES = 64 * 1024

const InlineImage = v.pipe(
  v.string(),
  v.maxLength(Math.ceil(MAX_INLINE_IMAGE_BYTES / 3) * 4, 'Send at most 64 KB. Upload larger images first.'),
  v.base64('Encode the bytes in base64.'),
  v.minLength(1),
)

/** A texture whose slot is to be predicted: the address of an uploaded picture, or the bytes of a small picture. */
export const TextureToPredict = v.union([
  v.strictObject({
    textureUrl: v.pipe(FileUrl, v.regex(/\.(png|jpg|webp)$/, 'The type must be that of a PNG, JPEG or WebP image.')),
  }),
  v.strictObject({ bytes: InlineImage }),
])
export type TextureToPredict = v.InferOutput<typeof TextureToPredict>

const Probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

/**
 * Probability of each texture slot; the probabilities add up to 1. `slot` is the most likely slot, or null if no slot is likely
 * enough.
 */
export const TexturePrediction = v.object({
  chances: v.object({
    baseColor: Probability,
    normal: Probability,
    metallicRoughness: Probability,
    occlusion: Probability,
    emissive: Probability,
  }),
  slot: v.nullable(v.picklist(TEXTURE_SLOTS)),
})
export type TexturePrediction = v.InferOutput<typeof TexturePrediction>
