/** How what waits for Undo to pass is done at once, for each view that holds such work. */
const holders = new Set<() => Promise<unknown>>()

/** How long whoever signs out, or looks for what came of it, waits for it, in milliseconds: the server may not answer. */
const MOST_MS = 1000

/** Tells how what waits is done at once; gives back how that is taken back. */
export const holdWork = (finish: () => Promise<unknown>): (() => void) => {
  holders.add(finish)
  return () => void holders.delete(finish)
}

/** Does at once what waits: before a session ends, in whose name alone it can be done, or what came of it is looked at. */
export async function finishHeldWork(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, MOST_MS)
  })
  await Promise.race([Promise.allSettled([...holders].map((finish) => finish())), late])
  clearTimeout(timer)
}
