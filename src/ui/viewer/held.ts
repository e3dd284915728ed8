/** How long something unused is kept, in milliseconds. Spec §9: model cache lifespan 100. */
export const LIFESPAN = 100

/** Something that ends when nobody has used it for {@link LIFESPAN}. */
export interface Held {
  /** Keeps it until the answer is called; calling that again does nothing. */
  hold: () => () => void
}

/** Calls `end` once, when nobody holds it for the lifespan: after it was made, or after the last hold was let go. */
export function heldBy(end: () => void, wait: (then: () => void) => void = (then) => setTimeout(then, LIFESPAN)): Held {
  let holds = 0
  let hasEnded = false
  const leave = () =>
    wait(() => {
      if (holds > 0 || hasEnded) return
      hasEnded = true
      end()
    })
  leave()
  return {
    hold: () => {
      holds += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holds -= 1
        if (holds === 0) leave()
      }
    },
  }
}

/** Holds what it was told of last. */
export interface Holder {
  hold: (wanted: readonly (Held | null)[]) => void
}

/** A holder that holds nothing yet. What it is told of again stays held. */
export function createHolder(): Holder {
  let held = new Map<Held, () => void>()
  return {
    hold: (wanted) => {
      const before = held
      held = new Map(wanted.flatMap((one) => (one ? [[one, before.get(one) ?? one.hold()]] : [])))
      for (const [one, letGo] of before) if (!held.has(one)) letGo()
    },
  }
}
