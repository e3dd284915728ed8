import * as v from 'valibot'

/**
 * Quality of a morph: how well a model fits the body it was fitted to. All counts are 0 if nothing needs review. `newlyInside`
 * counts vertices that were outside the body and are now inside by more than half a millimetre. `turnedOver` counts triangles
 * that were flipped. `missed` counts vertices, also those of shape keys, that are only near their correct position. `keysOutside`
 * counts vertices that shape keys move out of the cage, where their position is a guess. Older morphs have no `keysOutside`.
 */
export const MorphQuality = v.object({
  newlyInside: v.number(),
  turnedOver: v.number(),
  missed: v.number(),
  keysOutside: v.optional(v.number()),
})
export type MorphQuality = v.InferOutput<typeof MorphQuality>
