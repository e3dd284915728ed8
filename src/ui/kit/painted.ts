/** Fulfilled once what was drawn is on the screen, or a moment later in a page that is not. */
export const painted = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100)
    requestAnimationFrame(() => setTimeout(resolve))
  })
