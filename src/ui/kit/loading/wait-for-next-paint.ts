/** Resolves after the next paint, or after 100 ms on a hidden page. */
export const waitForNextPaint = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100)
    requestAnimationFrame(() => setTimeout(resolve))
  })
