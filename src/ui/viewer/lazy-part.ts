/** A part for `lazy`, whose code is on its way; nothing stands in its place where that cannot be had. */
export const orNothing = <Part>(part: Promise<Part>): Promise<{ default: Part }> =>
  part.then(
    (it) => ({ default: it }),
    () => ({ default: (() => null) as Part }),
  )
