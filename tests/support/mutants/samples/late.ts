/** How often {@link count} has counted. */
export const state = { counted: 0 }

/** Counts after a while, if it is to. */
export function count(isToCount: boolean) {
  if (isToCount)
    setTimeout(() => {
      state.counted += 1
    }, 18)
}
