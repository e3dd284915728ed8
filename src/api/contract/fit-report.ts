import * as v from 'valibot'

/**
 * How well a model fits the body that it was fitted to, in what is to be looked at; all of them 0 where nothing is. `newlyInside`
 * counts vertices that were outside the body and are inside by more than half a millimetre, `turnedOver` triangles that turned over
 * on the way, `missed` places, of vertices and of what shape keys take them to, that are only near where they should be, and
 * `keysOutside` vertices that shape keys take out of the cage, where their place is a guess; what was fitted before that was
 * counted lacks it.
 */
export const FitReport = v.object({
  newlyInside: v.number(),
  turnedOver: v.number(),
  missed: v.number(),
  keysOutside: v.optional(v.number()),
})
export type FitReport = v.InferOutput<typeof FitReport>
