/** The longest stretch of work between two chances for the page to answer a person, in milliseconds. */
export const STRETCH = 12

/** Browsers that have it let what a person does go first, and go on right after. */
interface WithScheduler {
  scheduler?: { yield?: () => Promise<void> }
}

/** When the stretch under way began; of work that nobody paces it knows nothing, so the first question ends it. */
let began = Number.NEGATIVE_INFINITY
let queue: Promise<void> = Promise.resolve()

/** Whether the stretch under way has been long enough. */
export const isOver = (): boolean => performance.now() - began > STRETCH

/**
 * Resolves at once while there is time left in this stretch, else once the page had its turn. Whoever asks is answered in
 * order, so that many parts of one work, or many works on one page, share a stretch and do not each take one.
 */
export function breathe(): Promise<void> {
  queue = queue.then(pause)
  return queue
}

async function pause(): Promise<void> {
  if (!isOver()) return
  await pageTurn()
  began = performance.now()
}

function pageTurn(): Promise<void> {
  const { scheduler } = globalThis as WithScheduler
  if (scheduler?.yield) return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
