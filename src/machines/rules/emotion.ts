/** Influences (0..1) by morph target name. Spec §3. */
export type Emotion = Readonly<Record<string, number>>

/** How long a change of emotion takes, in seconds. */
export const EMOTION_EASE = 0.15

/**
 * The influence of every morph target, in the order of `names`: the emotion's value held to 0..1, and 0 for the ones it
 * does not name. Names the model lacks are ignored.
 */
export function influencesFor(emotion: Emotion | undefined, names: readonly string[]): number[] {
  return names.map((name) => {
    const value = emotion && Object.hasOwn(emotion, name) ? Number(emotion[name]) : 0
    return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
  })
}

/** The influence `elapsed` seconds after a change from `from` to `to`: starts and ends gently. */
export function easeInfluence(from: number, to: number, elapsed: number): number {
  const share = Math.min(1, Math.max(0, elapsed / EMOTION_EASE))
  return from + (to - from) * share * share * (3 - 2 * share)
}
