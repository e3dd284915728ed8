/** Influences (0–1) by morph target name. Spec §3. */
export type Emotion = Readonly<Record<string, number>>

export const EMOTION_EASE_SECONDS = 0.15

/**
 * Returns the influence of each morph target in `names`, clamped to 0–1, and 0 for targets that the emotion omits. Ignores names
 * that the model lacks.
 */
export function influencesFor(emotion: Emotion | undefined, names: readonly string[]): number[] {
  return names.map((name) => {
    const value = emotion && Object.hasOwn(emotion, name) ? Number(emotion[name]) : 0
    return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
  })
}

/** Returns the eased influence `elapsed` seconds after a change from `from` to `to`. */
export function easeInfluence(from: number, to: number, elapsed: number): number {
  const share = Math.min(1, Math.max(0, elapsed / EMOTION_EASE_SECONDS))
  return from + (to - from) * share * share * (3 - 2 * share)
}
