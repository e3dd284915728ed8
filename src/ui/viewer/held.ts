/** How long something unused is kept, in milliseconds. Spec §9: model cache lifespan 100. */
export const LIFESPAN = 100

/** Something that ends when nobody has used it for {@link LIFESPAN}. */
export interface Held {
  /** Keeps it until the answer is called; calling that again does nothing. */
  hold: () => () => void
}

/** Calls `end` once, when the last hold is let go and nobody takes another within the lifespan. */
export function heldBy(end: () => void, wait: (then: () => void) => void = (then) => setTimeout(then, LIFESPAN)): Held {
  let holds = 0
  let hasEnded = false
  return {
    hold: () => {
      holds += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holds -= 1
        if (holds > 0) return
        wait(() => {
          if (holds > 0 || hasEnded) return
          hasEnded = true
          end()
        })
      }
    },
  }
}
