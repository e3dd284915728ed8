/** Resolves after the next paint, or after 100 ms on a hidden page. */
export const afterPaint = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100)
    requestAnimationFrame(() => setTimeout(resolve))
  })
