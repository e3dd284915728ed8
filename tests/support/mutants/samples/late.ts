export const state = { counted: 0 }

/** Counts after a delay if `isToCount` is set. */
export function count(isToCount: boolean) {
  if (isToCount)
    setTimeout(() => {
      state.counted += 1
    }, 18)
}
